"""How much counted where: the parts of a picture painted onto a map."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.schema import Box

SIDE = 48  # cells of a map's longer side


def heat_map(values: NDArray[np.float32], boxes: Sequence[Box], *, size: tuple[int, int]) -> NDArray[np.float32]:
    """A map of a picture, (h, w): at each cell the value of the part that counted most there, 0 where there is none.

    Args:
        values: how much each part counted, 0 to 1, (R,).
        boxes: where the parts are, R; each is painted on every cell that it touches.
        size: height and width of the picture, in pixels.
    """
    high, wide = (max(1, round(SIDE * side / max(size))) for side in size)
    out = np.zeros((high, wide), np.float32)
    for value, (x0, y0, x1, y1) in zip(values, boxes, strict=True):
        rows, columns = _cells(y0, y1, high), _cells(x0, x1, wide)
        out[rows, columns] = np.maximum(out[rows, columns], value)
    return out


def _cells(first: float, last: float, n: int) -> slice:
    """The cells that a stretch of one side touches, at least one; an edge that lies on a border touches one cell."""
    start = min(int(first * n + 1e-6), n - 1)
    return slice(start, max(start + 1, int(np.ceil(last * n - 1e-6))))
