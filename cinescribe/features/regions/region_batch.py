"""Batches of pictures, the input of region captioners.

Legend: `B` pictures, `R` regions of a picture, `L` tokens of a caption. In every mask True keeps.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True)
class RegionSizes:
    """The largest sizes of a picture and its caption.

    Args:
        n_regions: of a picture; later ones are cut off.
        n_tokens: of a caption, start and end included.
    """

    n_regions: int = 50
    n_tokens: int = 54


@dataclass(frozen=True)
class RegionBatch:
    """Several pictures, padded to one number of regions; read-only.

    Args:
        regions: feature vectors of regions, (B, R, Dr).
        mask: True for regions, False for padding, (B, R).
        boxes: as fractions of the picture, (B, R, 4).
        words: tokens of one caption per picture from start to end, right-padded, (B, L); L is 0 without captions.
    """

    regions: Tensor
    mask: Tensor
    boxes: Tensor
    words: Tensor

    def __len__(self) -> int:
        return len(self.regions)

    def to(self, device: torch.device | str) -> Self:
        """Return the batch on another device."""
        return type(self)(**{item.name: getattr(self, item.name).to(device) for item in dataclasses.fields(self)})

    def select(self, indices: Tensor) -> Self:
        """Return some of the pictures, by index, which may repeat."""
        return type(self)(**{item.name: getattr(self, item.name)[indices] for item in dataclasses.fields(self)})
