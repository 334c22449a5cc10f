"""A text as the vectors of its tokens in context: what contextual models give and BERTScore takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Embedded:
    """One text as a contextual model sees it.

    Attributes:
        tokens: numbers of its word pieces, the model's own marks at begin and end included, (S,).
        vectors: their vectors, of length 1, (S, D).
        keep: which stand for text, (S,); True keeps, the model's begin and end marks are False.
    """

    tokens: NDArray[np.int64]
    vectors: NDArray[np.float32]
    keep: NDArray[np.bool_]


class Embedder(Protocol):
    """Anything that gives tokens their vectors in context."""

    @property
    def name(self) -> str:
        """Model and layer, as they stand in a score's signature: `roberta-large/17`."""
        ...

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """The word pieces of each text, the model's marks included, (S,) each."""
        ...

    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        """Each text with the vectors of its word pieces."""
        ...
