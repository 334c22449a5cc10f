"""Reads speech from subtitles: SRT, WebVTT, ASS/SSA and TTML files, and text streams in films."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import av
from av.container import InputContainer
from av.error import FFmpegError
from av.stream import Disposition
from av.subtitles.stream import SubtitleStream
from av.subtitles.subtitle import AssSubtitle

from cinescribe.errors import RecordError, SubtitleError, brief
from cinescribe.input_files import read_bytes
from cinescribe.media.film.container import film_start, opened
from cinescribe.media.speech.caption_text import in_one_line, names_voice, spoken_words, without_tags
from cinescribe.media.speech.substation import is_drawing, is_sung, read_substation, split_overrides
from cinescribe.media.speech.ttml import TimedText, read_ttml
from cinescribe.schema import Film, Speech
from cinescribe.timing import Seconds, Span, from_clock, from_pts

MAX_BYTES = 32 << 20  # the subtitles of a long film take a hundredth of it

_ARROW = "-->"
_TIMES = re.compile(r"([\d:.,]{1,20})\s*-->\s*([\d:.,]{1,20})(?:\s.*)?")


@dataclass(frozen=True)
class Subtitles:
    """What subtitles say about the sound of a film.

    Args:
        speech: spoken words, in order, without names of speakers and sounds.
        sounds: when they name a sound, music or a song and nobody who speaks, in order.
    """

    speech: tuple[Speech, ...] = ()
    sounds: tuple[Span, ...] = ()


def read_subtitles(path: str | PathLike[str]) -> tuple[Speech, ...]:
    """Read the speech of a subtitle file, in order, without cues that only describe sounds.

    Args:
        path: a file in a format of `read_timed_text`.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.

    Example:
        >>> read_subtitles("film.srt")[0].text  # doctest: +SKIP
        'Hildy!'
    """
    return subtitles_of_file(path).speech


def subtitles_of_file(path: str | PathLike[str]) -> Subtitles:
    """Read the speech and the named sounds of a subtitle file.

    Args:
        path: a file in a format of `read_timed_text`.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.
    """
    return _subtitles(_lines_of_file(Path(path)))


def read_timed_text(path: str | PathLike[str]) -> list[TimedText]:
    """Read all text of a subtitle file, including sounds and descriptions, each in one line.

    The content decides the format: SRT, WebVTT, ASS/SSA, TTML (DFXP, IMSC, EBU-TT, DAPT). Text is UTF-8, UTF-16 with a
    byte order mark, or else Western European.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.
    """
    return [TimedText(cue.span, in_one_line(cue.text), cue.spoken) for cue in _lines_of_file(Path(path))]


def subtitles_of_film(film: Film) -> Subtitles:
    """Read the first text subtitle stream of a film, or a forced one if there is no other; nothing if there is none.

    Forced subtitles translate only foreign speech. Picture subtitles (DVD, Blu-ray) have no text and are skipped.

    Raises:
        FilmError: when the film cannot be opened.
        SubtitleError: when the stream is damaged.
    """
    with opened(film.path) as container:
        start = float(film_start(container))
        of_text = [stream for stream in container.streams.subtitles if _has_text(stream)]
        # The sort is stable: the first full stream comes before the forced ones.
        for stream in sorted(of_text, key=lambda stream: Disposition.forced in stream.disposition):
            try:
                return _subtitles(list(_packet_cues(container, stream, start)))
            except (FFmpegError, RecordError) as error:
                reason = error.strerror if isinstance(error, FFmpegError) else error
                raise SubtitleError(
                    f"{film.path!r}: its subtitle stream {stream.index} cannot be read ({reason}); "
                    "give a subtitle file (`subtitles`)"
                ) from error
    return Subtitles()


def _has_text(stream: SubtitleStream) -> bool:
    return stream.codec_context is not None and av.Codec(stream.codec_context.name, "r").text_sub


def _subtitles(cues: list[TimedText]) -> Subtitles:
    speech, sounds = [], []
    for cue in sorted(cues, key=lambda cue: cue.span):
        if cue.span.duration <= 0 or cue.span.end <= 0:
            continue
        span = Span(max(cue.span.start, 0.0), cue.span.end)
        words = spoken_words(cue.text) if cue.spoken else ""
        if words:
            speech.append(Speech(span, "subtitles", words))
        # "[speaking French]" leaves it to the voice detector when exactly somebody speaks.
        elif cue.text.strip() and not names_voice(cue.text):
            sounds.append(span)
    return Subtitles(tuple(speech), tuple(sounds))


def _lines_of_file(path: Path) -> list[TimedText]:
    name = str(path)
    try:
        raw = read_bytes(path, max_bytes=MAX_BYTES)
    except RecordError as error:
        raise SubtitleError(str(error)) from error
    start = raw.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1]
    if start == b"<":
        return read_ttml(raw, name=name)
    text = _decoded(raw)
    if re.search(r"^\[Script Info\]", text, re.MULTILINE | re.IGNORECASE):
        return read_substation(text, name=name)
    if _ARROW not in text and not text.startswith("WEBVTT"):
        raise SubtitleError(f"{name!r} has no readable subtitles; give SRT, WebVTT, ASS/SSA or TTML")
    return list(_cues(text, name))


def _decoded(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _cues(text: str, name: str) -> Iterator[TimedText]:
    """Yield the cues of SRT or WebVTT: a line of times, then lines of text until an empty line."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if _ARROW not in line:
            continue
        span = _cue_span(line.strip(), f"{name!r}, line {number}")
        end = number
        while end < len(lines) and lines[end].strip() and _ARROW not in lines[end]:
            end += 1
        yield TimedText(span, without_tags("\n".join(lines[number:end])))


def _cue_span(line: str, where: str) -> Span:
    match = _TIMES.fullmatch(line)
    try:
        if match is None:
            raise RecordError("no two times")
        start, end = from_clock(match[1]), from_clock(match[2])
    except RecordError as error:
        raise SubtitleError(f"{where}: {brief(line)} came; write it as HH:MM:SS.mmm --> HH:MM:SS.mmm") from error
    if end < start:
        raise SubtitleError(f"{where}: {brief(line)} ends before it begins; correct that line")
    try:
        return Span(start, end)
    except RecordError as error:
        raise SubtitleError(f"{where}: {error}; correct that line") from error


def _packet_cues(container: InputContainer, stream: SubtitleStream, film_start: Seconds) -> Iterator[TimedText]:
    for packet in container.demux(stream):
        if packet.pts is None or not packet.duration or packet.time_base is None:
            continue
        start, end = (
            from_pts(pts, packet.time_base) - film_start for pts in (packet.pts, packet.pts + packet.duration)
        )
        events = [text for text in packet.decode() if isinstance(text, AssSubtitle)]
        lines = "\n".join(event.dialogue.decode(errors="replace") for event in events)
        _, overrides = split_overrides(lines)
        if not is_drawing(overrides):
            yield TimedText(Span(start, end), without_tags(lines), spoken=not is_sung(overrides))
