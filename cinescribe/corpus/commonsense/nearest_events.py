"""The nearest rows of a table of unit vectors, exactly, faster than sorting all similarities.

Similarities are computed in blocks. Only the blocks of columns with the largest maxima can hold the nearest rows, and
finding maxima is a single pass over memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_QUERIES = 256  # in one product
_COLUMNS = 64  # in one block of columns


def nearest(
    queries: NDArray[np.float32], rows: NDArray[np.float32], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the `k` nearest rows of each query, the nearest first and equal ones by number, with their similarities.

    Args:
        queries: unit vectors, (n, D).
        rows: unit vectors, (N, D).
        k: how many; all rows if there are fewer.

    Returns:
        Row numbers and cosines, (n, min(k, N)) each.
    """
    k = min(k, len(rows))
    n_blocks = -(-len(rows) // _COLUMNS)
    padded = np.full((_QUERIES, n_blocks * _COLUMNS), -np.inf, np.float32)
    numbers = np.empty((len(queries), k), np.int64)
    values = np.empty((len(queries), k), np.float32)
    for first in range(0, len(queries), _QUERIES):
        block = queries[first : first + _QUERIES]
        similarities = padded[: len(block)]
        np.matmul(block, rows.T, out=similarities[:, : len(rows)])
        chosen = _nearest(similarities.reshape(len(block), n_blocks, _COLUMNS), k)
        numbers[first : first + len(block)] = chosen
        values[first : first + len(block)] = np.take_along_axis(similarities, chosen, 1)
    return numbers, values


def _nearest(similarities: NDArray[np.float32], k: int) -> NDArray[np.int64]:
    """The columns of the `k` largest values of each row, of (n, blocks, columns)."""
    n, n_blocks, width = similarities.shape
    # The k-th largest maximum is at most the k-th largest value: blocks below it hold none of the nearest, and of
    # blocks with that very maximum the first ones count, as of equal values.
    maxima = similarities.max(2)
    blocks = np.sort(np.argsort(-maxima, 1, kind="stable")[:, : min(k, n_blocks)], 1)
    candidates = np.take_along_axis(similarities, blocks[..., None], 1).reshape(n, -1)
    order = np.argsort(-candidates, 1, kind="stable")[:, :k]
    numbers: NDArray[np.int64] = np.take_along_axis(blocks, order // width, 1) * width + order % width
    return numbers
