"""Detects whether a film resembles the training films of the frame network, so that it is used only on such films.

A picture is out of the domain by its Mahalanobis distance from the training pictures (Lee et al. 2018), in the mean and
spread of each channel of the network's stages. The embedding would not do: it finds a place or a thing in any picture,
while the stages below it show how things are drawn.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cinescribe.errors import FeatureError

# A film belongs to the domain if its nearest tenth of pictures is within this. In 21 Backlot films that no network was
# trained on that tenth is within .69, in clips of an evenly lit room, the nearest of 45 real ones, only within .80.
MAX_FILM_DISTANCE = 0.75
MAX_PICTURE_DISTANCE = 1.0  # of a single picture
_COVERAGE = 0.99  # share of training pictures within distance 1
_RIDGE = 1e-3  # minimum variance of a direction of standardised statistics


def film_distance(vectors: NDArray[np.float32]) -> float:
    """Return the domain distance of a film's nearest tenth of pictures; infinity for a film without pictures.

    It is the median distance instead if that is beyond the distance of single pictures of the domain.

    Args:
        vectors: of the frame network, (n, D); the last number of each is its domain distance.

    Raises:
        FeatureError: when the array has another shape.
    """
    if vectors.ndim != 2 or not vectors.shape[1]:
        raise FeatureError(f"`vectors` has shape {vectors.shape}; give those of the frame network, one per picture")
    if not len(vectors):
        return math.inf
    near, usual = np.percentile(vectors[:, -1], [10, 50])
    return float(usual if usual > MAX_PICTURE_DISTANCE else near)


class DomainDistance(nn.Module):
    """The distance of pictures from the training pictures; 99 % of those lie within 1.

    Args:
        n_statistics: statistics per picture.
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
        """Return the distance (B,) of pictures with statistics (B, S): up to 1 within the domain."""
        distance: Tensor = ((statistics - self.mean) @ self.whitening).square().mean(1).sqrt()
        return distance / self.bound

    @torch.no_grad()
    def fit(self, known: Tensor, *, held_out: Tensor) -> None:
        """Fit the distance to statistics of training pictures (n, S), and its unit to those of others (m, S)."""
        mean, scale = known.mean(0), known.std(0) + 1e-4
        values, vectors = torch.linalg.eigh(torch.cov(((known - mean) / scale).T.double()))
        self.mean.copy_(mean)
        self.whitening.copy_((vectors / (values.clamp(min=0) + _RIDGE).sqrt()).float() / scale[:, None])
        self.bound.fill_(1.0)
        self.bound.copy_(self(held_out).quantile(_COVERAGE))


def statistics(stages: list[Tensor]) -> Tensor:
    """Return the mean and spread of every channel of stages (B, C, h, w): (B, S)."""
    flat = [stage.flatten(2) for stage in stages]
    return torch.cat([part for stage in flat for part in (stage.mean(2), stage.std(2))], 1)
