"""Clusters of similar faces by DBSCAN (Ester et al. 1996), numbered by first appearance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MIN_SAMPLES = 2  # near faces, itself included, that make a face the core of a cluster; a single face is noise


def clusters(vectors: NDArray[np.float32], *, distance: float, min_samples: int = MIN_SAMPLES) -> NDArray[np.int64]:
    """Return the cluster of each vector, numbered from 1 by first appearance; 0 for noise, (n,).

    Args:
        vectors: of length 1, (n, D).
        distance: DBSCAN's eps: the largest Euclidean distance between near vectors.
        min_samples: near vectors, itself included, that make one a core; 1 means no noise.
    """
    if not len(vectors):
        return np.zeros(0, np.int64)
    from sklearn.cluster import DBSCAN  # noqa: PLC0415  scikit-learn is slow to import

    noise_is_minus_one = DBSCAN(eps=distance, min_samples=min_samples).fit_predict(vectors)
    return by_appearance(noise_is_minus_one.astype(np.int64) + 1)


def by_appearance(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber labels from 1 in the order of first appearance; 0 stays 0."""
    values, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.argsort(np.where(values == 0, -1, first))
    numbers = np.empty(len(values), np.int64)
    numbers[order] = np.arange(len(values)) + (0 if 0 in values else 1)
    return numbers[inverse.reshape(labels.shape)]


def unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scale vectors to length 1, (n, D); a vector of zeros stays zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.finfo(np.float32).tiny), np.float32)
