"""A similarity from a given table."""

from collections.abc import Mapping, Sequence

import numpy as np


class TableSimilarity:
    """A `Similarity`: 1 for equal texts, the given value for two texts in either order, else 0."""

    name = "written"

    def __init__(self, pairs: Mapping[tuple[str, str], float]) -> None:
        self.pairs = {frozenset(pair): value for pair, value in pairs.items()}
        self.asked: list[tuple[int, int]] = []

    def between(self, left: Sequence[str], right: Sequence[str]) -> np.ndarray:
        self.asked.append((len(left), len(right)))
        values = [[1.0 if a == b else self.pairs.get(frozenset((a, b)), 0.0) for b in right] for a in left]
        return np.array(values, float).reshape(len(left), len(right))
