"""Token embeddings of texts, and the protocol of models that compute them, for BERTScore."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class TokenEmbeddings:
    """One text as tokens and their contextual vectors.

    Attributes:
        tokens: ids of the word pieces, including the model's start and end tokens, (S,).
        vectors: unit vectors of the tokens, (S, D).
        keep: mask of the tokens of the text, (S,); False for start and end tokens.
    """

    tokens: NDArray[np.int64]
    vectors: NDArray[np.float32]
    keep: NDArray[np.bool_]


class Embedder(Protocol):
    """Anything that computes contextual vectors of tokens."""

    @property
    def name(self) -> str:
        """Model and layer for a score's signature, such as `roberta-large/17`."""
        ...

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """Return the word pieces of each text, with start and end tokens, (S,) each."""
        ...

    def embed(self, texts: Sequence[str]) -> list[TokenEmbeddings]:
        """Return each text with the vectors of its word pieces."""
        ...
