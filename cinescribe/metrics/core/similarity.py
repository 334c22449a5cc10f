"""What a metric may ask of word or sentence vectors, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError

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


def similarities(left: Sequence[str], right: Sequence[str], *, similarity: Similarity) -> NDArray[np.float64]:
    """Similarity of each of `left` to each of `right`, (left, right), finite whoever made the vectors.

    Raises:
        ScoreError: naming two texts whose similarity is no finite number.
    """
    found = np.asarray(similarity.between(left, right), np.float64)
    if len(unknown := np.argwhere(~np.isfinite(found))):
        one, other = left[unknown[0, 0]], right[unknown[0, 1]]
        raise ScoreError(
            f"the similarity of {one!r} to {other!r} by {similarity.name} is {found[tuple(unknown[0])]}; give vectors "
            "that have a finite one"
        )
    return found


def each_beside(left: Sequence[str], right: Sequence[str], *, similarity: Similarity) -> NDArray[np.float64]:
    """Similarity of each of `left` to the one of `right` beside it, (texts,); memory does not grow with their number.

    Both are of one length.
    """
    out = np.zeros(len(left))
    for start in range(0, len(left), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        out[part] = np.diagonal(similarity.between(left[part], right[part]))
    return out
