import pytest

from cinescribe.describe.guidelines.sound_words import sounds
from tests.describe.guidelines.inputs import faults


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The phone continues to ring.", "'ring'"),
        ("A phone rings.", "'rings'"),
        ("Footsteps echo in the hall.", "'echo'"),
        ("Music plays.", "'Music'"),
        ("There is a solemn silence.", "'silence'"),
        ("A dog can be heard outside.", "'heard'"),
        ("Thunder rumbles.", "'rumbles'"),
        ("The squealing plugs move on.", "'squealing'"),
        ("A song echoes through the hall.", "'echoes'"),
    ],
)
def test_words_of_sound_are_found(text, word):
    (fault,) = faults(sounds, text)
    assert word in fault.text


@pytest.mark.parametrize(
    "text",
    [
        "A car roars past.",
        "He rings the bell.",
        "They dance to the music.",
        "She sits in a sound booth.",
        "Anna laughs.",
        "She claps her hands.",
        "She hears him and turns.",
        'A sign reads "No noise".',
    ],
)
def test_words_of_sight_are_accepted(text):
    assert not faults(sounds, text)
