import random

import pytest

from cinescribe.errors import RecordError
from cinescribe.export.tracks.cue_times import clock_of, milliseconds, timed_cues, written
from cinescribe.schema import Cue, Film, Script, Speech
from cinescribe.timing import Span
from tests.export.texts import a_script


def test_a_time_on_the_grid_stays_whatever_its_float_says() -> None:
    # 4.1 * 1000 is 4099.999..., 1.001 * 1000 is 1000.999...: naive flooring would lose a millisecond.
    for whole in range(20_000):
        assert milliseconds(Span(whole / 1000, (whole + 7) / 1000)) == (whole, whole + 7)


def test_rounding_never_leaves_the_span() -> None:
    chance = random.Random(3)
    for _ in range(2000):
        start = chance.uniform(0, 7200)
        span = Span(start, start + chance.uniform(0.002, 9))
        first, last = milliseconds(span)
        assert span.start <= first / 1000 + 1e-9
        assert last / 1000 <= span.end + 1e-9
        assert first <= last


def test_neighbours_that_share_a_boundary_do_not_overlap() -> None:
    boundary = 5.00049
    assert milliseconds(Span(4, boundary))[1] <= milliseconds(Span(boundary, 6))[0]


def test_a_span_inside_one_millisecond_does_not_invert() -> None:
    assert milliseconds(Span(1.0001, 1.0002)) == (1001, 1001)


def test_a_spoken_cue_shorter_than_a_millisecond_is_refused() -> None:
    script = Script(Film("f.mp4", 9), cues=(Cue(Span(1.0001, 1.0002), "Now."),))
    with pytest.raises(RecordError, match=r"cue c1 came with 0\.000100 s from 1\.000100 s.*whole millisecond"):
        timed_cues(script)


def test_ids_count_all_cues_and_dropped_ones_are_not_heard() -> None:
    assert [timed.id for timed in timed_cues(a_script())] == ["c1", "c2", "c4"]


def test_cues_come_by_time() -> None:
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
def test_an_extended_cue_is_shown_until_the_voice_is_done_or_somebody_speaks(
    speech: tuple[Speech, ...], end: int
) -> None:
    cue = Cue(Span(9, 9), "P2 enters.", status="extended", pause=4.0)
    (timed,) = timed_cues(Script(Film("f.mp4", 60), speech=speech, cues=(cue,)))
    assert (timed.start, timed.end) == (9000, end)


def test_written_drops_what_no_file_can_hold() -> None:
    assert written(" One\x00\x1b.\r\n\n \n Two\ud800.\x0bThree\ufffe ") == "One.\nTwo.\nThree"


def test_clock_of_carries_into_hours() -> None:
    assert clock_of(3_599_999 + 1) == "01:00:00.000"
    assert clock_of(83, mark=",") == "00:00:00,083"
