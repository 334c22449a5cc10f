"""Gaps are what padded speech leaves free."""

import pytest

from cinescribe.media.speech.gaps import gaps
from cinescribe.schema import Gap, Speech
from cinescribe.timing import Span


def speech(*spans):
    return tuple(Speech(Span(*span), "vad") for span in spans)


def ends(found):
    return [pytest.approx((gap.span.start, gap.span.end)) for gap in found]


def test_gaps_keep_a_distance_from_speech():
    assert ends(gaps(speech((2, 4), (6, 8)), 10)) == [(0, 1.85), (4.15, 5.85), (8.15, 10)]


def test_film_without_speech_is_one_gap():
    assert gaps((), 5.0) == (Gap(Span(0.0, 5.0)),)


def test_a_film_without_length_has_no_gap():
    assert gaps((), 0.0) == ()


@pytest.mark.parametrize(("pause", "n_gaps"), [(1.5, 1), (1.49, 0), (1.501, 1)])
def test_a_pause_must_leave_1_2_seconds_between_paddings(pause, n_gaps):
    assert len(gaps(speech((0, 3), (3 + pause, 9)), 9)) == n_gaps


def test_the_shortest_gap_can_be_chosen():
    assert ends(gaps(speech((1, 2), (3, 4)), 4, shortest=0.5)) == [(0, 0.85), (2.15, 2.85)]


def test_speech_may_overlap_and_come_in_any_order():
    assert ends(gaps(speech((5, 7), (1, 3), (2, 5.5)), 10)) == [(7.15, 10)]
