"""Where in a text a token stands, as vectors."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cinescribe.errors import ModelError


class LearnedPositions(nn.Module):
    """A learned vector for each place of a text.

    Args:
        n_places: places known, from 0 on.
        width: width of a vector, D.
    """

    def __init__(self, n_places: int, width: int) -> None:
        super().__init__()
        self.vectors = nn.Embedding(n_places, width)

    def forward(self, places: Tensor) -> Tensor:
        """The vectors of places (...), (..., D).

        Raises:
            ModelError: when a place lies beyond the last one known.
        """
        check_places(places, n_places=self.vectors.num_embeddings)
        vectors: Tensor = self.vectors(places)
        return vectors


class SinusoidalPositions(nn.Module):
    """A fixed vector for each place of a text: sines in even columns, cosines in odd ones (Vaswani et al. 2017, §3.5).

    It has no weights, and a checkpoint does not hold it.

    Args:
        n_places: places known, from 0 on.
        width: width of a vector, D, even.
        first: which place of the formula the text's place 0 is.
    """

    vectors: Tensor

    def __init__(self, n_places: int, width: int, *, first: int = 0) -> None:
        super().__init__()
        waves = torch.arange(0, width, 2) / width
        angles = torch.arange(first, first + n_places)[:, None] / 10_000**waves
        self.register_buffer("vectors", torch.stack([angles.sin(), angles.cos()], 2).flatten(1), persistent=False)

    def forward(self, places: Tensor) -> Tensor:
        """The vectors of places (...), (..., D).

        Raises:
            ModelError: when a place lies beyond the last one known.
        """
        check_places(places, n_places=len(self.vectors))
        return self.vectors[places]


def check_places(places: Tensor, *, n_places: int) -> None:
    """See to it that all places are among those that a model knows.

    Raises:
        ModelError: when one lies beyond.
    """
    if places.numel() and int(places.max()) >= n_places:
        raise ModelError(
            f"token {int(places.max()) + 1} of a text came, but the model reads {n_places} at most; "
            "cut the text, or make a model of more `n_tokens`"
        )
