"""When a cue stands in a file: film seconds on the milliseconds that VTT, SRT and DAPT carry, and its text made safe.

A span is rounded inward, its start up and its end down, so that writing never makes a cue touch the speech or the cue
beside it when it did not before.
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
_NOISE = 1e-6  # milliseconds of floating-point error: 4.1 s is 4099.9999999999995 ms, and means 4100
_UNWRITABLE = re.compile("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class TimedCue:
    """A cue with its name and its place in a file.

    Args:
        id: `c1` on, counted over all cues of the script, dropped ones too, so that it means the same in every export.
        cue: the cue.
        start, end: milliseconds, half open. An extended cue is shown from the moment the film waits until the voice is
            done or the next sound begins, since a player that cannot wait must still find it.
    """

    id: str
    cue: Cue
    start: int
    end: int


def timed_cues(script: Script) -> tuple[TimedCue, ...]:
    """The cues that are heard, by time.

    Raises:
        RecordError: when a spoken cue is shorter than a millisecond, so that no file can hold it.
    """
    busy = [part.span for part in script.speech] + [cue.span for cue in script.cues if cue.status == "spoken"]
    out = []
    for n, cue in enumerate(script.cues, 1):
        if cue.status == "spoken":
            out.append(_spoken(f"c{n}", cue))
        elif cue.status == "extended":
            out.append(_extended(f"c{n}", cue, busy))
    return tuple(sorted(out, key=lambda timed: timed.start))


def milliseconds(span: Span) -> tuple[int, int]:
    """The whole milliseconds inside a span: its start rounded up and its end down, never inverted."""
    start = _up(span.start)
    return start, max(start, math.floor(span.end * _PER_SECOND + _NOISE))


def clock_of(whole: int, *, mark: str = ".") -> str:
    """Milliseconds as `HH:MM:SS.mmm`; `mark` stands before the milliseconds."""
    return clock(whole / _PER_SECOND, mark=mark)


def written(text: str) -> str:
    """A cue's text as a file may hold it: no control characters, no blank lines, which end a cue in VTT and SRT."""
    lines = _UNWRITABLE.sub("", "\n".join(text.splitlines())).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip())


def _spoken(name: str, cue: Cue) -> TimedCue:
    start, end = milliseconds(cue.span)
    if end == start:
        raise RecordError(
            f"cue {name} came with {cue.span.duration:.6f} s from {cue.span.start:.6f} s; "
            "a spoken cue has to hold a whole millisecond: drop it or make it extended"
        )
    return TimedCue(name, cue, start, end)


def _extended(name: str, cue: Cue, busy: Sequence[Span]) -> TimedCue:
    start, hold = milliseconds(cue.span)
    free_until: Seconds = min((span.start for span in busy if span.end > cue.span.end), default=math.inf)
    heard_until = cue.span.end + cue.pause
    end = milliseconds(Span(cue.span.end, max(cue.span.end, min(free_until, heard_until))))[1]
    return TimedCue(name, cue, start, max(start + 1, hold, end))


def _up(time: Seconds) -> int:
    return math.ceil(time * _PER_SECOND - _NOISE)
