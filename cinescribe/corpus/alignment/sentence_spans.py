"""The time of each sentence of action within the film segment of its paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cinescribe.timing import Seconds, Span

OPENING_TALK: Seconds = 0.6  # talk within this time of a segment's start belongs to the segment's first shot
_MIN_PART: Seconds = 4.0  # mean length of LSMDC's clips; sentences of a paragraph get no shorter time of their own
SAME_TIME: Seconds = 0.05  # a cut this close to an end of a segment is that end
MIN_LONGER: Seconds = 0.25  # a later shot must be longer by this to be preferred to the first


def action_span(segment: Span, *, talk: Sequence[Span], cuts: Sequence[Seconds]) -> Span:
    """Return the time when a paragraph of action is seen.

    The action comes before the talk that follows it. If the segment opens with talk, its first shot shows the speaker,
    and the action is the longest of the other shots. Without talk it is the longest shot.

    Args:
        segment: part of the film with the paragraph and its speeches.
        talk: spans of speech in it, in order.
        cuts: times of the film's cuts, in order; () if unknown.
    """
    inside = [cut for cut in cuts if segment.start + SAME_TIME < cut < segment.end - SAME_TIME]
    shots = [Span(*ends) for ends in pairwise((segment.start, *inside, segment.end))]
    if not talk:
        return _longest(shots)
    if talk[0].start - segment.start >= OPENING_TALK:
        return Span(segment.start, min(talk[0].start, segment.end))
    return _longest(shots[1:]) if len(shots) > 1 else Span(min(talk[-1].end, segment.end), segment.end)


def _longest(shots: Sequence[Span]) -> Span:
    """Return the longest shot, or the first if no other is longer by `MIN_LONGER`."""
    return max(shots, key=lambda shot: shot.duration - (MIN_LONGER if shot != shots[0] else 0.0))


def split_span(span: Span, sentences: Sequence[str]) -> list[Span]:
    """Split a span among the sentences of a paragraph by their length.

    If a part would be shorter than `_MIN_PART`, each sentence gets the whole span.
    """
    whole = sum(map(len, sentences))
    ends = [span.start]
    for sentence in sentences[:-1]:
        ends.append(ends[-1] + span.duration * len(sentence) / whole)
    parts = [Span(*one) for one in pairwise((*ends, span.end))]
    return parts if min(part.duration for part in parts) >= _MIN_PART else [span] * len(sentences)
