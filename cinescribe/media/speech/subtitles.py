"""Reads speech from subtitles: SRT, WebVTT, ASS/SSA and TTML files, and text streams in films."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import av
import pysubs2
from av.container import InputContainer
from av.error import FFmpegError
from av.stream import Disposition
from av.subtitles.stream import SubtitleStream
from av.subtitles.subtitle import AssSubtitle

from cinescribe.errors import SubtitleError
from cinescribe.media.film.container import film_start, opened
from cinescribe.media.speech.caption_text import in_one_line, names_voice, spoken_words, without_tags
from cinescribe.media.speech.ttml import TimedText, read_ttml
from cinescribe.schema import Film, Speech
from cinescribe.timing import Seconds, Span, from_pts

MAX_BYTES = 32 << 20  # the subtitles of a long film take a hundredth of it

_ARROW = "-->"
_TIMES = re.compile(
    r"(?:(?P<h1>\d+):)?(?P<m1>\d{1,2}):(?P<s1>\d{1,2}[.,]\d{1,3})\s*-->\s*"
    r"(?:(?P<h2>\d+):)?(?P<m2>\d{1,2}):(?P<s2>\d{1,2}[.,]\d{1,3})(?:\s.*)?"
)
_KARAOKE = re.compile(r"\{[^}]*\\[kK][fo]?\d")  # ASS: times of syllables that are sung
_DRAWING = re.compile(r"\{[^}]*\\p[1-9]")  # ASS: vectors instead of text


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
            except FFmpegError as error:
                raise SubtitleError(
                    f"{film.path!r}: its subtitle stream {stream.index} cannot be read ({error.strerror}); "
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
    name, raw = str(path), _bytes(path)
    start = raw.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[:1]
    if start == b"<":
        return read_ttml(raw, name=name)
    text = _decoded(raw)
    if re.search(r"^\[Script Info\]", text, re.MULTILINE | re.IGNORECASE):
        return _ass_cues(text, name)
    if _ARROW not in text and not text.startswith("WEBVTT"):
        raise SubtitleError(f"{name!r} has no readable subtitles; give SRT, WebVTT, ASS/SSA or TTML")
    return list(_cues(text, name))


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SubtitleError(f"{str(path)!r} is larger than {MAX_BYTES >> 20} MB; give a subtitle file")
        return path.read_bytes()
    except OSError as error:
        raise SubtitleError(
            f"{str(path)!r} cannot be read ({error.strerror}); name an existing subtitle file"
        ) from error


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
        span = _cue_span(line, f"{name!r}, line {number}")
        below = lines[number:]
        ends = next((n for n, text in enumerate(below) if not text.strip() or _ARROW in text), len(below))
        yield TimedText(span, without_tags("\n".join(below[:ends])))


def _cue_span(line: str, where: str) -> Span:
    match = _TIMES.fullmatch(line.strip())
    if match is None:
        raise SubtitleError(f"{where}: {line.strip()!r} came; write it as HH:MM:SS.mmm --> HH:MM:SS.mmm")
    start, end = (
        int(match[f"h{n}"] or 0) * 3600 + int(match[f"m{n}"]) * 60 + float(match[f"s{n}"].replace(",", "."))
        for n in (1, 2)
    )
    if end < start:
        raise SubtitleError(f"{where}: {line.strip()!r} ends before it begins; correct that line")
    return Span(start, end)


def _ass_cues(text: str, name: str) -> list[TimedText]:
    try:
        events = pysubs2.SSAFile.from_string(text, format_="ass").events
    except (pysubs2.exceptions.Pysubs2Error, ValueError, IndexError) as error:
        raise SubtitleError(
            f"{name!r} is not readable ASS/SSA ({error}); save it again with a subtitle editor"
        ) from error
    shown = [event for event in events if not event.is_comment and not event.is_drawing and event.start <= event.end]
    return [
        TimedText(
            Span(one.start / 1000, one.end / 1000),
            without_tags(one.plaintext),
            spoken=_KARAOKE.search(one.text) is None,
        )
        for one in shown
    ]


def _packet_cues(container: InputContainer, stream: SubtitleStream, film_start: Seconds) -> Iterator[TimedText]:
    for packet in container.demux(stream):
        if packet.pts is None or not packet.duration or packet.time_base is None:
            continue
        start, end = (
            from_pts(pts, packet.time_base) - film_start for pts in (packet.pts, packet.pts + packet.duration)
        )
        events = [text for text in packet.decode() if isinstance(text, AssSubtitle)]
        lines = "\n".join(event.dialogue.decode(errors="replace") for event in events)
        if _DRAWING.search(lines) is None:
            yield TimedText(Span(start, end), without_tags(lines), spoken=_KARAOKE.search(lines) is None)
