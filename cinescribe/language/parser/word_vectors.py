"""Static word vectors of the parser: one quantised vector per lower-case word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class WordVectors:
    """Vectors of lower-case words, one byte per number.

    Attributes:
        words: in the order of the table's rows.
        table: quantised vectors, (n, D), int8.
        scale: factor of each column, (D,).
    """

    words: tuple[str, ...]
    table: NDArray[np.int8]
    scale: NDArray[np.float32]

    @property
    def values(self) -> NDArray[np.float32]:
        """The vectors, (n, D)."""
        return self.table * self.scale
