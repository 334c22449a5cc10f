"""Stills as models learn from them, and what that asks of a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

import torch
from torch import Tensor

from cinescribe.features.regions.region_batch import RegionBatch


class PictureWriter(Protocol):
    """What the losses ask of a model beside that it is a `Step`; `models.transformer.CaptionTransformer` has it."""

    def memory(self, batch: RegionBatch) -> Any: ...
    def hidden(self, words: Tensor, memory: Any) -> Tensor: ...  # several rows of words a picture, side by side
    def word_logits(self, hidden: Tensor) -> Tensor: ...


@dataclass(frozen=True)
class StillBatch:
    """Stills to learn from.

    Args:
        pictures: their regions, and the words of one caption each.
        stills: their numbers among all that are learnt from, (B,).
    """

    pictures: RegionBatch
    stills: Tensor

    def to(self, device: torch.device | str) -> Self:
        """The same stills on another device."""
        return type(self)(self.pictures.to(device), self.stills.to(device))
