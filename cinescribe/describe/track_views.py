"""What a face track looks like: a few of its views, as diverse as possible, and the distance between two tracks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

_MAX_VIEWS = 6  # of a track; more change the distances of reel, friday and perspective by less than .01
_DECIMALS = 5  # to which two embeddings are equal


def track_views(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the distinct embeddings of a track, or the most diverse of many: the middle one, then the farthest (k, D).

    Args:
        embeddings: of its faces, (n, D); repeated ones count once.
    """
    distinct = np.unique(embeddings.round(_DECIMALS), axis=0)
    if len(distinct) <= _MAX_VIEWS:
        return distinct
    chosen = [int(np.linalg.norm(distinct - distinct.mean(0), axis=1).argmin())]
    away = np.linalg.norm(distinct - distinct[chosen[0]], axis=1)
    while len(chosen) < _MAX_VIEWS:
        chosen.append(int(away.argmax()))
        away = np.minimum(away, np.linalg.norm(distinct - distinct[chosen[-1]], axis=1))
    return distinct[chosen]


def track_spread(views: NDArray[np.float32]) -> float:
    """Return how far a track's views lie from their mean, in the median."""
    return float(np.median(np.linalg.norm(views - views.mean(0), axis=1)))


def track_distances(views: Sequence[NDArray[np.float32]]) -> NDArray[np.float64]:
    """Return the distances between tracks: the mean over all views of both of the distance to the other's nearest.

    Turned, blurred and badly lit faces are far from a person's mean, but near the views that are like them.

    Args:
        views: of each track, (k, D).

    Returns:
        Euclidean distances, (n, n), 0 on the diagonal.
    """
    n = len(views)
    if not n:
        return np.zeros((0, 0))
    starts = np.cumsum([0, *(len(one) for one in views[:-1])])
    every = np.concatenate(views)
    towards = np.zeros((n, n))
    for k, one in enumerate(views):
        nearest = np.minimum.reduceat(cdist(one, every), starts, axis=1)  # of each view to each track
        towards[k] = nearest.mean(0)
    distances = (towards + towards.T) / 2
    np.fill_diagonal(distances, 0.0)
    return distances
