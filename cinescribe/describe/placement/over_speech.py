"""For how long a description is heard over the speech of its film."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from cinescribe.schema import Script
from cinescribe.timing import Seconds, Span, between, joined


def seconds_over_speech(span: Span, speech: Sequence[Span], gaps: Sequence[Span]) -> Seconds:
    """Return for how long a span lies over speech that is in no gap.

    Args:
        span: of a cue.
        speech: joined, in order.
        gaps: in which a description may be heard.
    """
    total: Seconds = 0.0
    for part in speech[bisect_right(speech, span.start, key=lambda part: part.end) :]:
        if part.start >= span.end:
            break
        inner = part.within(span)
        total += sum(free.duration for free in between(gaps, inner)) if inner is not None else 0.0
    return total


def script_over_speech(script: Script) -> Seconds:
    """Return for how long the cues of a script are heard over speech."""
    speech = joined(part.span for part in script.speech)
    gaps = [gap.span for gap in script.gaps]
    return sum(seconds_over_speech(cue.span, speech, gaps) for cue in script.spoken())
