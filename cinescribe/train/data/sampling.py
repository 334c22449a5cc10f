"""The clip sets of each epoch, their captions and their order, as functions of seed and epoch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeVar

from cinescribe.corpus.core.blanks import with_local_ids
from cinescribe.corpus.core.videosets import disjoint_sets, overlapping_sets
from cinescribe.schema import Clip, ClipSet

_Item = TypeVar("_Item")


@dataclass(frozen=True)
class SamplingConfig:
    """The `[sampling]` section of a recipe for clip sets.

    Args:
        split: the split of the corpus.
        stride: clips from the start of a set to that of the next; sets overlap where it is below N (MICap, §4).
        scattered_sets: additional sets of each film, of clips sampled from the whole film and kept in its order; every
            caption variant has its own.
        caption_variants: wordings of each set, used in turn, one per epoch: first the first caption of each clip, then
            a random caption of each clip.
        frame_dropout, face_dropout: shares of frames and faces that are masked in each batch.
    """

    split: str = "train"
    stride: int = 1
    scattered_sets: int = 0
    caption_variants: int = 1
    frame_dropout: float = 0.0
    face_dropout: float = 0.0


def training_sets(
    films: Mapping[str, Sequence[Clip]], sampling: SamplingConfig, *, n_clips: int, seed: int, epoch: int
) -> list[ClipSet]:
    """Return the shuffled sets of one epoch, with people numbered within each set."""
    variant = epoch % max(sampling.caption_variants, 1)
    sets = [
        _with_variant(clip_set, variant)
        for clips in films.values()
        for clip_set in (
            *overlapping_sets(clips, n_clips, stride=sampling.stride),
            *_scattered(clips, n_clips, sampling.scattered_sets, Random(f"{variant} {clips[0].film}")),
        )
    ]
    Random(f"{seed} {epoch}").shuffle(sets)
    return sets


def evaluation_sets(films: Mapping[str, Sequence[Clip]], *, n_clips: int) -> list[ClipSet]:
    """Return the disjoint sets of a split for evaluation: first captions, with people numbered within each set."""
    return [with_local_ids(clip_set) for clips in films.values() for clip_set in disjoint_sets(clips, n_clips)]


def split_batches(items: Sequence[_Item], batch_size: int) -> list[Sequence[_Item]]:
    """Split items into steps of at most `batch_size`, whose sizes differ by at most one."""
    return split_evenly(items, -(-len(items) // batch_size))


def split_evenly(items: Sequence[_Item], n_parts: int) -> list[Sequence[_Item]]:
    """Split items into `n_parts` parts whose sizes differ by at most one; there are no empty parts."""
    n_parts = min(n_parts, len(items))
    bounds = [len(items) * part // n_parts for part in range(n_parts)] + [len(items)]
    return [items[start:end] for start, end in pairwise(bounds)]


def _scattered(clips: Sequence[Clip], n_clips: int, n_sets: int, random: Random) -> list[ClipSet]:
    if len(clips) <= n_clips:
        return []
    return [
        ClipSet(tuple(clips[index] for index in sorted(random.sample(range(len(clips)), n_clips))))
        for _ in range(n_sets)
    ]


def _with_variant(clip_set: ClipSet, variant: int) -> ClipSet:
    """The set in one of its caption variants, the same in all runs.

    Variants are few because each needs its own text vectors of blanks, which cost more than a step of a small model.
    """
    if variant == 0:
        return with_local_ids(clip_set)
    random = Random(f"{variant} {clip_set.clips[0].id}")
    return with_local_ids(clip_set, [random.randrange(1 + len(clip.paraphrases)) for clip in clip_set.clips])
