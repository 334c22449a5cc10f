"""BLEU-1 to BLEU-4 (Papineni et al. 2002), as the COCO caption tools compute it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.metrics.core.ngrams import N_MAX, Grams
from cinescribe.metrics.core.score import Score, passport, summed_score
from cinescribe.metrics.core.tokens import Tokens

# The COCO tools' smoothing: a precision without a match is tiny, and never a division by zero.
_TINY, _SMALL = 1e-15, 1e-9


def bleu(tokens: Tokens) -> list[Score]:
    """BLEU-1, BLEU-2, BLEU-3 and BLEU-4 of the corpus, each with that of every item.

    Clipped n-gram precisions 1..n, their geometric mean, and the brevity penalty against the reference whose length is
    closest to the candidate's (of two as close, the shorter). The corpus value is that of the summed counts, not
    the mean of the items' values; an item's own value is smoothed by the COCO tools' constants (1e-15 over 1e-9),
    so that an item of fewer than n words, or without a common n-gram, has a BLEU-n near 0.
    """
    counts = _statistics(tokens.parted)
    return [_score(tokens, counts, order) for order in range(1, N_MAX + 1)]


def _score(tokens: Tokens, counts: NDArray[np.float64], order: int) -> Score:
    # From here on only what this order needs: matches and guesses of 1..order, both lengths.
    wanted = [*range(order), *range(N_MAX, N_MAX + order), 2 * N_MAX, 2 * N_MAX + 1]
    sums = counts[:, wanted]
    signature = passport(f"BLEU-{order}", ref="closest", smooth="coco", tok=tokens.tokeniser)
    return summed_score(f"BLEU-{order}", tokens.ids, _rule(sums), sums, rule=_rule, signature=signature)


def _rule(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """BLEU of matches and guesses of each order, candidate length and reference length, (..., 2n + 2)."""
    order = (sums.shape[-1] - 2) // 2
    matches, guesses = sums[..., :order], sums[..., order : 2 * order]
    precision = np.prod((matches + _TINY) / (guesses + _SMALL), axis=-1) ** (1 / order)
    ratio = (sums[..., -2] + _TINY) / (sums[..., -1] + _SMALL)
    # An empty candidate's ratio is 1e-15 at most, and its penalty exp(-1e15) = 0.
    penalty: NDArray[np.float64] = np.exp(np.minimum(0.0, 1 - 1 / ratio))
    value: NDArray[np.float64] = precision * penalty
    return value


def _statistics(tokens: Tokens) -> NDArray[np.float64]:
    """Matches of orders 1..4, guesses of orders 1..4, candidate length, closest reference length, (items, 10)."""
    trie, candidates, references = tokens.ngrams
    counts = np.zeros((len(tokens.ids), 2 * N_MAX + 2))
    lengths = np.diff(tokens.candidates.bounds)
    counts[:, :N_MAX] = _matches(candidates, references, tokens.owned, trie.size)
    counts[:, N_MAX : 2 * N_MAX] = np.maximum(0, lengths[:, None] - np.arange(N_MAX))
    counts[:, -2] = lengths
    counts[:, -1] = _closest(lengths, np.diff(tokens.references.bounds), tokens.owned)
    return counts


def _closest(lengths: NDArray[np.int64], ref_lengths: NDArray[np.int64], owned: NDArray[np.int64]) -> NDArray[np.int64]:
    """The reference length closest to each candidate's, the shorter of two as close, (items,)."""
    off = ref_lengths - np.repeat(lengths, np.diff(owned))
    # Ordered by distance, then length: no two different lengths have one rank.
    rank = 2 * np.abs(off) + (off > 0)
    best = np.minimum.reduceat(rank, owned[:-1])
    return lengths + np.where(best % 2 == 1, best // 2, -(best // 2))


@njit(cache=True)
def _matches(candidates: Grams, references: Grams, owned: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """How many of each candidate's n-grams are in a reference, none more often than there, (items, 4)."""
    matches = np.zeros((len(owned) - 1, N_MAX), np.int64)
    best, found = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for item in range(len(owned) - 1):
        for r in range(owned[item], owned[item + 1]):
            reference = references.nodes[references.bounds[r] : references.bounds[r + 1]]
            _raise(best, found, reference)
            _clear(found, reference)
        candidate = candidates.nodes[candidates.bounds[item] : candidates.bounds[item + 1]]
        for n in range(N_MAX):
            for s in range(len(candidate) - n):
                node = candidate[s, n]
                found[node] += 1
                matches[item, n] += found[node] <= best[node]
        _clear(found, candidate)
        _clear(best, references.nodes[references.bounds[owned[item]] : references.bounds[owned[item + 1]]])
    return matches


@njit(cache=True)
def _raise(best: NDArray[np.int64], found: NDArray[np.int64], nodes: NDArray[np.int32]) -> None:
    """Count a reference's n-grams in `found`, and what they bring more often than any before in `best`."""
    for s in range(len(nodes)):
        for n in range(N_MAX):
            node = nodes[s, n]
            found[node] += 1
            best[node] = max(best[node], found[node])


@njit(cache=True)
def _clear(counts: NDArray[np.int64], nodes: NDArray[np.int32]) -> None:
    for s in range(len(nodes)):
        for n in range(N_MAX):
            counts[nodes[s, n]] = 0
