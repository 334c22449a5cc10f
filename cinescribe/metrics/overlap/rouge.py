"""ROUGE-L (Lin 2004), as the COCO caption tools compute it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.score import Score, mean_score, passport
from cinescribe.metrics.core.tokens import Tokens

BETA = 1.2  # how much more recall weighs than precision


def rouge(tokens: Tokens) -> Score:
    """ROUGE-L: the mean over items of the F of the longest common subsequence.

    Precision and recall are each the greatest over the item's references, as the COCO tools have it, and need not be of
    the same one; F = (1 + β²) P R / (R + β² P), with β = 1.2. An empty candidate has 0, having nothing in common.
    """
    own, held = tokens.candidates, tokens.references
    precision, recall = _best(own.words, own.bounds, held.words, held.bounds, tokens.owned)
    signature = passport("ROUGE-L", beta=BETA, refs="max", tok=tokens.tokeniser)
    return mean_score("ROUGE-L", tokens.ids, _f(precision, recall), signature=signature)


def _f(precision: NDArray[np.float64], recall: NDArray[np.float64]) -> NDArray[np.float64]:
    weighted = recall + BETA**2 * precision
    # Nothing in common: both are 0.
    return (1 + BETA**2) * precision * recall / np.where(weighted == 0, 1, weighted)


@njit(cache=True)
def _best(
    words: NDArray[np.int32],
    bounds: NDArray[np.int64],
    references: NDArray[np.int32],
    held: NDArray[np.int64],
    owned: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Greatest precision and greatest recall over the references of each item, (items,) each."""
    precision, recall = np.zeros(len(bounds) - 1), np.zeros(len(bounds) - 1)
    for i in range(len(bounds) - 1):
        own = words[bounds[i] : bounds[i + 1]]
        for r in range(owned[i], owned[i + 1]):
            reference = references[held[r] : held[r + 1]]
            common = _longest_common(own, reference)
            if common > 0:
                precision[i] = max(precision[i], common / len(own))
                recall[i] = max(recall[i], common / len(reference))
    return precision, recall


@njit(cache=True)
def _longest_common(left: NDArray[np.int32], right: NDArray[np.int32]) -> np.int64:
    """Length of the longest common subsequence, by the usual table of which only the last row is kept."""
    row = np.zeros(len(right) + 1, np.int64)
    for word in left:
        diagonal = 0
        for j in range(len(right)):
            above = row[j + 1]
            row[j + 1] = diagonal + 1 if right[j] == word else max(above, row[j])
            diagonal = above
    length: np.int64 = row[-1]
    return length
