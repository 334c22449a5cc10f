"""Clip sets of a film: consecutive clips told together (LSMDC's videosets)."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.errors import CorpusError
from cinescribe.schema import Clip, ClipSet

N_CLIPS = 5  # clips in a set, N of MICap


def disjoint_sets(clips: Sequence[Clip], n: int = N_CLIPS) -> list[ClipSet]:
    """The clips of one film in sets that share none, as they are validated and tested; the last may be shorter.

    Args:
        clips: of one film, in order.
        n: clips in a set, N.

    Raises:
        CorpusError: when the clips are of several films, or n is below 1.
    """
    return overlapping_sets(clips, n, stride=n)


def overlapping_sets(clips: Sequence[Clip], n: int = N_CLIPS, *, stride: int = 1) -> list[ClipSet]:
    """The clips of one film in sets that begin `stride` clips apart, 1-5, 2-6 and so on, as they are trained on.

    Each clip is in a set: where the strides leave clips over at the end, a last set holds them alone. A film of fewer
    than n clips is one shorter set.

    Args:
        clips: of one film, in order.
        n: clips in a set, N.
        stride: clips from the start of a set to that of the next, 1 to n.

    Raises:
        CorpusError: when the clips are of several films, or n or stride cannot be.
    """
    if n < 1 or not 1 <= stride <= n:
        raise CorpusError(
            f"sets of {n} clips, {stride} apart, were asked for; 1 clip or more and strides of 1 to n are"
        )
    films = list(dict.fromkeys(clip.film for clip in clips))
    if len(films) > 1:
        raise CorpusError(f"clips of {films[0]!r} and of {films[1]!r} came together; make the sets film by film")
    last = max(len(clips) - n, 0)  # where the last whole set may begin
    starts = list(range(0, last + 1, stride)) if clips else []
    if starts and starts[-1] + n < len(clips):
        starts.append(starts[-1] + stride)
    return [ClipSet(tuple(clips[start : start + n])) for start in starts]
