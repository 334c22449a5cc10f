"""A word similarity that is written down."""

from collections.abc import Mapping, Sequence

import numpy as np


class Written:
    """A `Similarity`: 1 of a text to itself, what is written of two texts either way round, else 0."""

    name = "written"

    def __init__(self, pairs: Mapping[tuple[str, str], float]) -> None:
        self.pairs = {frozenset(pair): value for pair, value in pairs.items()}
        self.asked: list[tuple[int, int]] = []

    def between(self, left: Sequence[str], right: Sequence[str]) -> np.ndarray:
        self.asked.append((len(left), len(right)))
        values = [[1.0 if a == b else self.pairs.get(frozenset((a, b)), 0.0) for b in right] for a in left]
        return np.array(values, float).reshape(len(left), len(right))
