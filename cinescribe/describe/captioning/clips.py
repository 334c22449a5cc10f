"""Cuts a film into clips of about a shot each, one caption per clip."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from cinescribe.schema import Clip, Shot
from cinescribe.timing import Seconds, Span

_SHORTEST: Seconds = 2.0  # shorter shots are joined to the one before (LSMDC widens clips to this length)
LONGEST_CLIP: Seconds = 8.0  # longer shots are divided into equal parts


def shot_clips(film: str, shots: Sequence[Shot]) -> tuple[Clip, ...]:
    """Return the shots as clips, short ones joined and long ones divided; in order, without holes.

    Args:
        film: id of the film; clip ids start with it.
        shots: the film's shots, in order, without holes.
    """
    spans: list[Span] = []
    for shot in lasting_shots(shots):
        if spans and min(spans[-1].duration, shot.span.duration) < _SHORTEST:
            spans[-1] = Span(spans[-1].start, shot.span.end)
        else:
            spans.append(shot.span)
    parts = [part for span in spans for part in _parts(span)]
    return tuple(Clip(f"{film}-{n:04d}", film, part) for n, part in enumerate(parts, 1))


def lasting_shots(shots: Sequence[Shot]) -> list[Shot]:
    """Return shots in order, each from where the one before ends; those without a length are left out."""
    lasting: list[Shot] = []
    for shot in sorted(shots, key=lambda shot: shot.span):
        start = max(shot.span.start, lasting[-1].span.end) if lasting else shot.span.start
        if start < shot.span.end:
            lasting.append(shot.replace(span=Span(start, shot.span.end)))
    return lasting


def _parts(span: Span) -> list[Span]:
    n = max(1, math.ceil(span.duration / LONGEST_CLIP))
    edges = [span.start + span.duration * k / n for k in range(n)] + [span.end]
    return [Span(start, end) for start, end in pairwise(edges)]
