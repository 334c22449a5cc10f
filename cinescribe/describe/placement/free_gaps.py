"""What is left of gaps beside spans that are taken."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.export.tracks.cue_time_limits import BREATH
from cinescribe.schema import Gap
from cinescribe.timing import Span


def gaps_around(gaps: Sequence[Gap], taken: Sequence[Span]) -> list[Gap]:
    """Return the parts of gaps that keep a breath's distance from spans that are taken."""
    free = [gap.span for gap in gaps]
    for span in taken:
        start, end = span.start - BREATH, span.end + BREATH
        before = [Span(part.start, min(part.end, start)) for part in free if part.start < start]
        after = [Span(max(part.start, end), part.end) for part in free if part.end > end]
        free = sorted({*before, *after})
    return [Gap(span) for span in free]
