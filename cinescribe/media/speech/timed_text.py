"""Timed text: what is shown when, and the cues of a file that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.errors import SubtitleError
from cinescribe.timing import Seconds, Span, from_clock

_N_NAMED = 5  # damaged cues whose lines a remark names


@dataclass(frozen=True)
class TimedText:
    """Lines of text shown during a span; `spoken` is False if it is marked as music, sound, title or description."""

    span: Span
    text: str
    spoken: bool = True


@dataclass(frozen=True)
class DamagedCue:
    """A cue that cannot be read.

    Args:
        line: the number of its line in the file, from 1.
        reason: what was found, and what to do.
    """

    line: int
    reason: str


@dataclass(frozen=True)
class TimedTextFile:
    """The cues of a file, and those that are damaged, both in the order of the file."""

    cues: tuple[TimedText, ...] = ()
    damaged: tuple[DamagedCue, ...] = ()


def signed_clock(text: str) -> Seconds:
    """Parse a clock time that may lie before the film's start: shifted subtitles may begin there.

    Raises:
        RecordError: when the text is not a clock time.
    """
    bare = text.strip()
    return -from_clock(bare[1:]) if bare.startswith("-") else from_clock(bare)


def checked_file(cues: Sequence[TimedText], damaged: Sequence[DamagedCue], *, name: str) -> TimedTextFile:
    """Return what was read of a file.

    Args:
        cues: those that can be read.
        damaged: those that cannot.
        name: of the file, for the error message.

    Raises:
        SubtitleError: naming the first line, when all cues are damaged.
    """
    if damaged and not cues:
        raise SubtitleError(f"{name!r}, line {damaged[0].line}: {damaged[0].reason}")
    return TimedTextFile(tuple(cues), tuple(damaged))


def damage_remark(file: TimedTextFile, *, name: str) -> str | None:
    """Return a line that names the damaged cues of a file; None if there are none."""
    if not file.damaged:
        return None
    n, total = len(file.damaged), len(file.damaged) + len(file.cues)
    are = "is damaged and left out" if n == 1 else "are damaged and left out"
    lines = ", ".join(str(cue.line) for cue in file.damaged[:_N_NAMED])
    more = f" and {n - _N_NAMED} more" if n > _N_NAMED else ""
    first = file.damaged[0]
    return f"{name!r}: {n} of {total} subtitles {are}, line {lines}{more}. Line {first.line}: {first.reason}"
