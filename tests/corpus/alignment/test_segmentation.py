import pytest

from cinescribe.corpus.alignment.passages import Passage
from cinescribe.corpus.alignment.segmentation import film_segments
from cinescribe.schema import Shot
from cinescribe.timing import Span


def passage(action, *speech, n_unmatched=0, opens_scene=False, evidence="matched"):
    return Passage(action, 6, speech, n_unmatched, opens_scene, evidence)


def shots(*starts, end, soft=()):
    spans = zip(starts, [*starts[1:], end], strict=True)
    return tuple(Shot(Span(*span), "dissolve" if span[0] in soft else "cut") for span in spans)


def spans(found):
    return [one.span and (one.span.start, one.span.end) for one in found]


def test_passages_end_at_the_cuts_that_give_them_equal_lengths():
    passages = [passage(0, Span(3, 4), opens_scene=True), passage(1), passage(2), passage(3, Span(18, 19))]
    film = shots(0, 5, 7.5, 10, 12, 15, end=20)
    found = film_segments(passages, unmatched=(), shots=film, duration=20)
    assert spans(found) == [(0, 5), (5, 10), (10, 15), (15, 20)]
    assert all(0.5 < one.certainty <= 1 for one in found)


def test_a_dissolve_begins_the_scene():
    passages = [passage(0, Span(3, 4), opens_scene=True), passage(1, Span(12, 13), opens_scene=True)]
    plain = film_segments(passages, unmatched=(), shots=shots(0, 7, 8, end=15), duration=15)
    soft = film_segments(passages, unmatched=(), shots=shots(0, 7, 8, end=15, soft=(8,)), duration=15)
    assert spans(soft) == [(0, 8), (8, 15)]
    assert spans(plain) == [(0, 7), (7, 15)]


def test_an_unmatched_scene_without_room_is_not_in_the_film():
    passages = [
        passage(0, Span(3, 4), opens_scene=True),
        passage(1, n_unmatched=2, opens_scene=True, evidence="unmatched"),
        passage(2, Span(8, 9), opens_scene=True),
    ]
    found = film_segments(passages, unmatched=(), shots=shots(0, 5, end=10), duration=10)
    assert spans(found) == [(0, 5), None, (5, 10)]
    assert found[1].filmed < 0.5 < found[0].filmed


def test_unmatched_subtitles_make_an_unmatched_scene_likely():
    passages = [
        passage(0, Span(3, 4), opens_scene=True),
        passage(1, n_unmatched=1, opens_scene=True, evidence="unmatched"),
        passage(2, Span(13, 14), opens_scene=True),
    ]
    found = film_segments(passages, unmatched=(8.0,), shots=shots(0, 5, 10, end=15), duration=15)
    assert spans(found) == [(0, 5), (5, 10), (10, 15)]


def test_without_shots_the_time_is_split_and_less_certain():
    passages = [passage(0, Span(3, 4), opens_scene=True), passage(1), passage(2, Span(13, 14))]
    without = film_segments(passages, unmatched=(), shots=(), duration=15)
    found = film_segments(passages, unmatched=(), shots=shots(0, 5, 10, end=15), duration=15)
    assert spans(without)[1] == pytest.approx((5, 10), abs=1.5)
    assert without[1].certainty < found[1].certainty


def test_a_passage_between_two_speeches_without_a_pause_takes_no_time():
    passages = [passage(0, Span(0, 4), opens_scene=True), passage(1), passage(2, Span(4, 9))]
    found = film_segments(passages, unmatched=(), shots=(), duration=10)
    assert spans(found) == [(0, 4), (4, 4), (4, 10)]


def test_no_passages_give_no_segments():
    assert film_segments([], unmatched=(), shots=(), duration=10) == []


def test_overlapping_speeches_leave_no_time_between_them():
    passages = [passage(0, Span(2, 9), opens_scene=True), passage(1, Span(4, 5)), passage(2, Span(7, 8))]
    found = film_segments(passages, unmatched=(), shots=(), duration=10)
    assert spans(found) == [(0, 9), (9, 9), (9, 10)]
