"""The time of each sentence of action within the film segment of its paragraph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cinescribe.timing import Seconds, Span

OPENING_TALK: Seconds = 0.6  # talk within this time of a segment's start belongs to the segment's first shot
# Without cuts, action before talk after a shorter pause is mostly seen later, with the talk: set on 125 planned Backlot
# films, where the middle of a pause of 1 to 1.5 s is right in 36 %, of 2 to 3 s in 84 %.
_LONG_PAUSE: Seconds = 2.0
_MIN_PART: Seconds = 4.0  # mean length of LSMDC's clips; sentences of a paragraph get no shorter time of their own
SAME_TIME: Seconds = 0.05  # a cut this close to an end of a segment is that end
MIN_LONGER: Seconds = 0.25  # a later shot must be longer by this to be preferred to the first


def action_span(segment: Span, *, talk: Sequence[Span], cuts: Sequence[Seconds]) -> Span:
    """Return the time when a paragraph of action is seen.

    The action comes before the talk that follows it. If the segment opens with talk, its first shot shows the speaker,
    and the action is the longest of the other shots. Without talk it is the longest shot. Where no cut separates the
    action from the talk, and no long pause comes before it, the whole segment is returned: the action is somewhere
    between its neighbours.

    Args:
        segment: part of the film with the paragraph and its speeches.
        talk: spans of speech in it, in order.
        cuts: times of the film's cuts, in order; () if unknown.
    """
    if not cuts:
        pause = talk[0].start - segment.start if talk else 0.0
        return Span(segment.start, talk[0].start) if _LONG_PAUSE <= pause < segment.duration else segment
    inside = [cut for cut in cuts if segment.start + SAME_TIME < cut < segment.end - SAME_TIME]
    shots = [Span(*ends) for ends in pairwise((segment.start, *inside, segment.end))]
    if not talk:
        return _longest(shots)
    if talk[0].start - segment.start >= OPENING_TALK:
        return Span(segment.start, min(talk[0].start, segment.end))
    return _longest(shots[1:] or shots)


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
