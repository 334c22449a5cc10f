"""SubRip and WebVTT as the field has them."""

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.speech.cue_blocks import read_cue_blocks
from tests.shared import shared

TWO = "1\n00:00:01,000 --> 00:00:02,000\nYes.\n\n2\n00:00:03,000 --> 00:00:04,000\nNo.\n"
BOTH = [(1, 2, "Yes."), (3, 4, "No.")]


def found(text):
    return [(cue.span.start, cue.span.end, cue.text) for cue in read_cue_blocks(text, name="f").cues]


def damaged(text):
    return [cue.line for cue in read_cue_blocks(text, name="f").damaged]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (",000", ""),
        (",000", ".0"),
        (",000", ".000000000"),
        (",000", ":000"),
        (",000", ";000"),
        ("00:00:0", "00:0"),
        ("00:00:0", "0:00:0"),
        (" --> ", "-->"),
        (" --> ", " -> "),
        (" --> ", " \u2013> "),
        (" --> ", " \u2192 "),
        ("00:00:0", "00: 00: 0"),
        ("\n\n", "\n \n"),
        ("\n\n", "\n"),
        ("\n", "\n\n"),
        ("2\n", ""),
        ("\n2\n", "\n\n\n2 \n"),
        (",000\n", ",000  X1:53 X2:303\n"),
    ],
)
def test_forms_of_two_cues(was, becomes):
    assert found(TWO.replace(was, becomes)) == BOTH
    assert damaged(TWO.replace(was, becomes)) == []


def test_blank_line_inside_a_subrip_text_does_not_end_the_cue():
    assert found(TWO.replace("Yes.", "Yes,\n\nsir.")) == [(1, 2, "Yes,\nsir."), BOTH[1]]


def test_a_cue_that_begins_before_the_film_is_read():
    assert found("1\n-00:00:01,000 --> 00:00:02,000\nYes.\n") == [(-1, 2, "Yes.")]


def test_arrow_in_a_comment_is_ignored():
    text = "WEBVTT\n\nNOTE 00:09.000 --> 00:10.000\nfrom a --> b\n\n00:01.000 --> 00:02.000\nYes.\n"
    assert (found(text), damaged(text)) == ([BOTH[0]], [])
    assert damaged(text.replace("NOTE", "x")) == [3, 4]


def test_only_an_empty_line_ends_a_webvtt_text():
    first = "00:01.000 --> 00:02.000 align:start\n \nYes.\n\nNOTE no\n\n"
    text = f"WEBVTT\nKind: captions\n\n{first}x\n00:03.000 --> 00:04.000\nNo."
    assert found(text) == BOTH


def test_numbers_and_arrows_may_be_words():
    text = TWO.replace("Yes.", "1984\nfrom A\n--> B\nin\n1985\nYes.")
    assert found(text) == [(1, 2, "1984\nfrom A\n--> B\nin\n1985\nYes."), BOTH[1]]


@pytest.mark.parametrize(
    ("was", "becomes", "line"),
    [
        ("00:00:03,000 -->", "00:00:03werwer,000 -->", 6),
        ("00:00:03,000 -->", "-->", 6),
        ("00:00:03,000 --> 00:00:04,000", "00:00:03,000", 6),
        ("00:00:03,000 --> 00:00:04,000", "00:00:03,000 00:00:04,000", 6),
        ("2\n00:00:03,000 --> 00:00:04,000", "00:00:03,000,00:00:04,000", 5),
        ("00:00:04,000", "00:00:02,000", 6),
        ("00:00:03,000 --> 00:00:04,000", "9999:00:03,000 --> 9999:00:04,000", 6),
    ],
)
def test_a_damaged_cue_is_named_by_its_line(was, becomes, line):
    text = TWO.replace(was, becomes) + "\n3\n00:00:05,000 --> 00:00:06,000\nSo.\n"
    assert found(text) == [BOTH[0], (5, 6, "So.")]
    assert damaged(text) == [line]


def test_cue_without_words_does_not_swallow_the_next():
    assert found(TWO.replace("Yes.\n\n2\n", "")) == [(1, 2, ""), BOTH[1]]


def test_a_file_of_which_no_cue_can_be_read_is_refused():
    with pytest.raises(
        SubtitleError, match=r"'f', line 2: unexpected '00:00:03x --> 00:00:04'; write it as HH:MM:SS\.mmm"
    ):
        read_cue_blocks("1\n00:00:03x --> 00:00:04\nYes.\n", name="f")


def test_cases_from_the_field():
    def read(path):
        text = shared(f"data/cases/{path}").read_bytes().decode("utf-8-sig")
        return [(start, text) for start, _, text in found(text.replace("\r\r\n", "\n"))]

    youtube = read("20-youtube-automatic-captions/youtube.vtt")
    assert youtube[0] == (0.03, "good morning all")
    assert read("23-times-without-milliseconds/noms.srt") == [(20, "I also enjoy."), (24, "We truly are.")]
    assert read("24-one-damaged-cue/garbage.srt") == [(20.98, "entry2")]
    assert [text for _, text in read("24-one-damaged-cue/emptycue.srt")] == ["Hello.", "", "Next."]
