import pytest

from cinescribe.corpus.alignment.passages import Passage
from cinescribe.corpus.alignment.segmentation import stretches
from cinescribe.schema import Shot
from cinescribe.timing import Span


def passage(action, *heard, n_unheard=0, opens=False, evidence="heard"):
    return Passage(action, 6, heard, n_unheard, opens, evidence)


def shots(*starts, end, soft=()):
    spans = zip(starts, [*starts[1:], end], strict=True)
    return tuple(Shot(Span(*span), "dissolve" if span[0] in soft else "cut") for span in spans)


def spans(found):
    return [one.span and (one.span.start, one.span.end) for one in found]


def test_passages_end_at_the_cuts_that_make_them_most_alike():
    told = [passage(0, Span(3, 4), opens=True), passage(1), passage(2), passage(3, Span(18, 19))]
    film = shots(0, 5, 7.5, 10, 12, 15, end=20)
    found = stretches(told, unmatched=(), shots=film, duration=20)
    assert spans(found) == [(0, 5), (5, 10), (10, 15), (15, 20)]
    assert all(0.5 < one.certainty <= 1 for one in found)


def test_a_dissolve_begins_the_scene():
    told = [passage(0, Span(3, 4), opens=True), passage(1, Span(12, 13), opens=True)]
    plain = stretches(told, unmatched=(), shots=shots(0, 7, 8, end=15), duration=15)
    soft = stretches(told, unmatched=(), shots=shots(0, 7, 8, end=15, soft=(8,)), duration=15)
    assert spans(soft) == [(0, 8), (8, 15)]
    assert spans(plain) == [(0, 7), (7, 15)]


def test_a_scene_that_is_not_heard_and_has_no_room_is_not_in_the_film():
    told = [
        passage(0, Span(3, 4), opens=True),
        passage(1, n_unheard=2, opens=True, evidence="unheard"),
        passage(2, Span(8, 9), opens=True),
    ]
    found = stretches(told, unmatched=(), shots=shots(0, 5, end=10), duration=10)
    assert spans(found) == [(0, 5), None, (5, 10)]
    assert found[1].filmed < 0.5 < found[0].filmed


def test_what_else_is_said_there_speaks_for_a_scene_that_is_not_heard():
    told = [
        passage(0, Span(3, 4), opens=True),
        passage(1, n_unheard=1, opens=True, evidence="unheard"),
        passage(2, Span(13, 14), opens=True),
    ]
    found = stretches(told, unmatched=(8.0,), shots=shots(0, 5, 10, end=15), duration=15)
    assert spans(found) == [(0, 5), (5, 10), (10, 15)]


def test_without_shots_the_time_is_shared_and_less_certain():
    told = [passage(0, Span(3, 4), opens=True), passage(1), passage(2, Span(13, 14))]
    without = stretches(told, unmatched=(), shots=(), duration=15)
    found = stretches(told, unmatched=(), shots=shots(0, 5, 10, end=15), duration=15)
    assert spans(without)[1] == pytest.approx((5, 10), abs=1.5)
    assert without[1].certainty < found[1].certainty


def test_what_is_told_between_two_lines_without_a_pause_takes_no_time():
    told = [passage(0, Span(0, 4), opens=True), passage(1), passage(2, Span(4, 9))]
    found = stretches(told, unmatched=(), shots=(), duration=10)
    assert spans(found) == [(0, 4), (4, 4), (4, 10)]


def test_nothing_told():
    assert stretches([], unmatched=(), shots=(), duration=10) == []


def test_lines_over_each_other_leave_no_time_between_them():
    told = [passage(0, Span(2, 9), opens=True), passage(1, Span(4, 5)), passage(2, Span(7, 8))]
    found = stretches(told, unmatched=(), shots=(), duration=10)
    assert spans(found) == [(0, 9), (9, 9), (9, 10)]
