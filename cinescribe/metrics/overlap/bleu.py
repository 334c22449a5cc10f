"""BLEU-1 to BLEU-4 (Papineni et al. 2002), as the COCO caption tools compute it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.ngrams import N_MAX, TextNgrams
from cinescribe.metrics.core.score import Score, metric_signature, score_from_sums
from cinescribe.metrics.core.tokens import PairTokens

# The COCO tools' smoothing: a precision without matches is tiny, and nothing is divided by zero.
_TINY, _SMALL = 1e-15, 1e-9


def bleu(tokens: PairTokens) -> list[Score]:
    """Return BLEU-1 to BLEU-4 of the corpus and of every item.

    BLEU-n is the geometric mean of the clipped n-gram precisions 1..n times the brevity penalty against the reference
    closest in length (the shorter of two). The corpus value comes from summed counts; it is not the mean of the items'
    values. The COCO tools' constants (1e-15 over 1e-9) smooth every value, so an item with fewer than n words, or
    without a common n-gram, has a BLEU-n near 0.
    """
    counts = _statistics(tokens.without_no_break_spaces)
    return [_score(tokens, counts, order) for order in range(1, N_MAX + 1)]


def _score(tokens: PairTokens, counts: NDArray[np.float64], order: int) -> Score:
    # The columns of this order: matches and candidate n-grams of 1..order, both lengths.
    columns = [*range(order), *range(N_MAX, N_MAX + order), 2 * N_MAX, 2 * N_MAX + 1]
    sums = counts[:, columns]
    signature = metric_signature(f"BLEU-{order}", ref="closest", smooth="coco", tok=tokens.tokeniser)
    return score_from_sums(f"BLEU-{order}", tokens.ids, _rule(sums), sums, rule=_rule, signature=signature)


def _rule(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return BLEU from matches and candidate n-grams of each order and both lengths, (..., 2n + 2)."""
    order = (sums.shape[-1] - 2) // 2
    matches, totals = sums[..., :order], sums[..., order : 2 * order]
    precision = np.prod((matches + _TINY) / (totals + _SMALL), axis=-1) ** (1 / order)
    ratio = (sums[..., -2] + _TINY) / (sums[..., -1] + _SMALL)
    # An empty candidate has a ratio of at most 1e-15 and a penalty of exp(-1e15) = 0.
    penalty: NDArray[np.float64] = np.exp(np.minimum(0.0, 1 - 1 / ratio))
    value: NDArray[np.float64] = precision * penalty
    return value


def _statistics(tokens: PairTokens) -> NDArray[np.float64]:
    """Return matches and candidate n-grams of orders 1..4, candidate length, closest reference length, (items, 10)."""
    trie, candidates, references = tokens.ngrams
    counts = np.zeros((len(tokens.ids), 2 * N_MAX + 2))
    lengths = np.diff(tokens.candidates.bounds)
    counts[:, :N_MAX] = _matches(candidates, references, tokens.item_bounds, trie.size)
    counts[:, N_MAX : 2 * N_MAX] = np.maximum(0, lengths[:, None] - np.arange(N_MAX))
    counts[:, -2] = lengths
    counts[:, -1] = _closest(lengths, np.diff(tokens.references.bounds), tokens.item_bounds)
    return counts


def _closest(
    lengths: NDArray[np.int64], ref_lengths: NDArray[np.int64], item_bounds: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the reference length closest to each candidate's, the shorter of two, (items,)."""
    difference = ref_lengths - np.repeat(lengths, np.diff(item_bounds))
    # Ranks order by distance, then by length, and no two lengths share one.
    rank = 2 * np.abs(difference) + (difference > 0)
    best = np.minimum.reduceat(rank, item_bounds[:-1])
    return lengths + np.where(best % 2 == 1, best // 2, -(best // 2))


@njit(cache=True)
def _matches(
    candidates: TextNgrams, references: TextNgrams, item_bounds: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Return each candidate's n-gram matches, clipped by the best reference, (items, 4)."""
    matches = np.zeros((len(item_bounds) - 1, N_MAX), np.int64)
    max_counts, counts = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for item in range(len(item_bounds) - 1):
        for r in range(item_bounds[item], item_bounds[item + 1]):
            reference = references.nodes[references.bounds[r] : references.bounds[r + 1]]
            _add_max_counts(max_counts, counts, reference)
            _clear(counts, reference)
        candidate = candidates.nodes[candidates.bounds[item] : candidates.bounds[item + 1]]
        for n in range(N_MAX):
            for s in range(len(candidate) - n):
                node = candidate[s, n]
                counts[node] += 1
                matches[item, n] += counts[node] <= max_counts[node]
        _clear(counts, candidate)
        _clear(
            max_counts,
            references.nodes[references.bounds[item_bounds[item]] : references.bounds[item_bounds[item + 1]]],
        )
    return matches


@njit(cache=True)
def _add_max_counts(max_counts: NDArray[np.int64], counts: NDArray[np.int64], nodes: NDArray[np.int32]) -> None:
    """Count a reference's n-grams in `counts` and raise `max_counts` to them."""
    for s in range(len(nodes)):
        for n in range(N_MAX):
            node = nodes[s, n]
            counts[node] += 1
            max_counts[node] = max(max_counts[node], counts[node])


@njit(cache=True)
def _clear(counts: NDArray[np.int64], nodes: NDArray[np.int32]) -> None:
    for s in range(len(nodes)):
        for n in range(N_MAX):
            counts[nodes[s, n]] = 0
