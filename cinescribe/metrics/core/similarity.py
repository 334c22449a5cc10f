"""Similarity between texts, from any word or sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError

_BATCH = 256  # texts


class Similarity(Protocol):
    """Cosine similarity between texts."""

    @property
    def name(self) -> str:
        """The model's name in signatures, as `all-MiniLM-L6-v2`."""
        ...

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Return the similarity of each of `left` to each of `right`, (left, right), in [-1, 1]."""
        ...


def similarities(left: Sequence[str], right: Sequence[str], *, similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of each of `left` to each of `right`, (left, right), checked to be finite.

    Raises:
        ScoreError: naming two texts whose similarity is not finite.
    """
    values = np.asarray(similarity.between(left, right), np.float64)
    if len(bad := np.argwhere(~np.isfinite(values))):
        first, second = left[bad[0, 0]], right[bad[0, 1]]
        raise ScoreError(
            f"the similarity of {first!r} to {second!r} by {similarity.name} is {values[tuple(bad[0])]}; "
            "give vectors with a finite similarity"
        )
    return values


def paired_similarities(left: Sequence[str], right: Sequence[str], *, similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of each of `left` to the text at the same place in `right`, (texts,).

    Memory use does not grow with the number of texts. Both lists have the same length.
    """
    values = np.zeros(len(left))
    for start in range(0, len(left), _BATCH):
        batch = slice(start, start + _BATCH)
        values[batch] = np.diagonal(similarity.between(left[batch], right[batch]))
    return values
