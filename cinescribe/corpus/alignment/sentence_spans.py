"""When, within its stretch of the film, what a paragraph of action tells is seen, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cinescribe.timing import Seconds, Span

AT_ONCE: Seconds = 0.6  # from the start of a stretch; somebody who speaks by then is what its first shot shows
LEAST_PART: Seconds = 4.0  # what clips of LSMDC last on average: sentences of a paragraph share no shorter time
SAME: Seconds = 0.05  # a cut this near to an end of a stretch is that end
LONGER: Seconds = 0.25  # a later shot must be longer by this to be what a paragraph is about


def action_span(stretch: Span, *, talk: Sequence[Span], cuts: Sequence[Seconds]) -> Span:
    """When what is told is seen.

    It is seen before the talk that it is told before. Where the stretch opens with talk, the first shot is of who
    speaks, and it is seen in the longest of the others; where nobody speaks, in the longest shot.

    Args:
        stretch: of the film, that the paragraph and its speeches take.
        talk: when somebody speaks in it, rising.
        cuts: where its shots meet, rising; () where that is not known.
    """
    inside = [cut for cut in cuts if stretch.start + SAME < cut < stretch.end - SAME]
    shots = [Span(*ends) for ends in pairwise((stretch.start, *inside, stretch.end))]
    if not talk:
        return _longest(shots)
    if talk[0].start - stretch.start >= AT_ONCE:
        return Span(stretch.start, min(talk[0].start, stretch.end))
    return _longest(shots[1:]) if len(shots) > 1 else Span(min(talk[-1].end, stretch.end), stretch.end)


def _longest(shots: Sequence[Span]) -> Span:
    """The longest shot; the first, where no other is longer by enough."""
    return max(shots, key=lambda shot: shot.duration - (LONGER if shot != shots[0] else 0.0))


def shared(span: Span, sentences: Sequence[str]) -> list[Span]:
    """A span for each sentence of a paragraph, by its length; the whole for each, where a part would be too short."""
    whole = sum(map(len, sentences))
    ends = [span.start]
    for sentence in sentences[:-1]:
        ends.append(ends[-1] + span.duration * len(sentence) / whole)
    parts = [Span(*one) for one in pairwise((*ends, span.end))]
    return parts if min(part.duration for part in parts) >= LEAST_PART else [span] * len(sentences)
