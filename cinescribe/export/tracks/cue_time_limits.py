"""Time limits of cues: how late and how fast one may be, and the next dialogue, the next cue, or the film's end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from cinescribe.schema import Script
from cinescribe.timing import Seconds, Span, joined

FASTEST = 1.2  # times the voice's normal speed, at most, so that a cue fits (the usual limit of audio description)
RATE_STEP = 0.05
LATEST: Seconds = 4.0  # a cue is heard at most this long after what it describes, in the same scene
BREATH: Seconds = 0.4  # silence between two cues in one gap
TOLERANCE: Seconds = 0.05  # by which the voice may exceed the room of a cue
INSIDE: Seconds = 0.1  # a cue that begins within the last moment of a speech does not talk over it


def faster_rates(rate: float = 1.0) -> tuple[float, ...]:
    """Return the speeds above `rate` at which a cue may be heard, so that it fits, slowest first."""
    steps = (round(1 + RATE_STEP * n, 2) for n in range(1, round((FASTEST - 1) / RATE_STEP) + 1))
    return tuple(step for step in steps if step > rate)


def free_until(script: Script) -> tuple[Seconds, ...]:
    """Return, for each cue, the time in the film at which the next dialogue or audible cue begins.

    For the last one it is the film's end; for a dropped cue, its own start.
    """
    speech = sorted(part.span.start for part in script.speech)
    following = _next_cue_starts(script)
    out = []
    for n, cue in enumerate(script.cues):
        at = bisect_right(speech, cue.span.start)
        next_speech = speech[at] if at < len(speech) else script.film.duration
        out.append(cue.span.start if cue.status == "dropped" else min(next_speech, following.get(n, next_speech)))
    return tuple(out)


def rooms(script: Script) -> tuple[Seconds, ...]:
    """Return, for each cue, the seconds for which the voice may speak; 0 for a dropped cue.

    They last until `free_until`, or to the end of the cue's gap, where subtitles in the picture translate the dialogue
    and the voice may read over it; and longer by the pause of an extended cue. A cue that begins during speech
    has no room but its pause.
    """
    speech = joined(part.span for part in script.speech)
    gaps = sorted(gap.span for gap in script.gaps)
    following = _next_cue_starts(script)
    out = []
    for n, (cue, until) in enumerate(zip(script.cues, free_until(script), strict=True)):
        gap, spoken = _around(gaps, cue.span.start), _around(speech, cue.span.start)
        if cue.status == "dropped":
            out.append(0.0)
        elif gap is None and spoken is not None and spoken.end - cue.span.start > INSIDE:
            out.append(cue.pause)
        else:
            end = until if gap is None else min(max(until, gap.end), following.get(n, script.film.duration))
            out.append(max(0.0, end - cue.span.start) + cue.pause)
    return tuple(out)


def _next_cue_starts(script: Script) -> dict[int, Seconds]:
    """The start of the next audible cue, by the number of a cue; the last one has none."""
    heard = sorted((cue.span.start, n) for n, cue in enumerate(script.cues) if cue.status != "dropped")
    return {n: start for (_, n), (start, _) in pairwise(heard)}


def _around(spans: Sequence[Span], time: Seconds) -> Span | None:
    """The span of some sorted ones, none of which overlap, in which a time lies."""
    at = bisect_right(spans, time, key=lambda span: span.start) - 1
    return spans[at] if at >= 0 and spans[at].has(time) else None
