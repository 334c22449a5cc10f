"""The observer's sentences in each language: right in case, number and article; each message gets all its values."""

import ast
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cinescribe.language.messages import SPOKEN_LANGUAGES, Messages, read_messages, spoken_messages
from cinescribe.language.messages.lists import listed
from cinescribe.models import observer
from cinescribe.models.observer.names import PersonWords, called
from cinescribe.models.observer.observer import Observer
from cinescribe.models.observer.wording import Sentences, side_at
from tests.models.observer.films import NAMED, PEOPLE, cuts, faces, film

LEFT, MIDDLE, RIGHT = 0.2, 0.5, 0.8
ANNA, BEN = PersonWords("Anna"), PersonWords("Ben")
ROLES = ("new", "known", "everybody", "first", "rest", "left", "right")  # values of messages that are people


def in_blue(language: str) -> PersonWords:
    messages = spoken_messages(language)
    another = called(messages, "another-person-in", clothes="blue")
    return called(messages, "person-in", clothes="blue", another=another)


def say(language: str) -> Sentences:
    return Sentences(spoken_messages(language))


@pytest.mark.parametrize(
    ("language", "first", "back", "later"),
    [
        ("en", "A person in blue appears.", "The person in blue is back.", "Anna, in red, appears."),
        ("de", "Eine Person in Blau erscheint.", "Die Person in Blau ist wieder da.", "Anna, in Rot, erscheint."),
        ("fr", "Une personne en bleu apparaît.", "La personne en bleu est de retour.", "Anna, en rouge, apparaît."),
        ("es", "Aparece una persona de azul.", "La persona de azul está de vuelta.", "Aparece Anna, de rojo."),
        ("it", "Appare una persona in blu.", "Riappare la persona in blu.", "Appare Anna, in rosso."),
        (
            "nl",
            "Er verschijnt een persoon in het blauw.",
            "De persoon in het blauw is er weer.",
            "Anna, in het rood, verschijnt.",
        ),
        (
            "pl",
            "Pojawia się osoba w niebieskim ubraniu.",
            "Znów pojawia się osoba w niebieskim ubraniu.",
            "Pojawia się Anna w czerwonym ubraniu.",
        ),
        ("pt", "Aparece uma pessoa de azul.", "A pessoa de azul está de volta.", "Aparece Anna, de vermelho."),
    ],
)
def test_people_are_introduced_by_their_clothes_and_then_known(language, first, back, later):
    shown = [*faces(2, 0, 4, clothes="blue"), *faces(2, 40, 44, clothes="blue"), *faces(1, 50, 54, clothes="red")]
    batch = film(shown, shots=cuts(0, 4, 40, 44, 50, 54), duration=54, people=(NAMED[0], *PEOPLE[1:]))
    said = [caption.text for caption in Observer(spoken_messages(language)).caption(batch) if caption.text]
    assert said == [first, back, later]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ben is with a person in blue and another person."),
        ("de", "Ben ist bei einer Person in Blau und einer weiteren Person."),
        ("fr", "Ben est avec une personne en bleu et une autre personne."),
        ("es", "Ben está con una persona de azul y otra persona."),
        ("it", "Ben è con una persona in blu e un’altra persona."),
        ("nl", "Ben is bij een persoon in het blauw en een andere persoon."),
        ("pl", "Ben, osoba w niebieskim ubraniu i inna osoba są tu razem."),
        ("pt", "Ben está com uma pessoa de azul e outra pessoa."),
    ],
)
def test_people_with_others_are_in_the_case_of_the_sentence(language, text):
    known = [in_blue(language), *say(language).others(1, are_more=True)]
    assert say(language).are_with([BEN], known, n_new=1) == (text,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "People are with Anna."),
        ("de", "Personen sind bei Anna."),
        ("fr", "Des personnes sont avec Anna."),
        ("es", "Unas personas están con Anna."),
        ("it", "Delle persone sono con Anna."),
        ("nl", "Er zijn een paar mensen bij Anna."),
        ("pl", "Jakieś osoby i Anna są tu razem."),
        ("pt", "Umas pessoas estão com Anna."),
    ],
)
def test_several_of_whom_nothing_is_known_are_many(language, text):
    assert say(language).are_with(say(language).others(2, are_more=False), [ANNA], n_new=2) == (text,)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A person in blue and another person in blue appear."),
        ("de", "Eine Person in Blau und eine weitere Person in Blau erscheinen."),
        ("fr", "Une personne en bleu et une autre personne en bleu apparaissent."),
        ("es", "Aparecen una persona de azul y otra persona de azul."),
        ("it", "Appaiono una persona in blu e un’altra persona in blu."),
        ("nl", "Er verschijnen een persoon in het blauw en nog een persoon in het blauw."),
        ("pl", "Pojawiają się osoba w niebieskim ubraniu i inna osoba w niebieskim ubraniu."),
        ("pt", "Aparecem uma pessoa de azul e outra pessoa de azul."),
    ],
)
def test_two_who_are_called_the_same_are_told_apart(language, text):
    assert say(language).appear([in_blue(language), in_blue(language)]) == (text,)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("A person appears on the left, another on the right.", "People appear.")),
        ("de", ("Links erscheint eine Person, rechts eine weitere.", "Personen erscheinen.")),
        ("fr", ("Une personne apparaît à gauche, une autre à droite.", "Des personnes apparaissent.")),
        ("es", ("A la izquierda aparece una persona; a la derecha, otra.", "Aparecen unas personas.")),
        ("it", ("A sinistra appare una persona, a destra un’altra.", "Appaiono delle persone.")),
        ("nl", ("Links verschijnt een persoon, rechts nog een.", "Er verschijnen een paar mensen.")),
        ("pl", ("Po lewej pojawia się jedna osoba, po prawej druga.", "Pojawiają się jakieś osoby.")),
        ("pt", ("À esquerda aparece uma pessoa; à direita, outra.", "Aparecem umas pessoas.")),
    ],
)
def test_two_of_whom_nothing_is_known(language, texts):
    assert say(language).people_appear((LEFT, RIGHT)) == texts
    assert say(language).people_appear((LEFT, MIDDLE)) == texts[1:]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The person on the left comes closer."),
        ("de", "Die Person links kommt näher."),
        ("fr", "La personne à gauche se rapproche."),
        ("es", "La persona de la izquierda se acerca."),
        ("it", "La persona a sinistra si avvicina."),
        ("nl", "De persoon links komt dichterbij."),
        ("pl", "Osoba po lewej się zbliża."),
        ("pt", "A pessoa à esquerda aproxima-se."),
    ],
)
def test_a_person_is_known_by_their_place(language, text):
    assert say(language).comes_closer(say(language).the_person(LEFT)) == (text,)


@pytest.mark.parametrize(
    ("language", "somebody", "anna", "back"),
    [
        ("en", "A person in blue enters.", "Anna enters.", "Anna is back, on the left."),
        ("de", "Eine Person in Blau kommt.", "Anna kommt.", "Links ist Anna wieder da."),
        ("fr", "Une personne en bleu arrive.", "Anna arrive.", "Anna est de retour, à gauche."),
        ("es", "Entra una persona de azul.", "Entra Anna.", "Anna está de vuelta, a la izquierda."),
        ("it", "Entra una persona in blu.", "Entra Anna.", "A sinistra riappare Anna."),
        ("nl", "Er komt een persoon in het blauw aan.", "Anna komt eraan.", "Links is Anna er weer."),
        ("pl", "Wchodzi osoba w niebieskim ubraniu.", "Wchodzi Anna.", "Po lewej znów pojawia się Anna."),
        ("pt", "Entra uma pessoa de azul.", "Entra Anna.", "Anna está de volta, à esquerda."),
    ],
)
def test_somebody_who_is_not_known_yet_comes_where_the_language_has_news(language, somebody, anna, back):
    sentences = say(language)
    assert sentences.enters(in_blue(language), "left", is_back=False)[1] == somebody
    assert sentences.enters(ANNA, "left", is_back=False)[1] == anna
    assert sentences.is_back(ANNA, LEFT)[0] == back


def test_dutch_has_er_before_somebody_who_is_not_known_yet():
    sentences, (someone,) = say("nl"), say("nl").others(1, are_more=False)
    assert sentences.leaves(someone, "left") == ("Er gaat een persoon naar links weg.", "Er gaat een persoon weg.")
    assert sentences.leaves(ANNA, "left") == ("Anna gaat naar links weg.", "Anna gaat weg.")
    assert sentences.are_with([someone], [ANNA], n_new=1) == ("Er is een persoon bij Anna.",)
    assert sentences.appear([ANNA, someone]) == ("Anna en een persoon verschijnen.",)


def test_spanish_clothes_do_not_repeat_con():
    dark = called(spoken_messages("es"), "the-person-in", clothes="dark")
    assert say("es").are_with([ANNA], [dark], n_new=1) == ("Anna está con la persona vestida de oscuro.",)


@pytest.mark.parametrize(
    ("language", "name", "texts"),
    [
        ("fr", "le docteur Lee", ("Le docteur Lee sort.", "Anna est avec le docteur Lee.")),
        ("es", "la doctora Lee", ("La doctora Lee sale.", "Anna está con la doctora Lee.")),
        ("it", "il dottor Lee", ("Il dottor Lee esce.", "Anna è con il dottor Lee.")),
        ("nl", "dr. Lee", ("Dr. Lee gaat weg.", "Anna is bij dr. Lee.")),
        ("pl", "dr Lee", ("Dr Lee odchodzi.", "Anna i dr Lee są tu razem.")),
        ("pt", "a doutora Lee", ("A doutora Lee sai.", "Anna está com a doutora Lee.")),
    ],
)
def test_a_title_stands_as_the_cast_has_it(language, name, texts):
    lee = PersonWords(name)
    sentences = say(language)
    assert (sentences.leaves(lee, "left")[1], *sentences.are_with([ANNA], [lee], n_new=1)) == texts


@pytest.mark.parametrize("language", SPOKEN_LANGUAGES)
def test_a_name_stays_as_it_is_in_every_sentence(language):
    sentences = say(language)
    texts = [
        *sentences.appears(ANNA, LEFT),
        *sentences.is_back(ANNA, RIGHT),
        *sentences.several_appear([ANNA])[:1],
        *sentences.are_with([ANNA], [BEN], n_new=1),
        *sentences.are_with([BEN], [ANNA], n_new=1),
        *sentences.are_together([BEN, ANNA]),
        *sentences.enters(ANNA, "left", is_back=False),
        *sentences.enters(ANNA, "left", is_back=True),
        *sentences.leaves(ANNA, "right"),
        *sentences.crosses(ANNA, to="left"),
        *sentences.comes_closer(ANNA),
        *sentences.moves_away(ANNA),
    ]
    assert all("Anna" in text.replace(".", " ").replace(",", " ").split() for text in texts)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        *(("en", "person 2"), ("de", "Person 2"), ("fr", "la personne 2"), ("es", "la persona 2")),
        *(("it", "la persona 2"), ("nl", "persoon 2"), ("pl", "osoba 2"), ("pt", "a pessoa 2")),
    ],
)
def test_a_label_is_spoken_as_a_number(language, words):
    assert spoken_messages(language).text("person-number", number="2") == words


def test_no_mark_is_doubled():
    tom, anna = PersonWords("Tom Jr."), PersonWords("Anna, in blue,")
    sentences = say("de")
    assert sentences.appears(tom, LEFT) == ("Links erscheint Tom Jr.", "Tom Jr. erscheint.")
    assert sentences.appears(anna, LEFT) == ("Links erscheint Anna, in blue.", "Anna, in blue, erscheint.")


def test_sides_of_the_frame():
    assert [side_at(across) for across in (0.0, 0.35, 0.36, 0.64, 0.65)] == ["left", "left", None, None, "right"]


@dataclass(frozen=True)
class Recorder(Messages):
    """Messages that know which were asked for."""

    asked: set[str] = field(default_factory=set)

    def text(self, name: str, /, **values: str | float) -> str:
        self.asked.add(name)
        return super().text(name, **values)


def demanding() -> Recorder:
    """Messages that need every value that they may use, and people in every case."""
    model = spoken_messages("en")
    lines = []
    for name, variables in model.variables.items():
        values = sorted(variables | model.offered[name])
        people = [f"{value}_dative" for value in values if value in ("who", *ROLES)]
        lines.append(" ".join([f"{name} = {name}", *(f"{{ ${value} }}" for value in (*values, *people))]))
        lines += [f"    .dative = to {name}"] if name == "person-in" else []
    return Recorder(**vars(read_messages("\n".join(lines), "de")))


def test_each_message_gets_all_values_that_it_may_use():
    messages = demanding()
    sentences, someone = Sentences(messages), called(messages, "person-in", clothes="red")
    sentences.appear([someone, BEN], (LEFT, RIGHT))
    sentences.people_appear((LEFT, RIGHT))
    sentences.several_appear([someone])
    sentences.are_together([someone, BEN])
    for across in (LEFT, MIDDLE):
        sentences.appears(someone, across)
        sentences.is_back(someone, across)
        sentences.comes_closer(sentences.the_person(across))
    for is_back in (True, False):
        sentences.enters(someone, "left", is_back=is_back)
    sentences.leaves(someone, "left")
    sentences.crosses(someone, to="left")
    sentences.moves_away(someone)
    for n in (1, 2):
        sentences.are_with(sentences.others(n, are_more=False), sentences.others(n, are_more=True), n_new=n)
    shown = [*faces(1, 0, 4, clothes="red"), *faces(2, 4, 8, clothes="red"), *faces(2, 8, 12, clothes="red")]
    for people in (NAMED, PEOPLE):
        Observer(messages).caption(film(shown, shots=cuts(0, 4, 8, 12), duration=12, people=people))
    listed(["a", "b", "c"], messages)
    assert spoken_by_the_observer(messages) - messages.asked == set()


def spoken_by_the_observer(messages: Messages) -> set[str]:
    """The messages that its code names."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in Path(observer.__file__).parent.glob("*.py"))
    literals = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return set(messages.variables) & literals


def test_people_come_in_the_cases_of_a_language():
    messages = demanding()
    (text,) = Sentences(messages).are_with([BEN], [ANNA, called(messages, "person-in", clothes="red")], n_new=1)
    assert "to person-in" in text
