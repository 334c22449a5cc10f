"""Position embeddings: learned, sinusoidal, and stored as they came."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError


class LearnedPositions(nn.Module):
    """A learned vector for each position of a text.

    Args:
        n_positions: number of positions, from 0 on.
        width: width of a vector, D.
    """

    def __init__(self, n_positions: int, width: int) -> None:
        super().__init__()
        self.vectors = nn.Embedding(n_positions, width)

    def forward(self, positions: Tensor) -> Tensor:
        """Return the vectors of positions (...), (..., D).

        Raises:
            ModelError: when a position lies beyond the last one.
        """
        check_positions(positions, n_positions=self.vectors.num_embeddings)
        vectors: Tensor = self.vectors(positions)
        return vectors


class SinusoidalPositions(nn.Module):
    """Fixed sinusoids for each position of a text (Vaswani et al. 2017, §3.5): sines in even columns, cosines in odd.

    It has no weights, and checkpoints do not store it.

    Args:
        n_positions: number of positions, from 0 on.
        width: width of a vector, D, even.
        first: position in the formula of the text's position 0.
    """

    vectors: Tensor

    def __init__(self, n_positions: int, width: int, *, first: int = 0) -> None:
        super().__init__()
        frequencies = torch.arange(0, width, 2) / width
        angles = torch.arange(first, first + n_positions)[:, None] / 10_000**frequencies
        self.register_buffer("vectors", torch.stack([angles.sin(), angles.cos()], 2).flatten(1), persistent=False)

    def forward(self, positions: Tensor) -> Tensor:
        """Return the vectors of positions (...), (..., D).

        Raises:
            ModelError: when a position lies beyond the last one.
        """
        check_positions(positions, n_positions=len(self.vectors))
        return self.vectors[positions]


class StoredPositions(nn.Module):
    """A vector for each position of a text that is neither learned further nor made by a formula; checkpoints store it.

    Args:
        n_positions: number of positions, from 0 on.
        width: width of a vector, D.
    """

    vectors: Tensor

    def __init__(self, n_positions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("vectors", torch.zeros(n_positions, width))

    def forward(self, positions: Tensor) -> Tensor:
        """Return the vectors of positions (...), (..., D).

        Raises:
            ModelError: when a position lies beyond the last one.
        """
        check_positions(positions, n_positions=len(self.vectors))
        return self.vectors[positions]


def check_positions(positions: Tensor, *, n_positions: int) -> None:
    """Raise if a position lies beyond the last one of a model.

    Raises:
        ModelError: when one does.
    """
    if positions.numel() and int(positions.max()) >= n_positions:
        raise ModelError(
            f"token {int(positions.max()) + 1} of a text came, but the model reads {n_positions} at most; "
            "shorten the text, or build the model with more `n_tokens`"
        )
