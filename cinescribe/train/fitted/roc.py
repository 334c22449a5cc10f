"""The area under the ROC curve of many labels' classifiers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def roc_areas(scores: NDArray[np.floating], labels: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the area under each label's ROC curve, (L,); nan where all or no examples have the label.

    It is the share of pairs of an example with the label and one without whose scores are in the right order; equal
    scores count half (Mann and Whitney's U).

    Args:
        scores: of each label, (n, L).
        labels: which labels each example has, (n, L).
    """
    n_true = labels.sum(0).astype(np.float64)
    n_pairs = n_true * (len(labels) - n_true)
    ranks = _mean_ranks(np.asarray(scores))
    above = (ranks * labels).sum(0) - n_true * (n_true + 1) / 2  # pairs in the right order, U
    areas: NDArray[np.float64] = np.full(len(n_pairs), np.nan)
    np.divide(above, n_pairs, out=areas, where=n_pairs > 0)
    return areas


def _mean_ranks(scores: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the rank of each score in its column from 1, (n, L); equal scores share their mean rank."""
    ranks = np.empty(scores.shape)
    for label, column in enumerate(scores.T):
        _, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        ranks[:, label] = (counts.cumsum() - (counts - 1) / 2)[place]
    return ranks
