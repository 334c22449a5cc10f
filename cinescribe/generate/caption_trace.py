"""A film's caption with how it came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.schema import Caption, Clip


@dataclass(frozen=True)
class Telling:
    """A caption and how it came about, for whoever looks into the model.

    Args:
        caption: what was told.
        batch: the one set that it was written in, as the model read it.
        words: the whole row of tokens that was written of the set, from start to end, (1, L).
        columns: where in the row the caption's words stand.
        called: what the words that stand for people were put into, by column.
        clips: the set's clips.
        faces: the film's faces that the set's are, by number, F.
        frame_rate_hz: frames of a clip that the set has in a second.
    """

    caption: Caption
    batch: SetBatch
    words: Tensor
    columns: range
    called: Mapping[int, str]
    clips: tuple[Clip, ...]
    faces: tuple[int, ...]
    frame_rate_hz: float
