"""Times in seconds and half-open spans.

Only `media` uses integer time stamps with a `Fraction` base; `from_pts` converts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from cinescribe.errors import RecordError, brief

Seconds: TypeAlias = float

LONGEST_TIME: Seconds = 1e7  # of a film: the longest known, Logistics (2012), lasts 857 hours, 3.1e6 s

_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,2}):([0-9]{1,2})(?:[.,]([0-9]{1,9}))?")
_MINUTE = 60  # seconds, as some programs write 59.9996 rounded


@dataclass(frozen=True, order=True)
class Span:
    """A half-open time interval, `[start, end)`.

    Args:
        start: first second inside.
        end: first second after.

    Raises:
        RecordError: when `end` comes before `start`, or either is further than `LONGEST_TIME` from 0.
    """

    start: Seconds
    end: Seconds

    def __post_init__(self) -> None:
        if not -LONGEST_TIME <= self.start <= self.end <= LONGEST_TIME:
            raise RecordError(
                f"a span runs from {brief(self.start)} to {brief(self.end)}; give times of at most {LONGEST_TIME:g} s "
                "with start <= end"
            )

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return self.end - self.start

    @property
    def middle(self) -> Seconds:
        """The second half-way through."""
        return (self.start + self.end) / 2

    def has(self, time: Seconds) -> bool:
        """Whether `time` lies inside."""
        return self.start <= time < self.end

    def overlap(self, other: Span) -> Seconds:
        """Seconds shared with `other`; 0 when they only touch."""
        return max(0.0, min(self.end, other.end) - max(self.start, other.start))

    def padded(self, seconds: Seconds) -> Span:
        """This span widened by `seconds` on both sides."""
        return Span(self.start - seconds, self.end + seconds)

    def shifted(self, seconds: Seconds) -> Span:
        """This span moved by `seconds`."""
        return Span(self.start + seconds, self.end + seconds)

    def within(self, outer: Span) -> Span | None:
        """The part inside `outer`, or None when there is none."""
        start, end = max(self.start, outer.start), min(self.end, outer.end)
        return Span(start, end) if start < end else None


def from_pts(pts: int, base: Fraction) -> Seconds:
    """Convert a presentation time stamp to seconds."""
    return float(pts * base)


def check_duration(duration: Seconds, what: str) -> None:
    """Refuse a duration that no film has.

    Args:
        duration: in seconds.
        what: its name in the message.

    Raises:
        RecordError: when it is below 0, above `LONGEST_TIME`, or not a number.
    """
    if not 0 <= duration <= LONGEST_TIME:
        raise RecordError(f"{what} is {brief(duration)}; expected 0 to {LONGEST_TIME:g} s")


def joined(spans: Iterable[Span], *, pause: Seconds = 0.0) -> list[Span]:
    """The spans in order; those that overlap or are at most `pause` apart are joined."""
    out: list[Span] = []
    for span in sorted(spans):
        if out and span.start - out[-1].end <= pause:
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        else:
            out.append(span)
    return out


def between(spans: Sequence[Span], outer: Span) -> list[Span]:
    """The parts of `outer` that no span covers, in order."""
    out, start = [], outer.start
    for span in joined(spans):
        if span.end <= outer.start or span.start >= outer.end:
            continue
        if span.start > start:
            out.append(Span(start, span.start))
        start = max(start, span.end)
    if start < outer.end:
        out.append(Span(start, outer.end))
    return out


def clock(time: Seconds, *, mark: str = ".") -> str:
    """A time as `HH:MM:SS.mmm`; `mark` stands before the milliseconds (SRT wants a comma)."""
    whole = round(max(time, 0.0) * 1000)
    seconds, milli = divmod(whole, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour:02d}:{minute:02d}:{second:02d}{mark}{milli:03d}"


def from_clock(text: str) -> Seconds:
    """Parse a clock time (`[HH:]MM:SS[.mmm]`, full stop or comma) to seconds.

    Raises:
        RecordError: when the text is not a clock time.
    """
    found = _CLOCK.fullmatch(text.strip())
    if found is None or int(found[3]) > _MINUTE:
        raise RecordError(f"invalid time {brief(text)}; expected [HH:]MM:SS.mmm")
    hour, minute, second, fraction = found.groups()
    return int(hour or 0) * 3600 + int(minute) * 60 + int(second) + float(f"0.{fraction or 0}")
