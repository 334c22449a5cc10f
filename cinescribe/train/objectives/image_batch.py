"""A training batch of images, and the methods of a model that its objectives call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

import torch
from torch import Tensor

from cinescribe.features.regions.region_batch import RegionBatch


class ImageCaptionModel(Protocol):
    """The methods of a model that the objectives call; `models.transformer.CaptionTransformer` has them."""

    def memory(self, batch: RegionBatch) -> Any:
        """Encode a batch of B pictures."""

    def hidden(self, words: Tensor, memory: Any) -> Tensor:
        """Return the decoder's hidden states of words (B * K, L), (B * K, L, D); captions of a picture are adjacent."""

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Return logits over the vocabulary, (..., V)."""


@dataclass(frozen=True)
class ImageBatch:
    """A training batch of images.

    Args:
        pictures: their regions, and the words of one caption each.
        stills: their indices in the training data, (B,).
    """

    pictures: RegionBatch
    stills: Tensor

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        return type(self)(self.pictures.to(device), self.stills.to(device))
