"""Names are spelt for a voice so that it says them right."""

import numpy as np
import pytest

from cinescribe.media.voice.cached_voice import CachedVoice
from cinescribe.media.voice.named_voice import NamedVoice
from cinescribe.media.voice.pronunciation import letters_said, respelled
from cinescribe.media.voice.voice import Spoken
from tests.dummies import SteadyVoice

NAMES = (("C++", "C plus plus"), ("York", "Yawk"), ("New York", "Noo Yawk"), ("Siobhan", "Shivawn"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Siobhan's car in New York.", "Shivawn's car in Noo Yawk."),
        ("York, Yorkshire, siobhan.", "Yawk, Yorkshire, siobhan."),
        ("She writes C++.", "She writes C plus plus."),
        ("Nobody.", "Nobody."),
    ],
)
def test_whole_words_are_replaced_as_they_are_written(text, said):
    assert respelled(text, NAMES) == said
    assert respelled(text, ()) == text


def test_what_is_said_for_a_word_is_not_replaced_again():
    assert respelled("Ann Bo", (("Ann", "Bo"), ("Bo", "Ann"))) == "Bo Ann"


class Hearing(SteadyVoice):
    def __init__(self):
        self.said = []

    def say(self, text, *, rate=1.0):
        self.said.append(text)
        return Spoken(np.ones(10, np.float32), 10)

    def close(self):
        pass


def test_a_voice_says_names_as_they_are_spelt_for_it():
    voice = Hearing()
    named = NamedVoice("hearing", voice, 1.0, NAMES)
    named.say("Siobhan waits.")
    assert voice.said == ["Shivawn waits."]
    assert letters_said(CachedVoice(named), "Siobhan") == letters_said(named, "Siobhan") == "Shivawn"
    assert letters_said(voice, "Siobhan") == "Siobhan"
