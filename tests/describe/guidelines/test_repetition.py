import pytest

from cinescribe.describe.guidelines.repetition import repetition
from tests.describe.guidelines.inputs import faults


@pytest.mark.parametrize("text", ["Anna opens the old door.", "Anna opened the old door again."])
def test_repeated_sentence_is_found(text):
    (fault,) = faults(repetition, "Anna opens the old door.", "She leaves the house.", text, limit=0.8)
    assert (fault.cue.id, fault.text) == ("c3", "repeats c1")


@pytest.mark.parametrize("text", ["Anna opens the new window.", "She nods.", 'A sign: "Anna opens the old door."'])
def test_different_sentence_is_not_a_repetition(text):
    assert not faults(repetition, "Anna opens the old door.", "She nods.", text, limit=0.8)
