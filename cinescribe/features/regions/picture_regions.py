"""The regions of one picture; without PyTorch, which processes that only decode films need not load."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError


@dataclass(frozen=True)
class PictureRegions:
    """The regions of one picture: detected, given, or the cells of a grid.

    Args:
        rows: feature vectors, (R, Dr).
        boxes: as fractions of the picture, (R, 4).
        labels: the class of each, as a noun; empty where it is unknown.
    """

    rows: NDArray[np.float32]
    boxes: NDArray[np.float32]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not len(self.rows) == len(self.boxes) == len(self.labels) or self.rows.ndim != 2:
            raise FeatureError(
                f"{len(self.labels)} labels and {len(self.boxes)} boxes have feature vectors of shape "
                f"{self.rows.shape}; expected one of each per region"
            )

    def __len__(self) -> int:
        return len(self.labels)


RegionSource: TypeAlias = Callable[[str], PictureRegions]
"""Returns a picture's regions by the still's id; `RegionStore.picture` is one."""
