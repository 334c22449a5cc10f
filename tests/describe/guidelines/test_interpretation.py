import pytest

from cinescribe.describe.guidelines.interpretation import adverbs, feelings, motives
from tests.describe.guidelines.inputs import faults, mend


@pytest.mark.parametrize(
    "text", ["She is sad.", "He feels lonely.", "She loves the garden.", "Anna seems nervous.", "They fear the worst."]
)
def test_a_feeling_is_found(text):
    assert len(faults(feelings, text)) == 1


@pytest.mark.parametrize(
    "text", ["She frowns, she is angry.", "She is tall.", "Tears run down her face: she is sad.", "He comforts her."]
)
def test_visible_feeling_is_accepted(text):
    assert not faults(feelings, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He decides to leave.", "'decides'"),
        ("Realizing the danger, Anna runs.", "'Realizing'"),
        ("She runs because it is late.", "'because'"),
        ("She stops in order to rest.", "'in order to'"),
    ],
)
def test_a_motive_is_found(text, words):
    (fault,) = faults(motives, text)
    assert words in fault.text


@pytest.mark.parametrize(
    "text", ["She reads a letter.", "He studies a map.", "A wanted man hides.", "He tries the door."]
)
def test_visible_purpose_is_not_a_motive(text):
    assert not faults(motives, text)


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("She nervously opens the door.", "She opens the door."),
        ("Apparently, he sleeps.", "He sleeps."),
        ("He sits, suspiciously, in the corner.", "He sits in the corner."),
        ("Emo laughs disbelievingly and Proog walks away.", None),
    ],
)
def test_an_adverb_that_interprets_is_found(text, without):
    assert mend(adverbs, text) == without


@pytest.mark.parametrize(
    "text", ["She slowly opens the door.", "A lovely day.", "He is likely to fall.", "A lonely tree."]
)
def test_adverb_of_manner_is_accepted(text):
    assert not faults(adverbs, text)
