"""Where in a text a token stands, as vectors."""

from __future__ import annotations

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
        n_places = self.vectors.num_embeddings
        if places.numel() and int(places.max()) >= n_places:
            raise ModelError(
                f"token {int(places.max()) + 1} of a text came, but the model reads {n_places} at most; "
                "cut the text, or make a model of more `n_tokens`"
            )
        vectors: Tensor = self.vectors(places)
        return vectors
