"""What a metric may ask of word or sentence vectors, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

_AT_ONCE = 256  # texts


class Similarity(Protocol):
    """Cosine similarity between texts."""

    @property
    def name(self) -> str:
        """What stands in a score's signature, as `all-MiniLM-L6-v2`."""
        ...

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Similarity of each of `left` to each of `right`, (left, right), in [-1, 1]."""
        ...


def each_beside(left: Sequence[str], right: Sequence[str], *, similarity: Similarity) -> NDArray[np.float64]:
    """Similarity of each of `left` to the one of `right` beside it, (texts,); memory does not grow with their number.

    Both are of one length.
    """
    out = np.zeros(len(left))
    for start in range(0, len(left), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        out[part] = np.diagonal(similarity.between(left[part], right[part]))
    return out
