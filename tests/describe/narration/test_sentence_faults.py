import pytest

from cinescribe.describe.narration.sentence_faults import sentence_faults
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
