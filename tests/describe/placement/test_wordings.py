"""The wordings of a caption, and how often the voice is asked."""

import math

from cinescribe.describe.placement.wordings import Durations, sentences, wordings
from cinescribe.schema import Caption
from tests.dummies import SteadyVoice


class Counting(SteadyVoice):
    def __init__(self):
        self.said = []

    def say(self, text, *, rate=1.0):
        self.said.append((text, rate))
        return super().say(text, rate=rate)


def test_sentences_keep_their_stops():
    assert sentences("P1 appears. P2 leaves!  Who?") == ["P1 appears.", "P2 leaves!", "Who?"]


def test_languages_without_spaces_have_sentences_too():
    assert sentences("アンナが来る。ベンは去る！誰？") == ["アンナが来る。", "ベンは去る！", "誰？"]
    found = wordings(Caption("c", "アンナが来る。ベンは去る！"))
    assert [(one.text, one.share) for one in found] == [("アンナが来る。ベンは去る！", 1.0), ("アンナが来る。", 7 / 13)]


def test_each_wording_is_tried_without_the_sentences_at_its_end():
    found = wordings(Caption("c", "In a bar, P1 sits. P2 stands.", shorter=("P1 sits. P2 stands.",), until=(5.0, 6.0)))
    assert [(one.text, one.left_out, one.until) for one in found] == [
        ("In a bar, P1 sits. P2 stands.", (), 5.0),
        ("In a bar, P1 sits.", ("P2 stands.",), 5.0),
        ("P1 sits. P2 stands.", (), 6.0),
        ("P1 sits.", ("P2 stands.",), 6.0),
    ]
    assert [one.share for one in found] == [1.0, 5 / 7, 4 / 7, 2 / 7]
    assert wordings(Caption("c", "P1 sits."))[0].until == math.inf


def test_voice_speaks_only_captions_and_chosen_wordings():
    voice = Counting()
    durations = Durations(voice)
    whole, part = wordings(Caption("c", "P1 sits. P2 stands."))
    assert durations.expected(part, 1.2) < durations.expected(part, 1.0) < durations.expected(whole, 1.0) == 1.6
    assert voice.said == [(whole.text, 1.0)]
    assert not durations.is_measured(part.text, 1.2)
    assert durations.measured(part.text, 1.2) == durations.expected(part, 1.2) == 0.667
    assert voice.said[1:] == [(part.text, 1.2)]
