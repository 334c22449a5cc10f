"""Reads the cues of SubRip and WebVTT: a line of times, then lines of text.

Files from the field differ from both formats: times without milliseconds, blank lines inside a text or between all
lines, no blank line between cues, lines of one space. A cue that cannot be read is left out and named.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from cinescribe.errors import RecordError, brief
from cinescribe.media.speech.caption_text import without_tags
from cinescribe.media.speech.timed_text import DamagedCue, TimedText, TimedTextFile, checked_file, signed_clock
from cinescribe.media.speech.vtt_segments import SIGNATURE, segment_shifts
from cinescribe.timing import Seconds, Span

ARROW = "-->"
_CLOCK = r"(-?\d{1,4}(?:\s?[:.,;]\s?\d{1,9}){1,3})"
_MILLISECONDS = re.compile(r"[:;](?=\d{3}$)")  # as some programs mark them
_COMMENT = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t].*)?")
_ARROW = r"(?:-{1,3}|[\u2013\u2014])>|\u2192"  # also as word processors write it
_TIMES = re.compile(rf"{_CLOCK}\s*(?:{_ARROW})\s*{_CLOCK}(?:\s.*)?")
_LOST = re.compile(r"\d{1,4}:\d\d(?::\d\d|[.,]\d)[^\w]*[\d:.,\s]*")  # one or two times without an arrow
_WANTED = "write it as HH:MM:SS.mmm --> HH:MM:SS.mmm"


def read_cue_blocks(text: str, *, name: str) -> TimedTextFile:
    """Return the cues of SubRip or WebVTT, in order of the file.

    Args:
        text: of the file, every line ended by a line feed.
        name: of the file, for error messages.

    Raises:
        SubtitleError: naming the line, when no cue can be read.
    """
    lines = text.split("\n")
    is_webvtt = text.startswith(SIGNATURE)
    segments = segment_shifts(lines) if is_webvtt else {}
    cues: list[TimedText] = []
    damaged: list[DamagedCue] = []
    shift: Seconds = 0.0
    for at, after in pairwise([*sorted({*_timing_rows(lines, is_webvtt=is_webvtt), *segments}), len(lines)]):
        if at in segments:
            shift = segments[at]
            continue
        try:
            span = _span(lines[at].strip()).shifted(shift)
        except RecordError as error:
            damaged.append(DamagedCue(at + 1, str(error)))
            continue
        rows = range(at + 1, _header_row(lines, at + 1, after, ends={*segments, len(lines)}))
        lost = _lost_rows(lines, rows)
        damaged += [DamagedCue(row + 1, f"unexpected {brief(lines[row].strip())}; {_WANTED}") for row in lost]
        rows = rows if not lost else range(rows.start, _header_row(lines, rows.start, lost[0], ends=()))
        cues.append(TimedText(span, without_tags(_words(lines, rows, is_webvtt=is_webvtt))))
    # A cue that crosses the border of two segments is in both.
    return checked_file(list(dict.fromkeys(cues)) if len(segments) > 1 else cues, damaged, name=name)


def _timing_rows(lines: Sequence[str], *, is_webvtt: bool) -> list[int]:
    """The indices of the lines that give times, or should: those with an arrow where a cue may begin."""
    comments = _comment_rows(lines) if is_webvtt else ()
    return [
        row
        for row, line in enumerate(lines)
        if _TIMES.fullmatch(line.strip()) or (ARROW in line and row not in comments and _may_begin(lines, row))
    ]


def _comment_rows(lines: Sequence[str]) -> set[int]:
    """The indices of the lines of WebVTT's comments, styles and regions."""
    found: set[int] = set()
    for row, line in enumerate(lines):
        begins = not lines[row - 1].strip() and _COMMENT.fullmatch(line) is not None
        if begins or (line.strip() and row - 1 in found):
            found.add(row)
    return found


def _may_begin(lines: Sequence[str], row: int) -> bool:
    """Whether a cue may begin in a line: below a blank line, a counter, or an identifier that follows a blank line."""
    before = lines[max(row - 2, 0) : row]
    return len(before) < 2 or not all(line.strip() for line in before) or before[-1].strip().isdecimal()


def _span(line: str) -> Span:
    found = _TIMES.fullmatch(line)
    try:
        if found is None:
            raise RecordError("no two times")
        start, end = (signed_clock(_MILLISECONDS.sub(".", "".join(time.split()))) for time in found.groups())
    except RecordError as error:
        raise RecordError(f"unexpected {brief(line)}; {_WANTED}") from error
    if end < start:
        raise RecordError(f"{brief(line)} ends before it begins; correct that line")
    try:
        return Span(start, end)
    except RecordError as error:
        raise RecordError(f"{error}; correct that line") from error


def _header_row(lines: Sequence[str], first: int, following: int, *, ends: Collection[int]) -> int:
    """The index at which the text from `first` ends: before the counter or identifier of the cue that follows.

    At `ends`, no cue follows.
    """
    if following in ends:
        return following
    row = following - 1
    while row >= first and not lines[row].strip():
        row -= 1
    is_name = lines[row].strip().isdecimal() or (row == following - 1 and row > first and not lines[row - 1].strip())
    return row if row >= first and is_name else following


def _lost_rows(lines: Sequence[str], rows: range) -> list[int]:
    """The indices of the lines of times that have no arrow: below a blank line, or a counter that follows one."""
    found = []
    for row in rows:
        before = [lines[other].strip() for other in range(max(row - 2, rows.start), row)]
        begins = bool(before) and (not before[-1] or (before[-1].isdecimal() and not all(before)))
        if begins and _LOST.fullmatch(lines[row].strip()):
            found.append(row)
    return found


def _words(lines: Sequence[str], rows: range, *, is_webvtt: bool) -> str:
    """The lines of a text without blank ones. In WebVTT a line without any character ends it; other blocks follow."""
    end = next((row for row in rows if not lines[row]), rows.stop) if is_webvtt else rows.stop
    return "\n".join(line for line in lines[rows.start : end] if line.strip())
