"""Where the film waits for a cue: over its picture, and in a speech only for somebody who is new."""

import pytest

from cinescribe.describe.placement.drafts import drafts
from cinescribe.describe.placement.options import held_option, spoken_options
from cinescribe.describe.placement.wordings import Durations
from cinescribe.schema import Caption
from cinescribe.timing import Span
from tests.describe.placement.films import gaps, words
from tests.dummies import SteadyVoice

SPEECH = [Span(8, 20)]


def held(*, spoken=SPEECH, free_from=0.0, quietest=lambda span: span.middle, scenes=(), **values):
    caption = Caption("", words(5), span=Span(10, 14), **values)
    (draft,) = drafts([caption], [], scenes)
    return held_option(draft, spoken, free_from, Durations(SteadyVoice()), quietest)


def test_film_waits_between_speeches():
    option = held(spoken=[Span(8, 12), Span(13, 20)])
    assert (option.span, option.pause, option.rate) == (Span(12, 12), 2.0, 1.0)


def test_new_person_may_interrupt_speech_at_the_quietest_moment():
    asked = []

    def quietest(span):
        asked.append(span)
        return 11.25

    option = held(people=("p1",), until=(13.0,), quietest=quietest)
    assert (option.span, asked) == (Span(11.25, 11.25), [Span(10, 13.0)])
    assert held(until=(13.0,), quietest=quietest) is None
    assert option.gain < held(people=("p1",), spoken=()).gain


@pytest.mark.parametrize("quietest", [lambda span: None, lambda span: 15.0])
def test_person_is_not_introduced_over_another_picture(quietest):
    assert held(people=("p1",), until=(13.0,), quietest=quietest) is None


def test_the_film_never_waits_in_another_scene():
    scenes = [Span(0, 14), Span(14, 30)]
    assert held(spoken=[Span(8, 13.9)], scenes=scenes).span.start == 13.9
    assert held(spoken=[Span(8, 14)], scenes=scenes) is None
    assert held(spoken=[Span(8, 14)]).span.start == 14


def test_a_cue_in_another_scene_than_its_own_is_no_option():
    (draft,) = drafts([Caption("", words(5), span=Span(10, 14))], [], [Span(0, 14), Span(14, 30)])
    durations = Durations(SteadyVoice())
    assert not list(spoken_options(draft, gaps((0, 9), (13.9, 30)), 0.0, durations))
    found = spoken_options(draft, gaps((10, 12), (12, 30)), 0.0, durations)
    assert [(one.span, one.gain) for one in found if one.rate == 1.0] == [(Span(10, 12), 1.0), (Span(12, 14), 1.0)]


def test_worth_falls_with_the_delay_within_a_scene():
    (draft,) = drafts([Caption("", words(5), span=Span(10, 14))], [], [Span(0, 30)])
    (normal, *_) = spoken_options(draft, gaps((13, 30)), 0.0, Durations(SteadyVoice()))
    (later, *_) = spoken_options(draft, gaps((17, 30)), 0.0, Durations(SteadyVoice()))
    assert [normal.gain, later.gain] == pytest.approx([0.75, 0.5])
    assert not list(spoken_options(draft, gaps((18.1, 30)), 0.0, Durations(SteadyVoice())))
