"""Parsing that WebVTT and SRT share: lines of text and timing lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.input_files import read_text
from cinescribe.schema import Cue
from cinescribe.timing import Span, from_clock

CUE_ARROW = "-->"
_ARROWS = re.compile(r"(?<!-)-{2,}+>")
_TIMING = re.compile(r"\s*([\d:.,]{1,24})\s*-->\s*([\d:.,]{1,24})(?:\s.*)?")  # longer ones are no times


@dataclass(frozen=True)
class TrackCue:
    """A cue as a track has it: the number of its first line, its identifier or counter ("" if none), and the cue."""

    line: int
    name: str
    cue: Cue


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 file with any line ends, without a byte-order mark.

    Raises:
        SubtitleError: when the file is missing or is not UTF-8.
    """
    try:
        return read_text(path).split("\n")
    except RecordError as error:
        raise SubtitleError(str(error)) from error


def without_arrows(text: str) -> str:
    """Return a text with `->` for each `-->`, which is not allowed in the text of a track."""
    return _ARROWS.sub("->", text)


def is_timing(line: str) -> bool:
    """Whether a line gives the start and end of a cue."""
    return _TIMING.fullmatch(line) is not None


def span_of(line: str, *, path: Path, n: int) -> Span:
    """Return the span in line `n` of a file; cue settings after it are ignored.

    Raises:
        SubtitleError: when the line is no timing, or ends before it starts; the message names file and line.
    """
    found = _TIMING.fullmatch(line)
    if found is None:
        raise fault(path, n, f"found {line.strip()!r}; expected 'START --> END'")
    try:
        return Span(from_clock(found[1]), from_clock(found[2]))
    except RecordError as error:
        raise fault(path, n, str(error)) from error


def fault(path: Path, n: int, what: str) -> SubtitleError:
    """Return the error for line `n` of a file."""
    return SubtitleError(f"{str(path)!r}, line {n}: {what}; correct the line")
