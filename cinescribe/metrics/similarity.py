"""What a metric may ask of word or sentence vectors, wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class Similarity(Protocol):
    """Cosine similarity between texts."""

    @property
    def name(self) -> str:
        """What stands in a score's signature, as `all-MiniLM-L6-v2`."""
        ...

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Similarity of each of `left` to each of `right`, (left, right), in [-1, 1]."""
        ...
