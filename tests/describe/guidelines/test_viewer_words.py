import pytest

from cinescribe.describe.guidelines.viewer_words import we_see
from tests.describe.guidelines.inputs import faults, mend


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("We see a man opening a door.", "A man opens a door."),
        ("We see two men running away.", "Two men run away."),
        ("Now we see Emo walk away.", "Emo walks away."),
        ("We can now see that Proog sits.", "Proog sits."),
        ("You can see a house on a hill.", "A house on a hill."),
        ("It rains. We see a man opening a door.", "It rains. A man opens a door."),
    ],
)
def test_mention_of_the_viewer_is_removed(text, without):
    assert mend(we_see, text) == without


@pytest.mark.parametrize("text", ["From behind, we see her face.", "We look at them.", "We see. They see."])
def test_fragment_left_without_the_viewer_has_no_mend(text):
    assert mend(we_see, text) is None


@pytest.mark.parametrize("text", ["She sees a man.", 'A sign says "We see you".', "They watch us leave."])
def test_others_may_see(text):
    assert not faults(we_see, text)
