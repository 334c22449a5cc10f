"""Subtitles of every format give the same speech; sounds are not speech."""

import importlib
import os
import re

import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.speech.subtitles import (
    read_subtitles,
    read_timed_text,
    subtitles_of_file,
)
from cinescribe.schema import Speech
from cinescribe.timing import Span
from tests.shared import shared

subtitles = importlib.import_module("cinescribe.media.speech.subtitles")

SRT = """1
00:00:01,000 --> 00:00:02,500
{\\an8}<i>Hildy!</i>

2
00:00:02,500 --> 00:00:04,000
- How are you?
- Very well &amp; you?

3
00:00:05,000 --> 00:00:06,000
[music]
"""
VTT = """WEBVTT - a title

STYLE
::cue { color: red }

NOTE nothing here

00:01.000 --> 00:02.500 line:80%
<v Walter>Hildy!</v>

two
00:00:02.500 --> 00:00:04.000
- How <00:00:03.000>are you?
- Very well &amp; you?

00:05.000 --> 00:06.000
♪ la la ♪
"""
ASS = """[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,Never shown
Dialogue: 0,0:00:02.50,0:00:04.00,Default,,0,0,0,,- How are you?\\N- Very well & you?
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\pos(10,10)\\i1}Hildy!
Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,(door slams)
Dialogue: 0,0:00:07.00,0:00:08.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}
"""
TTML = """<?xml version="1.0"?>
<tt xmlns="http://www.w3.org/ns/ttml"><body><div>
<p begin="1s" end="2.5s">Hildy!</p>
<p begin="2.5s" end="4s">- How are you?<br/>- Very well &amp; you?</p>
<p begin="5s" end="6s">[music]</p>
</div></body></tt>"""
EXPECTED = (
    Speech(Span(1.0, 2.5), "subtitles", "Hildy!"),
    Speech(Span(2.5, 4.0), "subtitles", "- How are you? - Very well & you?"),
)


def written(tmp_path, text, name="film.srt", encoding="utf-8"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
    return path


@pytest.mark.parametrize("text", [SRT, VTT, ASS, TTML], ids=["srt", "vtt", "ass", "ttml"])
def test_every_format_gives_the_same(tmp_path, text):
    assert read_subtitles(written(tmp_path, text)) == EXPECTED


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [SRT, VTT, ASS], ids=["srt", "vtt", "ass"])
def test_other_encodings_are_detected(tmp_path, text, encoding, mark):
    path = written(tmp_path, mark + text.replace("Hildy", "Zoé"), encoding=encoding)
    assert [line.text for line in read_subtitles(path)] == ["Zoé!", EXPECTED[1].text]


def test_text_of_windows(tmp_path):
    assert read_subtitles(written(tmp_path, SRT.replace("Hildy", "Zoé"), encoding="cp1252"))[0].text == "Zoé!"


@pytest.mark.parametrize("end", ["\r\n", "\r\r\n", "\r", "\n\n"])
def test_other_line_ends(tmp_path, end):
    assert read_subtitles(written(tmp_path, SRT.replace("\n", end))) == EXPECTED


def test_a_missing_empty_line_does_not_swallow_the_next_cue(tmp_path):
    text = "00:00:01,000 --> 00:00:02,000\nYes.\n00:00:02,000 --> 00:00:03,000\nNo.\n"
    assert [one.text for one in read_subtitles(written(tmp_path, text))] == ["Yes.", "No."]


def test_cues_come_in_order_of_time(tmp_path):
    text = "00:00:05,000 --> 00:00:06,000\nLater.\n\n00:00:01,000 --> 00:00:02,000\nFirst.\n"
    assert [one.text for one in read_subtitles(written(tmp_path, text))] == ["First.", "Later."]


def test_webvtt_without_cues_is_silence(tmp_path):
    assert read_subtitles(written(tmp_path, "WEBVTT\n")) == ()


@pytest.mark.parametrize("text", [SRT, VTT, ASS, TTML], ids=["srt", "vtt", "ass", "ttml"])
def test_sounds_are_timed_in_every_format(tmp_path, text):
    assert subtitles_of_file(written(tmp_path, text)).sounds == (Span(5.0, 6.0),)


@pytest.mark.parametrize(
    ("text", "line_break"), [(SRT, "\n"), (VTT, "\n"), (ASS, "\\N"), (TTML, "<br/>")], ids=["srt", "vtt", "ass", "ttml"]
)
def test_speakers_are_known_by_the_lines_of_every_format(tmp_path, text, line_break):
    how, very = ("- How <00:00:03.000>are" if text == VTT else "- How are"), text.index("- Very")
    named = text[:very] + f"MAN: No!{line_break}" + text[very:].replace("- Very", "MARY: Very", 1)
    named = named.replace(how, how.replace("How", "JOHN: How"))
    assert read_subtitles(written(tmp_path, named))[1].text == "- How are you? No! Very well & you?"


def test_speech_without_words_is_neither_speech_nor_a_sound(tmp_path):
    path = written(tmp_path, SRT.replace("[music]", "[speaking French]"))
    assert subtitles_of_file(path).sounds == ()
    assert read_subtitles(path) == EXPECTED


def test_times_of_syllables_mark_a_song(tmp_path):
    path = written(tmp_path, ASS.replace("(door slams)", "{\\k20}door {\\kf30}slams"))
    assert subtitles_of_file(path).sounds == (Span(5.0, 6.0),)


@pytest.mark.parametrize(
    ("text", "wrong", "remark"),
    [
        (
            SRT,
            ("00:00:02,500 -->", "later -->"),
            "line 6. Line 6: unexpected 'later --> 00:00:04,000'; write it as HH:MM",
        ),
        (SRT, ("00:00:04,000", "00:00:02,000"), "line 6. .* ends before it begins; correct that line"),
        (ASS, (": 0,0:00:02.50,", ": 0,later,"), r"line 11. .*invalid time 'later'.*write it as Dialogue: 0,H:MM"),
        (TTML, ('begin="2.5s"', 'begin="later"'), "line 4. .*begin='later' is not a TTML time"),
    ],
    ids=["srt", "back", "ass", "ttml"],
)
def test_a_damaged_cue_is_named_and_the_others_are_kept(tmp_path, caplog, text, wrong, remark):
    path = written(tmp_path, text.replace(*wrong))
    found = subtitles_of_file(path)
    assert found.speech == EXPECTED[:1]
    assert found.sounds == (Span(5, 6),)
    (said,) = found.remarks
    assert re.search(f"film.srt': 1 of 3 subtitles is damaged and left out, {remark}", said)
    assert read_subtitles(path) == EXPECTED[:1]
    assert [cue.span for cue in read_timed_text(path)] == [Span(1, 2.5), Span(5, 6)]
    assert [record.getMessage() for record in caplog.records] == [*found.remarks] * 2


@pytest.mark.parametrize("content", [b"", b"Once upon a time", bytes(range(256)) * 4, b"<SAMI><BODY>"])
def test_file_without_subtitles_is_refused(tmp_path, content):
    with pytest.raises(SubtitleError, match=r"film\.srt' has no readable subtitles; give SRT, WebVTT, ASS/SSA or"):
        read_subtitles(written(tmp_path, content))


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(
        SubtitleError, match=r"none\.srt' cannot be read \(No such file or directory\); name an existing"
    ):
        read_subtitles(tmp_path / "none.srt")


def test_a_film_is_no_subtitle_file(tmp_path, monkeypatch):
    monkeypatch.setattr(subtitles, "MAX_SUBTITLE_BYTES", 100)
    with pytest.raises(SubtitleError, match="has more than the 100 bytes"):
        read_subtitles(written(tmp_path, SRT))


def test_captions_of_a_film_in_five_languages():
    for language in ("ar", "en", "ja", "ru", "sv"):
        found = read_subtitles(shared(f"data/text/elephants_dream_vtt/captions.{language}.vtt"))
        assert 70 < len(found) < 90
        assert found[-1].span.end < 653


def test_songs_in_brackets_do_not_count():
    found = read_subtitles(shared("data/video/popeye/p1.eng.srt"))
    assert len(found) == 13
    assert not any("barking" in str(one.text) or "[" in str(one.text) for one in found)


def test_timed_text_includes_sounds_and_descriptions(tmp_path):
    path = tmp_path / "film.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n[music]\n\n00:03.000 --> 00:04.000\nHello.\n")
    assert [cue.text for cue in read_timed_text(path)] == ["[music]", "Hello."]
    assert [speech.text for speech in read_subtitles(path)] == ["Hello."]


@pytest.mark.parametrize("hours", ["9" * 400, "9" * 5000, "9999"])
def test_a_time_that_no_film_has(tmp_path, hours):
    text = f"{hours}:00:01,000 --> {hours}:00:02,000\nYes.\n"
    with pytest.raises(
        SubtitleError, match=r"line 1: (unexpected '9999.*; write it as|a span runs .*; correct that line)"
    ):
        read_subtitles(written(tmp_path, text))


def test_a_character_reference_without_end(tmp_path):
    text = f"00:00:01,000 --> 00:00:02,000\nYes &#{'9' * 5000}; no.\n"
    assert read_subtitles(written(tmp_path, text))[0].text == "Yes \ufffd no."


def test_nested_brackets_are_one_sound(tmp_path):
    text = "00:00:01,000 --> 00:00:02,000\n(a door (of wood) slams) Who (is there?\n"
    assert read_subtitles(written(tmp_path, text))[0].text == "Who (is there?"


def test_a_pipe_is_no_subtitle_file(tmp_path):
    os.mkfifo(tmp_path / "film.srt")
    with pytest.raises(SubtitleError, match="is a pipe; name a regular file"):
        read_subtitles(tmp_path / "film.srt")
