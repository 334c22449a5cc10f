"""Faces that look alike, grouped: DBSCAN over unit vectors, exact, in a few array operations.

Ester et al. (1996). The distances between the few hundred faces of a set fit one matrix, and groups are the connected
parts of the graph of near core points: the result is that of scikit-learn's DBSCAN.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

FEWEST = 2  # faces within reach, the face itself included, that make it a core of a cluster; one face alone is noise


def clusters(vectors: NDArray[np.float32], *, distance: float, fewest: int = FEWEST) -> NDArray[np.int64]:
    """The cluster of each vector, numbered from 1 by first appearance; 0 for noise, (n,).

    Args:
        vectors: of length 1, (n, D).
        distance: eps: vectors at most so far apart, Euclidean, are near.
        fewest: min_samples: near vectors, itself included, that make one a core; with 1 there is no noise.
    """
    near = vectors @ vectors.T >= 1 - distance**2 / 2  # |a - b|² = 2 - 2ab
    np.fill_diagonal(near, True)
    core = near.sum(1) >= fewest
    _, parts = connected_components(csr_array(near & core & core[:, None]), directed=False)
    # A vector that is no core belongs to the first cluster with a core within its reach.
    by_part = np.where(near & core, parts, len(vectors)).min(1, initial=len(vectors))
    found = np.where(core, parts, by_part)
    return by_appearance(np.where(found < len(vectors), found + 1, 0))


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
