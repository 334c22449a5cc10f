"""Which clip sets an epoch trains on, in which words and in which order: all of it follows from seed and epoch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeVar

from cinescribe.corpus.core.blanks import localised
from cinescribe.corpus.core.videosets import disjoint_sets, overlapping_sets
from cinescribe.schema import Clip, ClipSet

Item = TypeVar("Item")


@dataclass(frozen=True)
class Drawing:
    """The recipe's lines on training sets.

    Args:
        split: of the corpus.
        stride: clips from the start of a set to that of the next; sets overlap where it is below N (MICap, §4).
        scattered_sets: further sets of each film, their clips drawn from all over the film, in its order; others for
            each telling.
        tellings: different tellings of a set, epoch after epoch: the first of each clip's captions, then one drawn by
            lot for each clip.
        frames_dropped, faces_dropped: share of frames and of faces that a batch goes without.
    """

    split: str = "train"
    stride: int = 1
    scattered_sets: int = 0
    tellings: int = 1
    frames_dropped: float = 0.0
    faces_dropped: float = 0.0


def drawn_sets(
    films: Mapping[str, Sequence[Clip]], drawing: Drawing, *, n_clips: int, seed: int, epoch: int
) -> list[ClipSet]:
    """The sets of one epoch, people numbered within each, shuffled."""
    telling = epoch % max(drawing.tellings, 1)
    sets = [
        _told(clip_set, telling)
        for clips in films.values()
        for clip_set in (
            *overlapping_sets(clips, n_clips, stride=drawing.stride),
            *_scattered(clips, n_clips, drawing.scattered_sets, Random(f"{telling} {clips[0].film}")),
        )
    ]
    Random(f"{seed} {epoch}").shuffle(sets)
    return sets


def judged_sets(films: Mapping[str, Sequence[Clip]], *, n_clips: int) -> list[ClipSet]:
    """The sets of a split as they are judged: disjoint, in their first telling, people numbered within each."""
    return [localised(clip_set) for clips in films.values() for clip_set in disjoint_sets(clips, n_clips)]


def in_steps(items: Sequence[Item], batch_size: int) -> list[Sequence[Item]]:
    """The items of each optimiser step: at most `batch_size`, and all steps alike to one item."""
    return in_parts(items, -(-len(items) // batch_size))


def in_parts(items: Sequence[Item], n_parts: int) -> list[Sequence[Item]]:
    """The items in so many parts, alike to one item; fewer parts where there are fewer items."""
    n_parts = min(n_parts, len(items))
    bounds = [len(items) * part // n_parts for part in range(n_parts)] + [len(items)]
    return [items[start:end] for start, end in pairwise(bounds)]


def _scattered(clips: Sequence[Clip], n_clips: int, n_sets: int, random: Random) -> list[ClipSet]:
    if len(clips) <= n_clips:
        return []
    return [
        ClipSet(tuple(clips[place] for place in sorted(random.sample(range(len(clips)), n_clips))))
        for _ in range(n_sets)
    ]


def _told(clip_set: ClipSet, telling: int) -> ClipSet:
    """The set in one of its tellings, the same in all runs.

    They are few and known rather than new for ever, since the text vectors of blanks, which rest on all the words
    around them, cost more than a small model's step.
    """
    if telling == 0:
        return localised(clip_set)
    random = Random(f"{telling} {clip_set.clips[0].id}")
    return localised(clip_set, [random.randrange(1 + len(clip.paraphrases)) for clip in clip_set.clips])
