"""Segments of a stream in one file: each has the clock that its header gives it."""

import pytest

from cinescribe.media.speech.cue_blocks import read_cue_blocks
from cinescribe.media.speech.vtt_segments import segment_shifts

ONE, TWO = "00:01.000 --> 00:02.000\nYes.\n", "00:03.000 --> 00:04.000\nNo.\n"


def header(ticks, local="00:00:00.000"):
    return f"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{ticks},LOCAL:{local}\n"


@pytest.mark.parametrize(
    ("second", "shift"),
    [
        (header(900_000), 0.0),
        (header(1_800_000), 10.0),
        ("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:10.000, MPEGTS:1800000\n", 0.0),
        ("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:1800000,LOCAL:00:00.000\n", 10.0),
        (header((1 << 33) + 990_000), 1.0),
        (header(450_000, "00:00:05.000"), -10.0),
        ("\ufeffWEBVTT - more\n", 0.0),
        (header("many"), 0.0),
        ("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n", 0.0),
    ],
)
def test_the_clock_of_the_first_segment_is_that_of_the_film(second, shift):
    lines = f"{header(900_000)}\n{ONE}\n{second}\n{TWO}".split("\n")
    assert segment_shifts(lines) == {0: 0.0, 6: pytest.approx(shift)}


def test_ticks_begin_again_at_33_bits():
    lines = (header((1 << 33) - 90_000) + "\n" + header(90_000)).split("\n")
    assert segment_shifts(lines)[3] == 2.0


def test_a_header_ends_a_text_and_a_cue_of_two_segments_is_there_once():
    joined = header(0) + "\n" + ONE + header(0) + "\n" + ONE + "\n1984\n" + TWO + "\n" + header(900_000) + ONE
    found = [(cue.span.start, cue.text) for cue in read_cue_blocks(joined, name="f").cues]
    assert found == [(1.0, "Yes."), (3.0, "No."), (11.0, "Yes.")]


def test_webvtt_signature_inside_a_text_is_a_word():
    (cue,) = read_cue_blocks("WEBVTT\n\n00:01.000 --> 00:02.000\nWrite\nWEBVTT\nfirst.\n", name="f").cues
    assert cue.text == "Write\nWEBVTT\nfirst."
