"""How much a film looks like the drawn films learnt from, so that a network is asked only of what it knows.

Pictures of the known kind lie around their mean in the directions of their covariance; a picture is strange by its
Mahalanobis distance from it (Lee et al. 2018). What is measured of a picture is how strong and how uneven each channel
of a network's stages is: the embedding knows a place or a thing, and sees one in any picture, but the stages below it
know how things are drawn.
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.errors import FeatureError

ALIKE = 0.5  # likeness from which a film is taken for one of the known kind
_COMMON = 0.99  # share of known pictures that count as known
_RIDGE = 1e-3  # least variance of a direction, of statistics standardised


def likeness(rows: NDArray[np.float32]) -> float:
    """Share of a film's pictures that are of the kind the frame network learnt from; 0 for a film without pictures.

    Args:
        rows: of the frame network, (n, D), the last number of each being its strangeness.

    Raises:
        FeatureError: when they are no rows.
    """
    if rows.ndim != 2 or not rows.shape[1]:
        raise FeatureError(f"rows of shape {rows.shape} came; those of the frame network are wanted, one a picture")
    return float((rows[:, -1] <= 1).mean()) if len(rows) else 0.0


class Strangeness(nn.Module):
    """Distance of pictures from the known ones, in units of the distance within which nearly all known ones lie.

    Args:
        n_statistics: numbers measured of a picture.
    """

    mean: Tensor
    whitening: Tensor
    bound: Tensor

    def __init__(self, n_statistics: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(n_statistics))
        self.register_buffer("whitening", torch.eye(n_statistics))
        self.register_buffer("bound", torch.ones(1))

    def forward(self, statistics: Tensor) -> Tensor:
        """Strangeness (B,) of pictures with some statistics (B, S): up to 1 for known ones."""
        distance: Tensor = ((statistics - self.mean) @ self.whitening).square().mean(1).sqrt()
        return distance / self.bound

    @torch.no_grad()
    def fit(self, known: Tensor, *, held_out: Tensor) -> None:
        """Learn what is known from the statistics of some pictures (n, S), and the bound from others (m, S)."""
        mean, scale = known.mean(0), known.std(0) + 1e-4
        values, vectors = torch.linalg.eigh(torch.cov(((known - mean) / scale).T.double()))
        self.mean.copy_(mean)
        self.whitening.copy_((vectors / (values.clamp(min=0) + _RIDGE).sqrt()).float() / scale[:, None])
        self.bound.fill_(1.0)
        self.bound.copy_(self(held_out).quantile(_COMMON))


def statistics(stages: list[Tensor]) -> Tensor:
    """Mean and spread of every channel of some stages, each (B, C, h, w): (B, S)."""
    flat = [stage.flatten(2) for stage in stages]
    return torch.cat([part for stage in flat for part in (stage.mean(2), stage.std(2))], 1)
