from fractions import Fraction

import pytest

from cinescribe.errors import RecordError
from cinescribe.timing import Span, between, clock, from_clock, from_pts, joined


def test_a_span_is_half_open():
    span = Span(1, 2)
    assert span.has(1)
    assert not span.has(2)
    assert span.overlap(Span(2, 3)) == 0
    assert span.overlap(Span(1.5, 3)) == 0.5
    assert span.within(Span(2, 3)) is None
    assert span.within(Span(1.5, 3)) == Span(1.5, 2)
    assert span.padded(0.5).shifted(1) == Span(1.5, 3.5)
    assert (span.duration, span.middle) == (1, 1.5)


@pytest.mark.parametrize(("start", "end"), [(2, 1), (float("nan"), 1), (0, float("inf"))])
def test_span_that_ends_before_its_start_is_refused(start, end):
    with pytest.raises(RecordError, match=r"give times of at most 1e.07 s with start <= end"):
        Span(start, end)


def test_spans_join_over_short_pauses():
    assert joined([Span(3, 4), Span(0, 1), Span(1.5, 2)], pause=0.5) == [Span(0, 2), Span(3, 4)]
    assert joined([Span(0, 5), Span(1, 2)]) == [Span(0, 5)]


def test_between_returns_the_gaps_between_spans():
    assert between([Span(1, 2), Span(4, 9)], Span(0, 6)) == [Span(0, 1), Span(2, 4)]
    assert between([], Span(0, 6)) == [Span(0, 6)]
    assert between([Span(-1, 7)], Span(0, 6)) == []
    assert between([Span(7, 8)], Span(0, 6)) == [Span(0, 6)]


def test_pts_survive_conversion_to_seconds():
    base = Fraction(1001, 24000)
    assert all(round(from_pts(pts, base) / base) == pts for pts in (0, 1, 172_799, 10**9))


@pytest.mark.parametrize("time", [0, 0.001, 59.999, 3661.5, 359_999.999])
def test_clock_times_survive_a_round_trip(time):
    assert from_clock(clock(time)) == pytest.approx(time, abs=5e-4)
    assert from_clock(clock(time, mark=",")) == pytest.approx(time, abs=5e-4)


def test_a_clock_time_is_checked():
    assert from_clock("01:02.5") == from_clock("00:01:02.500000000") == 62.5
    assert from_clock("1:00:60") == from_clock("01:01:00.000") == 3660
    with pytest.raises(RecordError, match=r"invalid time '0:75'; expected \[HH:\]MM:SS\.mmm"):
        from_clock("0:75")
    with pytest.raises(RecordError, match=r"invalid time 'soon'"):
        from_clock("soon")
