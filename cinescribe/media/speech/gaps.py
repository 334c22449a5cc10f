"""Finds gaps in speech that a description may use."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.schema import Gap, Speech
from cinescribe.timing import Seconds, Span, between

_PADDING: Seconds = 0.15  # free time before and after speech
SHORTEST_GAP: Seconds = (
    1.2  # a shorter pause holds no phrase; 2 s and more are comfortable (Microsoft ai-audio-descriptions)
)


def gaps(speech: Sequence[Speech], duration: Seconds, *, shortest: Seconds = SHORTEST_GAP) -> tuple[Gap, ...]:
    """Return the gaps of at least `shortest` seconds between padded speech in a film of `duration` seconds."""
    padded = [part.span.padded(_PADDING) for part in speech]
    free = between(padded, Span(0.0, max(duration, 0.0)))
    # The thousandth of a second allows for rounded ends of a pause of exactly 1.2 s.
    return tuple(Gap(span) for span in free if span.duration >= shortest - 1e-3)
