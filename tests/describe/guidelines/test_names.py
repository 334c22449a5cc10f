import pytest

from cinescribe.describe.guidelines.names import name_before_introduction, name_drift, raw_label
from cinescribe.schema import Person, Speech
from cinescribe.timing import Span
from tests.describe.guidelines.inputs import faults, mend

ANNA = (Person("p1", "P1", "Anna"), Person("p2", "P2"))


@pytest.mark.parametrize("text", ["Anna opens the door.", "A woman looks at Anna."])
def test_a_name_without_an_introduction_is_found(text):
    (fault,) = faults(name_before_introduction, text, "Anna leaves.", people=ANNA)
    assert (fault.cue.id, "'Anna'" in fault.text) == ("c1", True)


@pytest.mark.parametrize(
    "text",
    [
        "The old woman, Anna, opens the door.",
        "Anna, a woman in a red coat, opens the door.",
        "Anna in a red coat opens the door.",
        "The younger Anna opens the door.",
    ],
)
def test_a_described_name_is_introduced(text):
    assert not faults(name_before_introduction, text, people=ANNA)


def test_who_is_known_from_an_earlier_episode_needs_no_introduction():
    known = (ANNA[0].replace(introduced="e01.ad"), Person("p2", "P2", "Bert"))
    (fault,) = faults(name_before_introduction, "Anna opens the door.", "Bert leaves.", people=known)
    assert fault.cue.id == "c2"


def test_name_spoken_in_dialogue_is_introduced():
    def at(start):
        return faults(
            name_before_introduction,
            "A woman enters.",
            "Anna leaves.",
            people=ANNA,
            speech=(Speech(Span(start, start + 1), "subtitles", "Anna!"),),
        )

    assert not at(3.5)
    assert len(at(8.5)) == 1


def test_name_in_screen_text_mentions_no_person():
    assert not faults(name_before_introduction, "Director: Anna Stone", people=ANNA)


def test_a_misspelt_name_is_mended():
    texts = ["Proog walks in.", "Proog sits down.", "Proog gets up.", "Proog turns.", "Then Porog leaves."]
    (fault,) = faults(name_drift, *texts)
    assert (fault.cue.id, fault.mend) == ("c5", "Then Proog leaves.")


def test_a_misspelt_name_of_the_cast_needs_no_count():
    assert mend(name_drift, "Then Anan opens the door.", people=ANNA) == "Then Anna opens the door."
    assert mend(name_drift, "Anna waits for Adm.", people=(*ANNA, Person("p3", "P3", "Adam"))) == "Anna waits for Adam."


@pytest.mark.parametrize("text", ["Then Anne opens the door.", "Then Hanna leaves."])
def test_similar_names_of_the_cast_are_accepted(text):
    cast = (*ANNA, Person("p3", "P3", "Anne"), Person("p4", "P4", "Hanna"))
    assert not faults(name_drift, text, people=cast)


def test_a_name_that_the_dialogue_says_is_right():
    said = (Speech(Span(0, 1), "subtitles", "Hanna!"),)
    assert not faults(name_drift, "Then Hanna leaves.", people=ANNA, speech=said)


def test_ordinary_words_and_plurals_are_not_misspellings():
    assert not faults(name_drift, "Any man may leave.", "The Annas leave.", people=(*ANNA, Person("p3", "P3", "Amy")))


@pytest.mark.parametrize("label", ["P3", "Person 3", "person_3", "SOMEONE", "Speaker 1", "[PERSON1]"])
def test_a_label_is_found(label):
    (fault,) = faults(raw_label, f"Then {label} opens the door.")
    assert (label in fault.text, fault.mend) == (True, None)


def test_a_label_of_the_cast_has_a_name():
    assert mend(raw_label, "P1 waves at P1.", people=ANNA) == "Anna waves at Anna."
    assert mend(raw_label, "P1 waves at P2.", people=ANNA) is None


@pytest.mark.parametrize("text", ["A third person waits.", 'A sign reads "P3".', "Someone waits.", "A person leaves."])
def test_ordinary_words_are_not_labels(text):
    assert not faults(raw_label, text)


@pytest.mark.parametrize("name", ["Tom Jr.", "Mrs. Smith", "Ana Sra."])
def test_a_full_stop_in_a_name_makes_no_second_name(name):
    cast = (*ANNA, Person("p3", "P3", name))
    assert not faults(name_drift, f"A man comes, {name} Anna and {name} are together.", f"{name} is back.", people=cast)
