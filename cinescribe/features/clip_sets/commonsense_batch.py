"""Batches of clips with captions and with phrases of what they imply, the input of commonsense models.

Legend: `B` clips with a caption, `R` phrases, `L` tokens.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from cinescribe.features.clip_sets.set_batch import SetBatch


@dataclass(frozen=True)
class CommonsenseBatch:
    """Clips with a caption each, and phrases about them; read-only. Its length is that of its phrases, R.

    Args:
        video: the clips, as sets of one clip, without their captions.
        captions: tokens from start to end, right-padded, (B, L).
        items: the clip of each phrase, (R,); the phrases of a clip are adjacent, equally many per clip.
        aspects: what each phrase says: 0 intention, 1 effect, 2 attribute, (R,).
        phrases: tokens from start to end, right-padded, (R, L'); L' is 0 where they are still to be written.
    """

    video: SetBatch
    captions: Tensor
    items: Tensor
    aspects: Tensor
    phrases: Tensor

    def __len__(self) -> int:
        return len(self.aspects)

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        values = {item.name: getattr(self, item.name).to(device) for item in dataclasses.fields(self)}
        return type(self)(**values)

    def with_captions(self, captions: Tensor) -> Self:
        """Return the batch with other captions, (B, L)."""
        return dataclasses.replace(self, captions=captions)
