"""Times and text of cues in VTT, SRT and DAPT files, which have a resolution of one millisecond.

A span is rounded inward, its start up and its end down, so that rounding never makes a cue touch adjacent speech or
cues.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.errors import RecordError
from cinescribe.schema import Cue, Script
from cinescribe.timing import Seconds, Span, clock

NOTES = ("why", "effect", "trait", "figure")  # fields of a cue that are kept off the spoken text
_PER_SECOND = 1000
_NOISE = 1e-6  # milliseconds of floating-point error: 4.1 s is 4099.9999999999995 ms instead of 4100
_UNWRITABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class TimedCue:
    """A cue with its name and its place in a file.

    Args:
        cue: the cue.
        start, end: milliseconds, half open. An extended cue is shown from the moment the film waits until the voice is
            done or the next sound begins, since a player that cannot wait must still find it.
    """

    cue: Cue
    start: int
    end: int


def timed_cues(script: Script) -> tuple[TimedCue, ...]:
    """Return the audible cues in order of time.

    Raises:
        RecordError: when a spoken cue is shorter than a millisecond, which no file can represent.
    """
    busy = [part.span for part in script.speech] + [cue.span for cue in script.cues if cue.status == "spoken"]
    out = []
    for cue in script.cues:
        if cue.status == "spoken":
            out.append(_spoken(cue))
        elif cue.status == "extended":
            out.append(_extended(cue, busy))
    return tuple(sorted(out, key=lambda timed: timed.start))


def inward_milliseconds(span: Span) -> tuple[int, int]:
    """Return a span in whole milliseconds, its start rounded up and its end down, never inverted."""
    start = _up(span.start)
    return start, max(start, math.floor(span.end * _PER_SECOND + _NOISE))


def clock_from_ms(whole: int, *, mark: str = ".") -> str:
    """Return milliseconds as `HH:MM:SS.mmm`; `mark` is the separator before the milliseconds."""
    return clock(whole / _PER_SECOND, mark=mark)


def writable(text: str) -> str:
    """Return a cue's text without control characters and blank lines, which would end the cue in VTT and SRT."""
    lines = _UNWRITABLE.sub("", "\n".join(text.splitlines())).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


def comment_text(comment: str | None) -> str:
    """Return a comment as files hold it: without control characters, and without blank lines at its ends."""
    return "\n".join(writable(line) for line in (comment or "").splitlines()).strip("\n")


def _spoken(cue: Cue) -> TimedCue:
    start, end = inward_milliseconds(cue.span)
    if end == start:
        raise RecordError(
            f"cue {cue.id} lasts {cue.span.duration:.6f} s from {cue.span.start:.6f} s; "
            "a spoken cue must last at least one whole millisecond: drop it or make it extended"
        )
    return TimedCue(cue, start, end)


def _extended(cue: Cue, busy: Sequence[Span]) -> TimedCue:
    start, pause_at = inward_milliseconds(cue.span)
    free_until: Seconds = min((span.start for span in busy if span.end > cue.span.end), default=math.inf)
    heard_until = cue.span.end + cue.pause
    end = inward_milliseconds(Span(cue.span.end, max(cue.span.end, min(free_until, heard_until))))[1]
    return TimedCue(cue, start, max(start + 1, pause_at, end))


def _up(time: Seconds) -> int:
    return math.ceil(time * _PER_SECOND - _NOISE)
