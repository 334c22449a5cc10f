import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinescribe.describe.captioning.event_segmentation import event_clips
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.schema import Shot, Speech
from cinescribe.timing import Span
from tests.describe.shot_lists import are_clips_of, shot_lists

WIDTH, PLACE, SCALE = 190, slice(128, 138), slice(139, 142)


def shots(*edges, blends=()):
    """Shots between edges; those that open at one of `blends` open with a dissolve."""
    return [
        Shot(Span(start, end), *(("dissolve", Span(start - 0.4, start + 0.4)) if start in blends else ()))
        for start, end in itertools.pairwise(edges)
    ]


def pictures(end, *, place=lambda time: 0.0, scale=lambda time: 0.0, jump=None):
    """Rows five times a second; every number of place and scale is what it is then."""
    times = np.arange(0, end, 0.2)
    rows = np.zeros((len(times), WIDTH), np.float32)
    rows[:, PLACE] = np.array([place(time) for time in times])[:, None]
    rows[:, SCALE] = np.array([scale(time) for time in times])[:, None]
    if jump is not None:
        rows[times > jump, : PLACE.start] = 1.6
    return TimedFeatures(times, rows)


def starts(found):
    return [round(clip.span.start, 2) for clip in found][1:]


def found(edges, *, speech=(), blends=(), **seen):
    end = edges[-1]
    return event_clips("f", shots(*edges, blends=blends), speech=speech, pictures=pictures(end, **seen))


def alternating(*edges):
    """A scale that changes at every cut, as it does within one beat."""
    return lambda time: 1.4 * (np.searchsorted(edges, time + 1e-6) % 2)


def test_short_shots_are_gathered_to_a_usual_length():
    edges = (0, 2, 5.5, 7.5, 11, 13, 16.5)
    clips = found(edges, scale=alternating(*edges))
    assert starts(clips) == [5.5, 11]
    assert [clip.id for clip in clips] == ["f-0001", "f-0002", "f-0003"]
    assert clips[-1].span.end == 16.5


def test_no_holes_and_no_second_twice():
    clips = found((0, 1, 2.5, 9, 12, 40, 41), scale=alternating(1, 2.5, 9))
    assert clips[0].span.start == 0
    assert all(a.span.end == b.span.start for a, b in itertools.pairwise(clips))
    assert clips[-1].span.end == 41


@pytest.mark.parametrize("cut", [5, 6])
def test_the_place_decides_between_two_cuts(cut):
    edges = (0, 2.5, 5, 6, 8.5, 11)
    clips = found(edges, scale=alternating(*edges), place=lambda time: 1.5 * (time >= cut))
    assert starts(clips) == [cut]


def test_a_blend_parts_and_a_speech_joins():
    edges = (0, 2.5, 5, 6, 8.5, 11)
    free = starts(found(edges, scale=alternating(*edges)))
    other = next(cut for cut in (5, 6) if cut not in free)
    assert starts(found(edges, scale=alternating(*edges), blends=(other,))) == [other]
    line = Speech(Span(free[0] - 0.5, free[0] + 0.3), "vad")
    assert starts(found(edges, scale=alternating(*edges), speech=[line])) == [other]


def test_a_cut_that_keeps_the_scale_turns_to_something_else():
    edges = (0, 2.5, 5, 6, 8.5, 11)
    for same in (5, 6):
        changing = [edge for edge in edges if edge != same]
        assert starts(found(edges, scale=alternating(*changing))) == [same]


def test_a_cut_that_was_missed_shows_as_a_jump():
    assert starts(found((0, 11), jump=5.5)) == [5.5]
    assert starts(found((0, 11))) == []
    assert starts(found((0, 11), jump=10.6)) == []  # too near to the edge to be another cut


def test_short_shots_are_joined_with_a_neighbour():
    rng = np.random.default_rng(0)
    for _ in range(20):
        lengths = [length for _ in range(6) for length in (rng.uniform(1.5, 2.25), rng.uniform(2.5, 4.5))]
        edges = tuple(np.cumsum([0, *lengths]))
        assert min(clip.span.duration for clip in found(edges, scale=alternating(*edges))) > 2.5


def test_film_of_one_shot_is_one_event_and_film_without_shots_none():
    assert [clip.span for clip in found((0, 3.0))] == [Span(0, 3.0)]
    assert event_clips("f", [], speech=[], pictures=pictures(0)) == ()
    assert len(event_clips("f", shots(0, 4, 9), speech=[], pictures=pictures(0.1))) == 2


def test_a_last_shot_shorter_than_the_margin_of_a_cut():
    edges = (0, 5, 70.452, 70.6)
    clips = found(edges, place=lambda time: 1.5 * (time >= 70.452))
    assert clips[-1].span.end == 70.6


@settings(max_examples=100, deadline=None)
@given(shot_lists(), st.booleans())
def test_any_list_of_shots_is_cut_into_events(shots, is_seen):
    seen = pictures(40 if is_seen else 0, place=lambda time: time % 3, jump=11.5)
    clips = event_clips("f", shots, speech=[Speech(Span(1, 5), "vad")], pictures=seen)
    assert are_clips_of([clip.span for clip in clips], shots)
