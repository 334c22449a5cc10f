"""Clip sets of a film: consecutive clips that are captioned together (LSMDC's videosets)."""

from __future__ import annotations

from collections.abc import Sequence

from cinescribe.errors import CorpusError
from cinescribe.schema import Clip, ClipSet

_N_CLIPS = 5  # clips in a set, N of MICap


def disjoint_sets(clips: Sequence[Clip], n: int = _N_CLIPS) -> list[ClipSet]:
    """Return the clips of one film in disjoint sets, as for validation and test; the last may be shorter.

    Args:
        clips: of one film, in order.
        n: clips in a set, N.

    Raises:
        CorpusError: when the clips are of several films, or n is below 1.
    """
    return overlapping_sets(clips, n, stride=n)


def overlapping_sets(clips: Sequence[Clip], n: int = _N_CLIPS, *, stride: int = 1) -> list[ClipSet]:
    """Return the clips of one film in sets that begin `stride` clips apart (1-5, 2-6 and so on), as for training.

    Every clip is in a set: clips that the strides leave over at the end form a last, shorter set. A film of fewer
    than n clips is one set.

    Args:
        clips: of one film, in order.
        n: clips in a set, N.
        stride: clips from the start of a set to that of the next, 1 to n.

    Raises:
        CorpusError: when the clips are of several films, or n or stride is out of range.
    """
    if n < 1 or not 1 <= stride <= n:
        raise CorpusError(
            f"sets of {n} clips, {stride} apart, were asked for; `n` is 1 or more, and `stride` is 1 to n"
        )
    films = list(dict.fromkeys(clip.film for clip in clips))
    if len(films) > 1:
        raise CorpusError(f"the clips are of {films[0]!r} and {films[1]!r}; make sets of each film")
    last = max(len(clips) - n, 0)  # where the last whole set may begin
    starts = list(range(0, last + 1, stride)) if clips else []
    if starts and starts[-1] + n < len(clips):
        starts.append(starts[-1] + stride)
    return [ClipSet(tuple(clips[start : start + n])) for start in starts]
