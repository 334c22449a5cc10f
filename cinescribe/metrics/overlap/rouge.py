"""ROUGE-L (Lin 2004), as the COCO caption tools compute it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.score import Score, mean_score, metric_signature
from cinescribe.metrics.core.tokens import PairTokens

_BETA = 1.2  # weight of recall relative to precision


def rouge(tokens: PairTokens) -> Score:
    """Return ROUGE-L: the mean over items of the F-measure of the longest common subsequence.

    As in the COCO tools, precision and recall are each the maximum over the item's references, perhaps of two different
    ones. F = (1 + β²) P R / (R + β² P), with β = 1.2. An empty candidate scores 0.
    """
    texts, refs = tokens.candidates, tokens.references
    precision, recall = _best(texts.words, texts.bounds, refs.words, refs.bounds, tokens.item_bounds)
    signature = metric_signature("ROUGE-L", beta=_BETA, refs="max", tok=tokens.tokeniser)
    return mean_score("ROUGE-L", tokens.ids, _f(precision, recall), signature=signature)


def _f(precision: NDArray[np.float64], recall: NDArray[np.float64]) -> NDArray[np.float64]:
    weighted = recall + _BETA**2 * precision
    # Both are 0 where nothing is common.
    return (1 + _BETA**2) * precision * recall / np.where(weighted == 0, 1, weighted)


@njit(cache=True)
def _best(
    words: NDArray[np.int32],
    bounds: NDArray[np.int64],
    ref_words: NDArray[np.int32],
    ref_bounds: NDArray[np.int64],
    item_bounds: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the maximum precision and the maximum recall over the references of each item, (items,) each."""
    precision, recall = np.zeros(len(bounds) - 1), np.zeros(len(bounds) - 1)
    for i in range(len(bounds) - 1):
        candidate = words[bounds[i] : bounds[i + 1]]
        for r in range(item_bounds[i], item_bounds[i + 1]):
            reference = ref_words[ref_bounds[r] : ref_bounds[r + 1]]
            common = _longest_common(candidate, reference)
            if common > 0:
                precision[i] = max(precision[i], common / len(candidate))
                recall[i] = max(recall[i], common / len(reference))
    return precision, recall


@njit(cache=True)
def _longest_common(left: NDArray[np.int32], right: NDArray[np.int32]) -> np.int64:
    """Return the length of the longest common subsequence, by dynamic programming with one row."""
    row = np.zeros(len(right) + 1, np.int64)
    for word in left:
        diagonal = 0
        for j in range(len(right)):
            above = row[j + 1]
            row[j + 1] = diagonal + 1 if right[j] == word else max(above, row[j])
            diagonal = above
    length: np.int64 = row[-1]
    return length
