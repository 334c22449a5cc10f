"""Heat maps: the scores of a picture's parts, painted where the parts lie."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.schema import Box

SIDE = 48  # cells along a map's longer side


def heat_map(values: NDArray[np.float32], boxes: Sequence[Box], *, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return a heat map (h, w): each cell has the highest value of the parts that touch it, 0 without any.

    Args:
        values: the score of each part, 0 to 1, (R,).
        boxes: where the parts lie, R; each is painted on every cell that it touches.
        size: height and width of the picture, in pixels.
    """
    high, wide = (max(1, round(SIDE * side / max(size))) for side in size)
    out = np.zeros((high, wide), np.float32)
    for value, (x0, y0, x1, y1) in zip(values, boxes, strict=True):
        rows, columns = _cells(y0, y1, high), _cells(x0, x1, wide)
        out[rows, columns] = np.maximum(out[rows, columns], value)
    return out


def _cells(first: float, last: float, n: int) -> slice:
    """Return the cells that a stretch of one side touches, at least one; an edge on a border touches one cell."""
    start = min(int(first * n + 1e-6), n - 1)
    return slice(start, max(start + 1, int(np.ceil(last * n - 1e-6))))
