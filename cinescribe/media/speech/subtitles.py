"""Reads speech from subtitle files: SubRip, WebVTT, ASS/SSA and TTML."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.input_files import read_bytes, with_line_feeds
from cinescribe.media.speech.caption_text import in_one_line, names_voice, subtitle_words
from cinescribe.media.speech.cue_blocks import ARROW, read_cue_blocks
from cinescribe.media.speech.substation import read_substation
from cinescribe.media.speech.timed_text import TimedText, TimedTextFile, damage_remark
from cinescribe.media.speech.ttml import read_ttml
from cinescribe.media.speech.vtt_segments import SIGNATURE
from cinescribe.schema import Speech
from cinescribe.timing import Span

MAX_SUBTITLE_BYTES = 32 << 20  # the subtitles of a long film take a hundredth of it

_SAMI = b"<sami"  # the beginning of a format that looks like XML and is none

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Subtitles:
    """What subtitles say about the sound of a film.

    Args:
        speech: spoken words, in order, without names of speakers and sounds.
        sounds: when they name a sound, music or a song but no speaker, in order.
        remarks: what their editor should know, such as damaged cues; one line each.
    """

    speech: tuple[Speech, ...] = ()
    sounds: tuple[Span, ...] = ()
    remarks: tuple[str, ...] = ()


def read_subtitles(path: str | PathLike[str]) -> tuple[Speech, ...]:
    """Read the speech of a subtitle file, in order, without cues that only describe sounds.

    A warning in the log names damaged cues, which are left out.

    Args:
        path: a file in a format of `read_timed_text`.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.

    Example:
        >>> read_subtitles("film.srt")[0].text  # doctest: +SKIP
        'Hildy!'
    """
    found = subtitles_of_file(path)
    for remark in found.remarks:
        _log.warning(remark)
    return found.speech


def subtitles_of_file(path: str | PathLike[str]) -> Subtitles:
    """Read the speech and the named sounds of a subtitle file; damaged cues are left out and named in its remarks.

    Args:
        path: a file in a format of `read_timed_text`.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.
    """
    found = _read(Path(path))
    remark = damage_remark(found, name=str(path))
    return heard_text(found.cues, remarks=() if remark is None else (remark,))


def read_timed_text(path: str | PathLike[str]) -> list[TimedText]:
    """Read all text of a subtitle file, including sounds and descriptions, each in one line.

    The content decides the format: SubRip, WebVTT, ASS/SSA, TTML (DFXP, IMSC, EBU-TT, DAPT). Text is UTF-8, UTF-16, or
    else Western European. A warning in the log names damaged cues, which are left out.

    Raises:
        SubtitleError: when the file cannot be read, or has another format; the message names the line where possible.
    """
    found = _read(Path(path))
    if remark := damage_remark(found, name=str(path)):
        _log.warning(remark)
    return [TimedText(cue.span, in_one_line(cue.text), cue.spoken) for cue in found.cues]


def heard_text(cues: Iterable[TimedText], *, remarks: tuple[str, ...] = ()) -> Subtitles:
    """Return what timed text says about the sound of a film: spoken words, and named sounds."""
    speech, sounds = [], []
    for cue in sorted(cues, key=lambda cue: cue.span):
        if cue.span.duration <= 0 or cue.span.end <= 0:
            continue
        span = Span(max(cue.span.start, 0.0), cue.span.end)
        words = subtitle_words(cue.text) if cue.spoken else ""
        if words:
            speech.append(Speech(span, "subtitles", words))
        # "[speaking French]" gives no exact times of speech; the voice detector finds them.
        elif cue.text.strip() and not names_voice(cue.text):
            sounds.append(span)
    return Subtitles(tuple(speech), tuple(sounds), remarks)


def _read(path: Path) -> TimedTextFile:
    name = str(path)
    try:
        raw = read_bytes(path, max_bytes=MAX_SUBTITLE_BYTES)
    except RecordError as error:
        raise SubtitleError(str(error)) from error
    start = raw.lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\0")[: len(_SAMI)].lower()
    if start.startswith(b"<") and start != _SAMI:
        return read_ttml(raw, name=name)
    text = with_line_feeds(_decoded(raw)).lstrip("\ufeff")  # some files have two byte-order marks
    if re.search(r"^\[Script Info\]", text, re.MULTILINE | re.IGNORECASE):
        return read_substation(text, name=name)
    if ARROW not in text and not text.startswith(SIGNATURE):
        raise SubtitleError(f"{name!r} has no readable subtitles; give SRT, WebVTT, ASS/SSA or TTML")
    return read_cue_blocks(text, name=name)


def _decoded(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    if raw[:2].count(0) == 1:  # UTF-16 without a mark: the first letter of every format is one of ASCII
        return raw.decode("utf-16-le" if raw[1] == 0 else "utf-16-be", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
