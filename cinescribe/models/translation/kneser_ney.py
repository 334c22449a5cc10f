"""Interpolated modified Kneser-Ney smoothing (Chen and Goodman 1999, section 3) of n-gram language models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.models.translation.language_model import (
    END_NUMBER,
    LOG_ZERO,
    MAX_ORDER,
    RESERVED,
    START_NUMBER,
    UNKNOWN_NUMBER,
    BackOffModel,
)

ORDER = 3
_FALLBACK = (0.5, 1.0, 1.5)  # discounts where a corpus is too small to estimate them


def fit_language_model(sentences: Sequence[Sequence[str]], *, order: int = ORDER) -> BackOffModel:
    """Return the language model of tokenised sentences.

    Args:
        sentences: the words of each; empty ones are left out.
        order: words of the longest n-gram, 1 to `MAX_ORDER`.

    Raises:
        ModelError: for another order, or when there is no sentence.
    """
    if not 1 <= order <= MAX_ORDER:
        raise ModelError(f"`order` is {order}; expected 1 to {MAX_ORDER}")
    filled = [sentence for sentence in sentences if len(sentence)]
    if not filled:
        raise ModelError("there is no sentence to learn a language model from; give captions")
    vocabulary = (*RESERVED, *sorted({word for sentence in filled for word in sentence} - set(RESERVED)))
    numbers = {word: number for number, word in enumerate(vocabulary)} | dict.fromkeys(RESERVED, UNKNOWN_NUMBER)
    coded = [[START_NUMBER, *(numbers[word] for word in sentence), END_NUMBER] for sentence in filled]
    counted = _counted(coded, order, len(vocabulary))
    logs, backoffs = _estimated(counted, len(vocabulary))
    return BackOffModel(vocabulary, tuple(each.ngrams for each in counted), logs, backoffs)


@dataclass(frozen=True)
class _Counted:
    """The n-grams of one order.

    Args:
        ngrams: word numbers, sorted, (N, order).
        counts: adjusted counts (Chen and Goodman 1999, equation 24): how often it occurs, for the highest order and
            after `START`; else how many different words precede it.
        prefix, suffix: number of the n-gram without its last and first word among those of the order below.
    """

    ngrams: NDArray[np.int32]
    counts: NDArray[np.int64]
    prefix: NDArray[np.int64]
    suffix: NDArray[np.int64]


def _counted(sentences: list[list[int]], order: int, n_words: int) -> list[_Counted]:
    words = np.array([word for sentence in sentences for word in sentence], np.int64)
    ends = np.cumsum([len(sentence) for sentence in sentences])
    left = np.repeat(ends, [len(sentence) for sentence in sentences]) - np.arange(len(words))  # words to the end
    # Every word is a unigram, also `START` and `UNKNOWN`, which no count reaches.
    ids, found = words, [np.arange(n_words, dtype=np.int32)[:, None]]
    raw, before, after = (
        [np.bincount(words, minlength=n_words)],
        [np.zeros(n_words, np.int64)],
        [np.zeros(n_words, np.int64)],
    )
    for n in range(2, order + 1):
        at = np.flatnonzero(left >= n)
        keys = ids[at] * n_words + words[at + n - 1]
        distinct, first, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
        places = at[first]
        before.append(ids[places])
        after.append(ids[places + 1])
        raw.append(counts)
        found.append(np.column_stack([words[places + k] for k in range(n)]).astype(np.int32).reshape(len(distinct), n))
        ids = np.full(len(words), -1)
        ids[at] = inverse
    counted = []
    for n in range(1, order + 1):
        counts = raw[n - 1]
        if n < order:
            continuations = np.bincount(after[n], minlength=len(counts))
            counts = np.where(found[n - 1][:, 0] == START_NUMBER, counts, continuations)
        counted.append(_Counted(found[n - 1], counts, before[n - 1], after[n - 1]))
    return counted


def _discounts(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the discounts of counts 0, 1, 2 and 3 or more (Chen and Goodman 1999, equation 26)."""
    n1, n2, n3, n4 = (int((counts == n).sum()) for n in range(1, 5))
    if n1 and n2 and n3:
        y = n1 / (n1 + 2 * n2)
        found = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
        if all(0 < discount < n for n, discount in enumerate(found, 1)):
            return np.array([0.0, *found])
    return np.array([0.0, *_FALLBACK])


def _estimated(
    counted: Sequence[_Counted], n_words: int
) -> tuple[tuple[NDArray[np.float64], ...], tuple[NDArray[np.float64], ...]]:
    """Return log10 of the probabilities and of the back-off weights, by order (equations 21 to 23)."""
    below = np.full(n_words, 1 / (n_words - 1))  # `START` is never predicted
    probabilities: list[NDArray[np.float64]] = []
    weights: list[NDArray[np.float64]] = []
    for n, each in enumerate(counted, 1):
        counts = each.counts.copy()
        if n == 1:
            counts[START_NUMBER] = 0
        discounts = _discounts(counts)[np.minimum(counts, 3)]
        size = n_words if n == 1 else len(counted[n - 2].ngrams)
        prefix = np.zeros(n_words, np.int64) if n == 1 else each.prefix
        totals = np.bincount(prefix, counts, size)
        freed = np.bincount(prefix, discounts, size)
        gamma = np.divide(freed, totals, out=np.ones(size), where=totals > 0)
        lower = below if n == 1 else below[each.suffix]
        share = (counts - discounts) / np.where(totals > 0, totals, 1)[prefix]
        below = share + gamma[prefix] * lower
        probabilities.append(below)
        if n > 1:
            weights.append(gamma)
    weights.append(np.ones(len(counted[-1].ngrams)))
    probabilities[0] = np.where(np.arange(n_words) == START_NUMBER, 10.0**LOG_ZERO, probabilities[0])
    return tuple(map(np.log10, probabilities)), tuple(map(np.log10, weights))
