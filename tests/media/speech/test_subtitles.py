"""Subtitles of every format give the same speech; sounds are not speech."""

import importlib
import os
from fractions import Fraction

import av
import pytest

from cinescribe.errors import SubtitleError
from cinescribe.media.film.probe import probe
from cinescribe.media.speech.subtitles import (
    read_subtitles,
    read_timed_text,
    subtitles_of_file,
    subtitles_of_film,
)
from cinescribe.schema import Film, Speech
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


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "cp1252"])
def test_other_encodings(tmp_path, encoding):
    text = SRT.replace("Hildy", "Zoé")
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    assert read_subtitles(written(tmp_path, mark + text, encoding=encoding))[0].text == "Zoé!"


def test_windows_line_ends(tmp_path):
    assert read_subtitles(written(tmp_path, SRT.replace("\n", "\r\n"))) == EXPECTED


def test_a_missing_empty_line_does_not_swallow_the_next_cue(tmp_path):
    text = "00:00:01,000 --> 00:00:02,000\nYes.\n00:00:02,000 --> 00:00:03,000\nNo.\n"
    assert [one.text for one in read_subtitles(written(tmp_path, text))] == ["Yes.", "No."]


def test_cues_come_in_order_of_time(tmp_path):
    text = "00:00:05,000 --> 00:00:06,000\nLater.\n\n00:00:01,000 --> 00:00:02,000\nFirst.\n"
    assert [one.text for one in read_subtitles(written(tmp_path, text))] == ["First.", "Later."]


def test_webvtt_without_cues_is_silence(tmp_path):
    assert read_subtitles(written(tmp_path, "WEBVTT\n")) == ()


@pytest.mark.parametrize("text", [SRT, VTT, ASS, TTML], ids=["srt", "vtt", "ass", "ttml"])
def test_every_format_tells_when_there_is_a_sound(tmp_path, text):
    assert subtitles_of_file(written(tmp_path, text)).sounds == (Span(5.0, 6.0),)


@pytest.mark.parametrize(
    ("text", "line_break"), [(SRT, "\n"), (VTT, "\n"), (ASS, "\\N"), (TTML, "<br/>")], ids=["srt", "vtt", "ass", "ttml"]
)
def test_speakers_are_known_by_the_lines_of_every_format(tmp_path, text, line_break):
    how, very = ("- How <00:00:03.000>are" if text == VTT else "- How are"), text.index("- Very")
    named = text[:very] + f"MAN: No!{line_break}" + text[very:].replace("- Very", "MARY: Very", 1)
    named = named.replace(how, how.replace("How", "JOHN: How"))
    assert read_subtitles(written(tmp_path, named))[1].text == "- How are you? No! Very well & you?"


def test_a_voice_whose_words_are_not_given_is_neither_speech_nor_a_sound(tmp_path):
    path = written(tmp_path, SRT.replace("[music]", "[speaking French]"))
    assert subtitles_of_file(path).sounds == ()
    assert read_subtitles(path) == EXPECTED


def test_times_of_syllables_mark_a_song(tmp_path):
    path = written(tmp_path, ASS.replace("(door slams)", "{\\k20}door {\\kf30}slams"))
    assert subtitles_of_file(path).sounds == (Span(5.0, 6.0),)


@pytest.fixture
def with_streams(tmp_path):
    """A film with ASS subtitles, some of them forced."""

    def make(*streams):
        path = tmp_path / "film.mkv"
        with av.open(path, "w") as out:
            for _, forced in streams:
                stream = out.add_stream("ass")
                stream.codec_context.subtitle_header = ASS.partition("[Events]")[0].encode()
                if forced:
                    stream.disposition = av.stream.Disposition.forced
            for written, (text, _) in zip(out.streams, streams, strict=True):
                packet = av.Packet(f"0,0,Default,,0,0,0,,{text}".encode())
                packet.stream, packet.pts, packet.dts, packet.duration = written, 1000, 1000, 500
                packet.time_base = Fraction(1, 1000)
                out.mux(packet)
        return Film(str(path), 2.0)

    return make


@pytest.mark.parametrize(
    ("streams", "text"),
    [
        ([("Adieu.", True), ("Hello.", False), ("Hola.", False)], "Hello."),
        ([("Adieu.", True)], "Adieu."),
        ([("JOHN: One,\\Ntwo.", False)], "One, two."),
    ],
)
def test_a_forced_stream_is_read_where_there_is_no_other(with_streams, streams, text):
    (speech,) = subtitles_of_film(with_streams(*streams)).speech
    assert (speech.span, speech.text) == (Span(1.0, 1.5), text)


def test_songs_and_drawings_inside_a_film(with_streams):
    sung = with_streams(("{\\k20}la {\\k30}la", False))
    assert subtitles_of_film(sung) == subtitles.Subtitles(sounds=(Span(1.0, 1.5),))
    drawn = with_streams(("{\\p1}m 0 0 l 100 0 100 100{\\p0}", False))
    assert subtitles_of_film(drawn) == subtitles.Subtitles()


def test_bad_times_name_the_line(tmp_path):
    path = written(tmp_path, SRT.replace("00:00:02,500 --> 00:00:04,000", "00:00:02 -> --> x"))
    with pytest.raises(SubtitleError, match=r"film\.srt', line 6: '00:00:02 -> --> x' came; write it as HH:MM:SS\.mmm"):
        read_subtitles(path)


def test_times_that_run_back_name_the_line(tmp_path):
    path = written(tmp_path, SRT.replace("00:00:04,000", "00:00:02,000"))
    with pytest.raises(SubtitleError, match=r"line 6: .* ends before it begins; correct that line"):
        read_subtitles(path)


@pytest.mark.parametrize("content", [b"", b"Once upon a time", bytes(range(256)) * 4])
def test_no_subtitles(tmp_path, content):
    with pytest.raises(SubtitleError, match=r"film\.srt' has no readable subtitles; give SRT, WebVTT, ASS/SSA or"):
        read_subtitles(written(tmp_path, content))


def test_broken_ass(tmp_path):
    path = written(tmp_path, ASS.replace("0:00:02.50,", "later,"), "film.ass")
    with pytest.raises(
        SubtitleError, match=r"film\.ass', line 11: .*'later' came as a time.*write it as Dialogue: 0,H:MM"
    ):
        read_subtitles(path)


def test_missing_file(tmp_path):
    with pytest.raises(
        SubtitleError, match=r"none\.srt' cannot be read \(No such file or directory\); name an existing"
    ):
        read_subtitles(tmp_path / "none.srt")


def test_a_film_is_no_subtitle_file(tmp_path, monkeypatch):
    monkeypatch.setattr(subtitles, "MAX_BYTES", 100)
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


def test_text_inside_a_film_is_read():
    found = subtitles_of_film(probe(shared("data/video/nasa/nasa_13013.mp4"))).speech
    assert [round(one.span.start, 2) for one in found] == [0.21, 4.26, 8.35, 12.47]
    assert found[1].text == "space telescope in one of the largest cleanrooms in the world"


def test_picture_subtitles_are_skipped():
    film = probe(shared("data/video/popeye/p1.mkv"))
    assert film.first("subtitle") is not None
    assert subtitles_of_film(film).speech == ()


def test_a_damaged_stream_is_reported(monkeypatch):
    def broken(*_):
        raise av.error.InvalidDataError(1, "Invalid data found", "film.mp4")

    monkeypatch.setattr(subtitles, "_packet_cues", broken)
    film = probe(shared("data/video/nasa/nasa_13013.mp4"))
    with pytest.raises(
        SubtitleError,
        match=r"its subtitle stream 2 cannot be read \(Invalid data found\); give a subtitle file \(`subtitles`\)",
    ):
        subtitles_of_film(film)


def test_a_film_without_subtitles_has_none():
    assert subtitles_of_film(probe(shared("data/video/friday/friday.mp4"))).speech == ()


def test_timed_text_includes_sounds_and_descriptions(tmp_path):
    path = tmp_path / "film.vtt"
    path.write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n[music]\n\n00:03.000 --> 00:04.000\nHello.\n")
    assert [cue.text for cue in read_timed_text(path)] == ["[music]", "Hello."]
    assert [speech.text for speech in read_subtitles(path)] == ["Hello."]


@pytest.mark.parametrize("hours", ["9" * 400, "9" * 5000, "9999"])
def test_a_time_that_no_film_has(tmp_path, hours):
    text = f"{hours}:00:01,000 --> {hours}:00:02,000\nYes.\n"
    with pytest.raises(SubtitleError, match=r"line 1: ('9999.* came; write it as|a span came .*; correct that line)"):
        read_subtitles(written(tmp_path, text))


def test_a_character_reference_without_end(tmp_path):
    text = f"00:00:01,000 --> 00:00:02,000\nYes &#{'9' * 5000}; no.\n"
    assert read_subtitles(written(tmp_path, text))[0].text == "Yes \ufffd no."


def test_brackets_inside_brackets_are_one_sound(tmp_path):
    text = "00:00:01,000 --> 00:00:02,000\n(a door (of wood) slams) Who (is there?\n"
    assert read_subtitles(written(tmp_path, text))[0].text == "Who (is there?"


def test_a_pipe_is_no_subtitle_file(tmp_path):
    os.mkfifo(tmp_path / "film.srt")
    with pytest.raises(SubtitleError, match="is a pipe; name a regular file"):
        read_subtitles(tmp_path / "film.srt")
