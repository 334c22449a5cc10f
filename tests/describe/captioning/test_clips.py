from itertools import pairwise

from hypothesis import given, settings

from cinescribe.describe.captioning.clips import LONGEST_CLIP, lasting_shots, shot_clips
from cinescribe.schema import Shot
from cinescribe.timing import Span
from tests.describe.shot_lists import are_clips_of, shot_lists


def shots(*edges):
    return [Shot(Span(a, b)) for a, b in pairwise(edges)]


def test_clips_follow_shots_and_leave_no_hole():
    found = shot_clips("f", shots(0, 3, 6.5, 9))
    assert [c.span for c in found] == [Span(0, 3), Span(3, 6.5), Span(6.5, 9)]
    assert [c.id for c in found] == ["f-0001", "f-0002", "f-0003"]


def test_short_shots_join_the_one_before():
    assert [c.span for c in shot_clips("f", shots(0, 3, 3.5, 7))] == [Span(0, 3.5), Span(3.5, 7)]
    assert [c.span for c in shot_clips("f", shots(0, 1, 5))] == [Span(0, 5)]


def test_long_shots_are_divided_evenly():
    parts = [c.span for c in shot_clips("f", shots(0, 20))]
    assert len(parts) == 3
    assert parts[0].start == 0
    assert parts[-1].end == 20
    assert all(part.duration <= LONGEST_CLIP for part in parts)


def test_a_film_without_shots_has_no_clips():
    assert shot_clips("f", []) == ()


def test_shots_that_overlap_or_do_not_last_are_cut_all_the_same():
    overlapping = [Shot(Span(0, 4)), Shot(Span(4, 4)), Shot(Span(3.5, 7)), Shot(Span(1, 2))]
    assert [shot.span for shot in lasting_shots(overlapping)] == [Span(0, 4), Span(4, 7)]
    assert [c.span for c in shot_clips("f", overlapping)] == [Span(0, 4), Span(4, 7)]


@settings(max_examples=100, deadline=None)
@given(shot_lists())
def test_any_list_of_shots_is_cut_into_clips(shots):
    assert are_clips_of([clip.span for clip in shot_clips("f", shots)], shots)
