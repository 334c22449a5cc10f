"""Faces that look alike, grouped by DBSCAN (Ester et al. 1996) and numbered by first appearance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import DBSCAN

FEWEST = 2  # faces within reach, the face itself included, that make it a core of a cluster; one face alone is noise


def clusters(vectors: NDArray[np.float32], *, distance: float, fewest: int = FEWEST) -> NDArray[np.int64]:
    """The cluster of each vector, numbered from 1 by first appearance; 0 for noise, (n,).

    Args:
        vectors: of length 1, (n, D).
        distance: eps: vectors at most so far apart, Euclidean, are near.
        fewest: min_samples: near vectors, itself included, that make one a core; with 1 there is no noise.
    """
    if not len(vectors):
        return np.zeros(0, np.int64)
    noise_is_minus_one = DBSCAN(eps=distance, min_samples=fewest).fit_predict(vectors)
    return by_appearance(noise_is_minus_one.astype(np.int64) + 1)


def by_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Labels renumbered from 1 in the order in which they first appear; 0 stays 0."""
    kept, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.argsort(np.where(kept == 0, -1, first))
    numbers = np.empty(len(kept), np.int64)
    numbers[order] = np.arange(len(kept)) + (0 if 0 in kept else 1)
    return numbers[inverse.reshape(labels.shape)]


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The vectors at length 1, (n, D); a vector of zeros stays one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.finfo(np.float32).tiny), np.float32)
