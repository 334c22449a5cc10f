import pytest

from cinescribe.describe.narration.sentence_faults import sentence_faults
from cinescribe.errors import LanguageError
from cinescribe.schema import Person

PEOPLE = (Person("p1", "P1", "Annabel"), Person("p2", "P2"))
FAULTY = {
    "Annabel opened the door.": "tense",
    "We see Annabel at the door.": "we-see",
    "The camera pans to Annabel.": "camera",
    "Music plays in the kitchen.": "sounds",
    "P2 opens the door.": "a label in place of a name",
    "Annabel öffnet langsam die schwere Tür.": "is no English sentence",
    "安娜打开了门。": "is no English sentence",
    "Jonathan hugs Annabel. Jonathan leaves.": "names Jonathan, who is not in the cast",
}


@pytest.fixture(scope="module")
def found():
    sound = ["Annabel opens the door.", "A man in a hat sits down beside her.", "The person in red waves."]
    texts = [*FAULTY, *sound]
    return dict(zip(texts, sentence_faults(texts, PEOPLE), strict=True))


@pytest.mark.parametrize("text", FAULTY)
def test_a_fault_is_found_and_named(found, text):
    assert any(fault.startswith(FAULTY[text]) for fault in found[text]), found[text]


def test_sound_sentences_have_no_fault(found):
    assert {text: faults for text, faults in found.items() if text not in FAULTY and faults} == {}


def test_no_sentence_has_no_fault():
    assert sentence_faults([], PEOPLE) == []


GERMAN = {
    "Annabel opens the door.": "is no German sentence",
    "Annabel öffnet die Tür and walks through it.": "is no German sentence",
    "Annabel ouvre la porte.": "is no German sentence",
    "P2 öffnet die Tür.": "a label in place of a name",
}


@pytest.mark.parametrize("text", GERMAN)
def test_sentence_in_a_wrong_language_is_faulty(text):
    (faults,) = sentence_faults([text], PEOPLE, "de")
    assert GERMAN[text] in faults


def test_sentences_of_the_language_have_no_fault():
    texts = ["Annabel öffnet die Tür.", "Annabels Hand zittert.", "Er reicht Annabel einen Brief."]
    assert sentence_faults(texts, PEOPLE, "de-AT") == [()] * 3
    assert sentence_faults(["Ben widzi Annę.", "Anna macha ręką."], (Person("p1", "P1", "Anna"),), "pl") == [()] * 2


def test_english_is_judged_as_before_in_all_its_tags():
    text = "Annabel öffnet langsam die schwere Tür."
    assert sentence_faults([text], PEOPLE, "en-GB") == sentence_faults([text], PEOPLE)


def test_invalid_language_tag_is_refused():
    with pytest.raises(LanguageError, match="unknown language"):
        sentence_faults(["Anna waves."], PEOPLE, "no language")
