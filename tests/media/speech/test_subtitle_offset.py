"""Subtitles on the time code of a broadcast."""

import pytest

from cinescribe.media.speech.subtitle_offset import on_film_clock
from cinescribe.media.speech.subtitles import Subtitles, subtitles_of_file
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.shared import shared

HOUR = 3600.0


def lines(*starts, sounds=()):
    speech = tuple(Speech(Span(start, start + 2), "subtitles", "Yes.") for start in starts)
    return Subtitles(speech, tuple(Span(start, start + 1) for start in sounds), ("before",))


def starts(found):
    return [line.span.start for line in found.speech]


@pytest.mark.parametrize(
    ("hours", "duration", "first", "last"),
    [(10, 60, 7, 40), (1, 60, 7, 40), (1, 1.5 * HOUR, 7, 1.4 * HOUR), (10, 2 * HOUR, 3, 1.9 * HOUR)],
)
def test_whole_hours_are_subtracted_if_they_explain_the_offset(hours, duration, first, last):
    found = on_film_clock(lines(*(hours * HOUR + each for each in (first, last))), duration, name="f.srt")
    assert starts(found) == [first, last]
    assert found.remarks[0] == "before"
    assert (
        f"'f.srt': the subtitles begin at {hours:02}:00:0{first}.000, the time code of a broadcast" in found.remarks[1]
    )
    assert f"moved {hours} hour" in found.remarks[1]


def test_a_leader_before_the_hour_is_cut_at_the_beginning_of_the_film():
    found = on_film_clock(lines(10 * HOUR - 30, 10 * HOUR - 1, 10 * HOUR + 80, sounds=(36005,)), 90.0, name="f.srt")
    assert starts(found) == [0, 80]
    assert found.sounds == (Span(5, 6),)


@pytest.mark.parametrize("duration", [60.0, 3 * HOUR])
def test_subtitles_inside_the_film_stay(duration):
    inside = lines(2, 55)
    assert on_film_clock(inside, duration, name="f.srt") is inside
    assert on_film_clock(Subtitles(), duration, name="f.srt") == Subtitles()


@pytest.mark.parametrize("where", [(2, 70), (36000, 36070), (1800, 1802)])
def test_subtitles_of_another_cut_are_kept_and_reported(where):
    found = on_film_clock(lines(*where), 60.0, name="f.srt")
    assert starts(found) == list(where)
    assert "of 2 subtitles begin after the film's end at 00:01:00.000, the last at" in found.remarks[1]
    assert "no whole number of hours explains it: give those of this cut, or shift them" in found.remarks[1]


def test_a_case_from_the_field():
    found = on_film_clock(subtitles_of_file(shared("data/cases/26-ten-hours-offset/off10.srt")), 15.0, name="f.srt")
    assert [round(start, 3) for start in starts(found)] == [7.35, 9.782]
