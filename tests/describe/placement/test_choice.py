"""The choice over the whole film is the best of all choices, and prefers what is on the screen."""

import itertools
import random
from functools import cache

import pytest

from cinescribe.describe.placement.choice import chosen_options, options
from cinescribe.describe.placement.drafts import drafts
from cinescribe.describe.placement.wordings import Durations
from cinescribe.schema import Caption
from cinescribe.timing import Span
from tests.describe.placement.films import room, words
from tests.dummies import SteadyVoice


def best_worth(waiting, free, durations):
    """What the best of all choices is worth; each draft is tried in every way, and left out."""

    @cache  # different choices before may end at the same time
    def from_draft(n, free_from):
        if n == len(waiting):
            return 0.0
        found = [from_draft(n + 1, free_from)]
        for option in options(waiting[n], free, free_from, durations):
            found.append(option.gain + from_draft(n + 1, option.free_from))
        return max(found)

    return from_draft(0, 0.0)


def random_film(rng):
    """Up to five captions over up to four gaps, in scenes of some seconds."""
    cuts = sorted({0.0, 30.0, *(rng.uniform(0, 30) for _ in range(3))})
    edges = sorted(rng.uniform(0, 30) for _ in range(2 * rng.randint(1, 4)))
    captions = []
    for n in range(rng.randint(1, 5)):
        start, length = rng.uniform(0, 26), rng.uniform(0.5, 6)
        text = f"{words(rng.randint(2, 9), 'abcde'[n])} {words(rng.randint(1, 4))}"[: rng.choice([None, 12])]
        shorter = rng.choice([(), (words(1, "abcde"[n]),)])
        until = rng.choice([(), (start + length + 1,) * (1 + len(shorter))])
        span = Span(start, start + length)
        captions.append(Caption("", text, score=rng.choice([None, -0.3]), shorter=shorter, span=span, until=until))
    spans = list(zip(edges[::2], edges[1::2], strict=True))
    spoken = [(end, start) for (_, end), (start, _) in itertools.pairwise(spans)]
    scenes = [Span(*pair) for pair in itertools.pairwise(cuts)]
    return captions, scenes, room(*spans, spoken=spoken, extended=rng.random() < 0.5, quietest=lambda span: span.middle)


@pytest.mark.parametrize("seed", range(40))
def test_no_other_choice_is_worth_more(seed):
    captions, scenes, free = random_film(random.Random(seed))
    waiting, durations = drafts(captions, [], scenes), Durations(SteadyVoice())
    found = chosen_options(waiting, free, durations)
    assert sum(option.gain for option in found if option) == pytest.approx(best_worth(waiting, free, durations))


def chosen(free, *captions, scenes=()):
    return chosen_options(drafts(captions, [], scenes), free, Durations(SteadyVoice()))


def test_no_captions_give_no_choice():
    assert chosen(room((0, 10))) == []


def test_caption_on_screen_precedes_a_late_one():
    before = Caption("", words(5), span=Span(0, 4))
    now = Caption("", words(5), span=Span(4, 8))
    assert [option and option.span for option in chosen(room((4, 6.1)), before, now)] == [None, Span(4, 6)]
    assert [option.span for option in chosen(room((4, 9)), before, now)] == [Span(4, 6), Span(6.4, 8.4)]


def test_a_surer_sentence_goes_before_a_doubtful_one():
    doubtful = Caption("", words(5), score=-2.0, span=Span(0, 4))
    sure = Caption("", words(5), score=-0.1, span=Span(1, 4))
    assert [option is None for option in chosen(room((1, 3.2)), doubtful, sure)] == [True, False]


def test_two_short_sentences_are_worth_more_than_one_long_one():
    one, two = (Caption("", words(10), shorter=(words(4),), span=Span(at, 8)) for at in (0, 1))
    assert [option.wording.text for option in chosen(room((0, 4.1)), one, two)] == [words(4), words(4)]


def test_a_cue_stays_in_its_scene():
    caption = Caption("", words(5), span=Span(0, 4))
    assert chosen(room((4, 9)), caption, scenes=[Span(0, 4), Span(4, 9)]) == [None]
    assert chosen(room((3.2, 9)), caption, scenes=[Span(0, 4), Span(4, 9)]) == [None]
    (tail,) = chosen(room((2.4, 9)), caption, scenes=[Span(0, 4), Span(4, 9)])
    assert (tail.span.start, tail.rate) == (2.4, 1.05)
    assert 4 < tail.span.end <= 4.4


class Slurred(SteadyVoice):
    """Takes half a second longer when it is hurried than it should."""

    def say(self, text, *, rate=1.0):
        said = super().say(text, rate=min(rate, 1.0))
        return said if rate == 1.0 else super().say(f"{text} and on", rate=rate)


def test_overlong_fast_speech_is_chosen_again():
    caption = Caption("", words(10), span=Span(0, 9))
    free = room((0, 3.9))
    assert chosen(free, caption)[0].rate == 1.05
    (found,) = chosen_options(drafts([caption], [], ()), free, Durations(Slurred()))
    assert found is None or found.span.end <= 3.9
