"""The trace of a film's caption: its inputs and the tokens it was decoded from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.schema import Caption, Clip


@dataclass(frozen=True)
class CaptionTrace:
    """A caption with the inputs and tokens it was decoded from, to explain it.

    Args:
        caption: the caption.
        batch: the clip set that it was decoded with, as the model read it: one item.
        words: the tokens of all captions of the set, from start to end, (1, L).
        columns: the columns of this caption's words.
        called: the names that replaced person tokens, by column.
        clips: the clips of the set.
        faces: the number in the film of each face of the set, F.
        frame_rate_hz: frames per second that the set has of a clip.
    """

    caption: Caption
    batch: SetBatch
    words: Tensor
    columns: range
    called: Mapping[int, str]
    clips: tuple[Clip, ...]
    faces: tuple[int, ...]
    frame_rate_hz: float
