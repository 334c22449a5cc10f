import random

import pytest

from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_times import clock_from_ms, inward_milliseconds, timed_cues, writable
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.timing import Span
from tests.export.texts import a_script


def test_whole_milliseconds_are_exact() -> None:
    # 4.1 * 1000 is 4099.999..., 1.001 * 1000 is 1000.999...: naive flooring would lose a millisecond.
    for whole in range(20_000):
        assert inward_milliseconds(Span(whole / 1000, (whole + 7) / 1000)) == (whole, whole + 7)


def test_rounding_stays_inside_the_span() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        start = chance.uniform(0, 7200)
        span = Span(start, start + chance.uniform(0.002, 9))
        first, last = inward_milliseconds(span)
        assert span.start <= first / 1000 + 1e-9
        assert last / 1000 <= span.end + 1e-9
        assert first <= last


def test_neighbours_that_share_a_boundary_do_not_overlap() -> None:
    boundary = 5.00049
    assert inward_milliseconds(Span(4, boundary))[1] <= inward_milliseconds(Span(boundary, 6))[0]


def test_a_span_inside_one_millisecond_does_not_invert() -> None:
    assert inward_milliseconds(Span(1.0001, 1.0002)) == (1001, 1001)


def test_a_spoken_cue_shorter_than_a_millisecond_is_refused() -> None:
    script = Script(Film("f.mp4", 9), cues=(Cue(Span(1.0001, 1.0002), "Now."),))
    with pytest.raises(RecordError, match=r"cue c1 lasts 0\.000100 s from 1\.000100 s.*whole millisecond"):
        timed_cues(script)


def test_dropped_cues_are_left_out_and_ids_are_kept() -> None:
    assert [timed.cue.id for timed in timed_cues(a_script())] == ["c1", "c2", "c4"]


def test_cues_are_sorted_by_time() -> None:
    script = a_script()
    turned = script.replace(cues=script.cues[::-1])
    assert [timed.start for timed in timed_cues(turned)] == [4100, 9000, 20250]


@pytest.mark.parametrize(
    ("speech", "end"),
    [
        ((), 13_000),
        ((Speech(Span(10.5, 12), "vad"),), 10_500),
        ((Speech(Span(9, 10), "vad"),), 9001),
        ((Speech(Span(7, 9), "vad"),), 13_000),
    ],
)
def test_extended_cue_is_shown_until_voice_ends_or_speech_begins(speech: tuple[Speech, ...], end: int) -> None:
    cue = Cue(Span(9, 9), "P2 enters.", status="extended", pause=4.0)
    (timed,) = timed_cues(Script(Film("f.mp4", 60), speech=speech, cues=(cue,)))
    assert (timed.start, timed.end) == (9000, end)


def test_writable_text_has_no_control_characters_or_blank_lines() -> None:
    assert writable(" One\x00\x1b.\r\n\n \n Two\ud800.\x0bThree\ufffe ") == "One.\nTwo.\nThree"


def test_the_clock_carries_into_hours() -> None:
    assert clock_from_ms(3_599_999 + 1) == "01:00:00.000"
    assert clock_from_ms(83, mark=",") == "00:00:00,083"
