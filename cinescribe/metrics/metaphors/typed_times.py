"""Times as annotators type them: `0:12-0:20; 31-35`."""

from __future__ import annotations

import math
import re

from cinescribe.errors import RecordError, brief
from cinescribe.timing import Seconds, Span, joined

_WHOLE = frozenset(("whole", "whole video", "the whole video", "all", "throughout", "entire video", "the entire video"))
_BETWEEN = re.compile(r"[;,\n]|\band\b")
_RANGE = re.compile(r"\s*(?:-|\u2013|\u2014|\bto\b|\buntil\b)\s*")
_CLOCK = re.compile(r"(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,6})?)\s*(?:s|sec|secs|seconds?)?")
_FIRST, _LAST = frozenset(("start", "beginning")), "end"
_MOST_LETTERS = 500  # of an answer


def spans_of(typed: str, *, duration: Seconds | None) -> tuple[Span, ...]:
    """Return the spans that an annotator typed, in order; those that overlap are joined.

    `12-20`, `0:12 - 0:20`, `12 s to end` and `whole video` are understood, several with `;`, `,` or `and` between; a
    single time means the second that begins there. An end may be rounded up to the next whole second.

    Args:
        typed: what the annotator wrote.
        duration: of the video; None where it is not known. Then `end` and `whole video` cannot be read, and no time is
            outside the video.

    Raises:
        RecordError: when a time cannot be read, ends before it begins, or is outside the video.
    """
    text = typed.strip().lower()
    if text in _WHOLE:
        return (Span(0.0, _known(duration, text, typed)),)
    if len(text) > _MOST_LETTERS:
        raise RecordError(f"the times {brief(typed)} are too many; write fewer, such as 0:12-0:20; 31-35")
    parts = [part.strip().removeprefix("from ").strip() for part in _BETWEEN.split(text)]
    return tuple(joined(_span(part, typed, duration) for part in [part for part in parts if part] or [""]))


def _span(part: str, typed: str, duration: Seconds | None) -> Span:
    times = [_seconds(each, typed, duration) for each in _RANGE.split(part)]
    longest = math.inf if duration is None else math.ceil(duration)
    start, end = times[0], min(times[0] + 1, longest) if len(times) == 1 else times[-1]
    if len(times) > 2 or start >= end:
        raise RecordError(
            f"{brief(part)} in the times {brief(typed)} is no span; begin before the end, as in 0:12-0:20"
        )
    if duration is None:
        return Span(start, end)
    if end > longest:
        raise RecordError(
            f"{brief(part)} in the times {brief(typed)} is outside the film, which lasts {duration:.2f} s"
        )
    return Span(start, min(end, duration))


def _seconds(text: str, typed: str, duration: Seconds | None) -> Seconds:
    if text in _FIRST:
        return 0.0
    if text == _LAST:
        return _known(duration, text, typed)
    found = _CLOCK.fullmatch(text)
    if found is None:
        raise RecordError(
            f"{brief(text)} in the times {brief(typed)} is no time; expected seconds or minutes, as in 0:12-0:20; "
            "31-35, or 'whole video'"
        )
    hours, minutes, seconds = found.groups()
    return int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds)


def _known(duration: Seconds | None, text: str, typed: str) -> Seconds:
    if duration is None:
        raise RecordError(
            f"{brief(text)} in the times {brief(typed)} cannot be read without the duration of the video; give seconds"
        )
    return duration
