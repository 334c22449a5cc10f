from pathlib import Path

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.track_rows import NamedRow, srt_rows, vtt_rows

PATH = Path("in.vtt")


def vtt(text: str) -> list[CueRow]:
    return [named.row for named in vtt_rows(text.split("\n"), path=PATH, known=("c1", "c2", "c3"))]


def test_identifiers_that_are_known_are_ids() -> None:
    text = (
        "WEBVTT\n\nc1\n00:01.000 --> 00:02.000\nOne.\n\n"
        "c2 extended: film waits 4.000 s at 3.000 s\n00:03.000 --> 00:04.000\nTwo.\n\n"
        "7\n00:05.000 --> 00:06.000\nThree.\n\n00:07.000 --> 00:08.000\nFour.\n"
    )
    assert vtt(text) == [
        CueRow("c1", 1.0, 2.0, "One.", None, "spoken", None, None, 3),
        CueRow("c2", 3.0, 3.0, "Two.", None, "extended", None, None, 7),
        CueRow(None, 5.0, 6.0, "Three.", None, None, None, None, 11),
        CueRow(None, 7.0, 8.0, "Four.", None, None, None, None, 15),
    ]


def test_words_after_a_blank_line_are_not_lost() -> None:
    text = (
        "webvtt\n\nNOTE\nkind: descriptions\n\nc1\n0:01 \u2013> 1:02,5 align:start\nOne.\n\nMore of it.\n\nc3 sits.\n\n"
        "c2\n\n00:01:03 \u2192 00:01:04\nTwo.\n\nNOTE c3 does not fit\n\nc3\n00:01:05.000-->00:01:06.000\nThree.\n"
    )
    assert [(row.id, row.start, row.end, row.text) for row in vtt(text)] == [
        ("c1", 1.0, 62.5, "One.\nMore of it.\nc3 sits."),
        ("c2", 63.0, 64.0, "Two."),
        ("c3", 65.0, 66.0, "Three."),
    ]


def test_words_that_look_like_a_timing_are_words() -> None:
    text = "WEBVTT\n\nc1\n00:01.000 --> 00:02.000\nfrom\n1:10 -&gt; 1:20\n1:12 -> 1:15\n"
    assert [row.text for row in vtt(text)] == ["from\n1:10 -> 1:20\n1:12 -> 1:15"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("WEBVTT\n\nlost words\n", r"'in\.vtt', line 3: found 'lost words'; expected 'START --> END' before a cue's"),
        ("WEBVTT\n\nNOTE x\n\nlost words\n", r"line 5: found 'lost words'"),
        ("WEBVTT\n\nc1\n0:01 --> 0:75\nx\n", r"line 4: invalid time '0:75'"),
        ("WEBVTT\n\nc1\n0:03 --> 0:02\nx\n", r"line 4: a span runs from 3\.0 to 2\.0"),
        ("c1\n0:01 --> 0:02\nx\n", r"line 1: found 'c1'; a WebVTT file begins with 'WEBVTT'"),
    ],
)
def test_a_bad_track_is_named_with_its_line(text: str, words: str) -> None:
    with pytest.raises(SubtitleError, match=words):
        vtt(text)


def test_counters_name_the_rows_of_subrip() -> None:
    first, second = "7\n0:01 \u2192 0:02\nOne.\n\nMore.\n", "00:00:03,000 --> 00:00:04,000\n"
    text = f"{first}\n{second}\n9\n00:00:05,000 --> 00:00:06,500\nTwo.\n"
    assert srt_rows(text.split("\n"), path=PATH, known=()) == [
        NamedRow("7", CueRow(None, 1.0, 2.0, "One.\nMore.", line=2)),
        NamedRow("", CueRow(None, 3.0, 4.0, "", line=7)),
        NamedRow("9", CueRow(None, 5.0, 6.5, "Two.", line=10)),
    ]


def test_long_lines_take_no_time() -> None:
    line = "<" * 100_000 + "-" * 100_000 + "{\\" * 100_000
    assert vtt(f"WEBVTT\n\nc1\n00:01.000 --> 00:02.000\n{line}\n")[0].id == "c1"
    assert len(srt_rows(f"1\n00:00:01,000 --> 00:00:02,000\n{line}\n".split("\n"), path=PATH, known=())) == 1


# As pysubs2 1.8.1 saves our WebVTT.
_SAVED = """WEBVTT

1
00:00:01.000 --> 00:00:02.000
One.
NOTE
c2 does not fit: too long by 1 s
c2

2
00:00:03.000 --> 00:00:04.000
Two &amp;
more.
c3 extended: film waits 2.500 s at 5.000 s

3
00:00:05.000 --> 00:00:06.000
Three.
"""


@pytest.mark.parametrize("is_webvtt", [True, False])
def test_ids_and_comments_saved_as_words_are_removed(is_webvtt: bool) -> None:
    lines, known = _SAVED.split("\n"), ("c1", "c2", "c3")
    rows = vtt_rows(lines, path=PATH, known=known) if is_webvtt else srt_rows(lines[2:], path=PATH, known=known)
    assert [named.row.text for named in rows] == ["One.", "Two &\nmore.", "Three."]
    assert [named.name for named in rows] == ["" if is_webvtt else "1", "c2", "c3"]
    assert [named.row.id for named in rows] == [None] * 3
