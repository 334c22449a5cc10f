import numpy as np
import pytest

from benchmarks.describer.spoken_sentences import RULES, drawn, faults, lint_findings, sentences, shape, simulated_film

# A sentence that breaks each rule.
WRONG = {
    "all": {"no capital": "anna erscheint.", "marks": "Anna, in Blau,."},
    "de": {
        "case after bei": "Ben ist bei Anna und eine weitere Person.",
        "number": "Anna und Max ist wieder da.",
        "adjective": "Eine Person in dunkle Kleidung erscheint.",
        "place as an afterthought": "Anna ist wieder da, links.",
    },
    "fr": {
        "elision": "Anna est avec des autres personnes.",
        "contraction": "Anna apparaît à le bord.",
        "number": "Anna et Max apparaît.",
        "title without an article": "Anna est avec Dr. Lee.",
    },
    "es": {
        "y before i": "Aparecen Anna y Inés.",
        "contraction": "Anna está a el lado.",
        "number": "Aparece Anna y Max.",
        "gender": "Anna y Max están juntos.",
        "title without an article": "Anna está con doctora Lee.",
        "news at the start": "Una persona de rojo entra.",
        "con repeated": "Anna está con la persona con ropa oscura.",
        "comma of the left out verb": "A la izquierda aparece Anna, a la derecha Max.",
    },
    "it": {
        "ed before e": "Appaiono Anna e Elena.",
        "contraction": "Appare a la destra.",
        "number": "Appare Anna e Max.",
        "elision": "Appare una altra persona.",
        "title without an article": "Dr. Lee esce.",
        "news at the start": "Una persona in rosso entra da sinistra.",
        "here": "Anna è di nuovo qui.",
    },
    "nl": {
        "article": "Het persoon in het rood is er weer, het persoon.",
        "number": "Anna en Max verschijnt.",
        "without er": "Een persoon in het rood verschijnt.",
        "er with a name": "Er verschijnt Anna.",
        "place as an afterthought": "Anna is er weer, links.",
    },
    "pl": {
        "case after w": "Pojawia się osoba w niebieskie ubranie.",
        "case of names": "Ben jest z Anna.",
        "number": "Pojawia się Anna i Max.",
        "news at the start": "Jakaś osoba wchodzi z lewej.",
    },
    "pt": {
        "contraction": "Anna está em a direita.",
        "number": "Aparece Anna e Max.",
        "gender": "Anna e Max estão juntos.",
        "title without an article": "Dra. Lee sai.",
        "news at the start": "Uma pessoa entra pela esquerda.",
        "com repeated": "Anna está com a pessoa com roupa escura.",
        "comma of the left out verb": "À esquerda aparece Anna, à direita Max.",
    },
    "en": {"article": "A adult appears.", "number": "Anna and Max appears."},
}


def test_each_rule_has_a_sentence_that_breaks_it():
    assert {language: set(rules) for language, rules in RULES.items()} == {
        language: set(rules) for language, rules in WRONG.items()
    }


@pytest.mark.parametrize(
    ("language", "what", "text"),
    [(language, what, text) for language, rules in WRONG.items() for what, text in rules.items()],
)
def test_rules_find_faults(language, what, text):
    assert what in faults(text, "de" if language == "all" else language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Ben ist bei Anna und einer weiteren Person."),
        ("fr", "Anna et d’autres personnes sont ensemble."),
        ("es", "Aparecen Anna e Inés."),
        ("it", "Appaiono Anna ed Elena."),
        ("nl", "De persoon in het rood is bij Anna en Max."),
        ("pl", "Pojawia się kilka osób, a wśród nich Anna i Max."),
        ("pt", "A pessoa 1 está com a pessoa 2."),
        ("en", "Anna and a person in red are together."),
    ],
)
def test_correct_sentences_have_no_fault(language, text):
    assert faults(text, language) == []


def test_sentences_of_one_shape_differ_in_names_colours_and_numbers():
    one, other = "Dr. Lee, in red, appears.", "Inés, in dark clothing, appears."
    assert shape(one, "en") == shape(other, "en") == "N, in blue, appears."


def test_films_are_the_same_each_time():
    one, other = (simulated_film(np.random.default_rng(3)) for _ in range(2))
    assert [clip.faces for clip in one.clips] == [clip.faces for clip in other.clips]


def test_drawn_sentences_are_many_and_distinct():
    found = sentences("pl", n_films=6)
    assert len(found) == len(set(found)) > 60


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl", "pt"])
def test_lint_accepts_sentences_of_the_observer(language):
    assert lint_findings(language, sentences(language, n_films=4)) == []


def test_lint_findings_are_reported_with_rule_and_text():
    (found,) = lint_findings("fr", ["Anna, en bleu, apparaît.", "La caméra zoome sur Anna."])
    assert found.startswith("camera: ")
    assert found.endswith(": La caméra zoome sur Anna.")


def test_a_draw_is_the_same_each_time_and_another_by_another_seed(monkeypatch):
    texts = [f"Person {n} geht." for n in range(400)]
    monkeypatch.setattr("benchmarks.describer.spoken_sentences.sentences", lambda language: texts)
    one, again, other = drawn("de", 1), drawn("de", 1), drawn("de", 2)
    assert one == again != other
    assert len(set(one)) == 200
