"""Pictures as region captioners read them.

Legend: `B` pictures, `R` regions of a picture, `L` tokens of a caption. In every mask True keeps.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import FeatureError


@dataclass(frozen=True)
class PictureRegions:
    """The regions of one picture: detected, given, or the cells of a grid.

    Args:
        rows: what each looks like, (R, Dr).
        boxes: as fractions of the picture, (R, 4).
        labels: the class of each, as a noun; empty where it is not known.
    """

    rows: NDArray[np.float32]
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.boxes) == len(self.labels) or self.rows.ndim != 2:
            raise FeatureError(
                f"{len(self.labels)} labels and {len(self.boxes)} boxes came with rows of shape {self.rows.shape}; "
                "one of each a region is wanted"
            )

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class RegionSizes:
    """How much of a picture and of its caption is kept.

    Args:
        n_regions: of a picture, at most; later ones are cut off.
        n_tokens: of a caption, at most, start and end included.
    """

    n_regions: int = 50
    n_tokens: int = 54


@dataclass(frozen=True)
class RegionBatch:
    """Several pictures, padded to one number of regions; nobody writes into it.

    Args:
        regions: what regions look like, (B, R, Dr).
        mask: which are there, (B, R).
        boxes: as fractions of the picture, (B, R, 4).
        words: tokens of one caption a picture from start to end, right-padded, (B, L); L is 0 without captions.
    """

    regions: Tensor
    mask: Tensor
    boxes: Tensor
    words: Tensor

    def __len__(self) -> int:
        return len(self.regions)

    def to(self, device: torch.device | str) -> Self:
        """The same pictures on another device."""
        return type(self)(**{item.name: getattr(self, item.name).to(device) for item in dataclasses.fields(self)})

    def select(self, rows: Tensor) -> Self:
        """Some of the pictures, by number; one may come several times."""
        return type(self)(**{item.name: getattr(self, item.name)[rows] for item in dataclasses.fields(self)})

    def with_regions(self, regions: Tensor) -> Self:
        """The same pictures with other looks of their regions, (B, R, Dr)."""
        return dataclasses.replace(self, regions=regions)
