"""Exact inference in a fully connected CRF of four nodes.

The first two nodes are fixed in turn. What is left is a bilinear form in the other two: with `k` candidates a node,
maxima and sums over all `k**4` label tuples take `k**2` products of a matrix with a vector.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

N_NODES = 4
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # nodes of the six edges
_FIRST = np.array([first for first, _ in PAIRS])
_SECOND = np.array([second for _, second in PAIRS])


class Potentials(NamedTuple):
    """Weights of a CRF in flat arrays.

    Attributes:
        unary: weight of the classifier score, by node, (4,).
        bias: of every label, node after node, (L,).
        pairs: of every pair of labels, edge after edge, each a table in row order, (E,).
        starts: where the labels of each node begin, and their number, (5,).
        pair_starts: where the table of each edge begins, and the number of all entries, (7,).
    """

    unary: NDArray[np.float64]
    bias: NDArray[np.float64]
    pairs: NDArray[np.float64]
    starts: NDArray[np.int64]
    pair_starts: NDArray[np.int64]


@njit(cache=True)
def _fill(
    weights: Potentials,
    candidates: NDArray[np.int32],
    scores: NDArray[np.float64],
    nodes: NDArray[np.float64],
    edges: NDArray[np.float64],
) -> None:
    """Write the log-potentials of one item's candidates into `nodes` (4, k) and `edges` (6, k, k)."""
    k = candidates.shape[1]
    for n in range(N_NODES):
        for i in range(k):
            label = candidates[n, i]
            nodes[n, i] = (
                -np.inf if label < 0 else weights.unary[n] * scores[n, i] + weights.bias[weights.starts[n] + label]
            )
    for e in range(len(PAIRS)):
        first, second = _FIRST[e], _SECOND[e]
        width = weights.starts[second + 1] - weights.starts[second]
        for i in range(k):
            row = weights.pair_starts[e] + max(candidates[first, i], 0) * width
            for j in range(k):
                edges[e, i, j] = weights.pairs[row + max(candidates[second, j], 0)]


@njit(cache=True)
def best_labels(
    weights: Potentials, candidates: NDArray[np.int32], scores: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the most probable labels of each item, (N, 4), and their log-potential, (N,).

    Of several equally probable tuples the first by candidate wins.

    Args:
        weights: of the CRF.
        candidates: labels that each node may have, -1 for none, (N, 4, k).
        scores: classifier scores of the candidates, (N, 4, k).
    """
    n_items, _, k = candidates.shape
    best, values = np.zeros((n_items, N_NODES), np.int32), np.full(n_items, -np.inf)
    nodes, edges = np.empty((N_NODES, k)), np.empty((len(PAIRS), k, k))
    third, fourth = np.empty(k), np.empty(k)
    for item in range(n_items):
        _fill(weights, candidates[item], scores[item], nodes, edges)
        highest = edges[5].max()
        for a in range(k):
            for b in range(k):
                fixed = nodes[0, a] + nodes[1, b] + edges[0, a, b]
                for i in range(k):
                    third[i] = nodes[2, i] + edges[1, a, i] + edges[3, b, i]
                    fourth[i] = nodes[3, i] + edges[2, a, i] + edges[4, b, i]
                if fixed + third.max() + fourth.max() + highest <= values[item]:
                    continue
                for c in range(k):
                    for d in range(k):
                        value = fixed + third[c] + fourth[d] + edges[5, c, d]
                        if value > values[item]:
                            values[item] = value
                            for n, i in enumerate((a, b, c, d)):
                                best[item, n] = candidates[item, n, i]
    return best, values


@njit(cache=True)
def _n_used(potentials: NDArray[np.float64]) -> int:
    """Return the number of candidates up to the last whose potential is not 0."""
    n = len(potentials)
    while n > 0 and potentials[n - 1] == 0.0:
        n -= 1
    return n


@njit(cache=True, fastmath=True)
def _sums(
    nodes: NDArray[np.float64], edges: NDArray[np.float64], on_nodes: NDArray[np.float64], on_edges: NDArray[np.float64]
) -> float:
    """Return the sum over all label tuples; add up to the label and to the pair of labels that each has.

    Args:
        nodes: potentials of labels, not logarithms, (4, k).
        edges: potentials of pairs of labels, (6, k, k).
        on_nodes: written: the share of the sum of each label, (4, k).
        on_edges: written: the share of the sum of each pair of labels, (6, k, k).
    """
    k = nodes.shape[1]
    on_edges[:] = 0.0
    n_third, n_fourth = _n_used(nodes[2]), _n_used(nodes[3])
    third, fourth, to_fourth, to_third = np.empty(k), np.empty(k), np.empty(k), np.empty(k)
    for a in range(k):
        for b in range(k):
            fixed = nodes[0, a] * nodes[1, b] * edges[0, a, b]
            if fixed == 0.0:
                continue
            for c in range(n_third):
                third[c] = nodes[2, c] * edges[1, a, c] * edges[3, b, c]
            for d in range(n_fourth):
                fourth[d] = nodes[3, d] * edges[2, a, d] * edges[4, b, d]
                to_fourth[d] = 0.0
            total = 0.0
            for c in range(n_third):
                to_third[c] = 0.0
                for d in range(n_fourth):
                    to_third[c] += edges[5, c, d] * fourth[d]
                    to_fourth[d] += edges[5, c, d] * third[c]
                    on_edges[5, c, d] += fixed * third[c] * fourth[d]
                total += to_third[c] * third[c]
                on_edges[1, a, c] += fixed * third[c] * to_third[c]
                on_edges[3, b, c] += fixed * third[c] * to_third[c]
            on_edges[0, a, b] = fixed * total
            for d in range(n_fourth):
                on_edges[2, a, d] += fixed * fourth[d] * to_fourth[d]
                on_edges[4, b, d] += fixed * fourth[d] * to_fourth[d]
    whole = on_edges[0].sum()
    for c in range(k):
        for d in range(k):
            on_edges[5, c, d] *= edges[5, c, d]
    for n, e, first in ((0, 0, True), (1, 0, False), (2, 5, True), (3, 5, False)):
        for i in range(k):
            on_nodes[n, i] = on_edges[e, i].sum() if first else on_edges[e, :, i].sum()
    return float(whole)


@njit(cache=True)
def _distribution(
    nodes: NDArray[np.float64], edges: NDArray[np.float64], on_nodes: NDArray[np.float64], on_edges: NDArray[np.float64]
) -> float:
    """Return the log of the partition function; write the marginals. `nodes` and `edges` (logs) are overwritten."""
    shift = 0.0
    for n in range(N_NODES):
        highest = nodes[n].max()
        nodes[n] = np.exp(nodes[n] - highest)
        shift += highest
    for e in range(len(PAIRS)):
        highest = edges[e].max()
        edges[e] = np.exp(edges[e] - highest)
        shift += highest
    whole = _sums(nodes, edges, on_nodes, on_edges)
    on_nodes /= whole
    on_edges /= whole
    return float(np.log(whole)) + shift


@njit(cache=True)
def marginals(
    weights: Potentials, candidates: NDArray[np.int32], scores: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the probabilities of labels (N, 4, k) and of pairs (N, 6, k, k), and the log partition function (N,)."""
    n_items, _, k = candidates.shape
    of_nodes, of_edges = np.empty((n_items, N_NODES, k)), np.empty((n_items, len(PAIRS), k, k))
    logs = np.empty(n_items)
    nodes, edges = np.empty((N_NODES, k)), np.empty((len(PAIRS), k, k))
    for item in range(n_items):
        _fill(weights, candidates[item], scores[item], nodes, edges)
        logs[item] = _distribution(nodes, edges, of_nodes[item], of_edges[item])
    return of_nodes, of_edges, logs


@njit(cache=True)
def likelihood(
    weights: Potentials, candidates: NDArray[np.int32], scores: NDArray[np.float64], gold: NDArray[np.int32]
) -> tuple[float, Potentials]:
    """Return the log-likelihood of the gold labels of all items, and its gradient by each weight.

    An open node, whose gold label is not known, is summed out.

    Args:
        weights: of the CRF.
        candidates: labels that each node may have, -1 for none, (N, 4, k).
        scores: classifier scores of the candidates, (N, 4, k).
        gold: the candidate that is right, -1 where it is not known, (N, 4).
    """
    n_items, _, k = candidates.shape
    total = 0.0
    unary, bias = np.zeros(N_NODES), np.zeros(len(weights.bias))
    gradient = Potentials(unary, bias, np.zeros(len(weights.pairs)), weights.starts, weights.pair_starts)
    nodes, edges = np.empty((N_NODES, k)), np.empty((len(PAIRS), k, k))
    on_nodes, on_edges = np.empty((N_NODES, k)), np.empty((len(PAIRS), k, k))
    for item in range(n_items):
        _fill(weights, candidates[item], scores[item], nodes, edges)
        if gold[item].min() >= 0:
            on_nodes[:], on_edges[:] = 0.0, 0.0
            for n in range(N_NODES):
                total += nodes[n, gold[item, n]]
                on_nodes[n, gold[item, n]] = 1.0
            for e in range(len(PAIRS)):
                i, j = gold[item, _FIRST[e]], gold[item, _SECOND[e]]
                total += edges[e, i, j]
                on_edges[e, i, j] = 1.0
        else:
            for n in range(N_NODES):
                for i in range(k):
                    if gold[item, n] >= 0 and gold[item, n] != i:
                        nodes[n, i] = -np.inf
            total += _distribution(nodes, edges, on_nodes, on_edges)
            _fill(weights, candidates[item], scores[item], nodes, edges)
        _add(gradient, candidates[item], scores[item], (on_nodes, on_edges), 1.0)
        total -= _distribution(nodes, edges, on_nodes, on_edges)
        _add(gradient, candidates[item], scores[item], (on_nodes, on_edges), -1.0)
    return total, gradient


@njit(cache=True)
def _add(
    gradient: Potentials,
    candidates: NDArray[np.int32],
    scores: NDArray[np.float64],
    expected: tuple[NDArray[np.float64], NDArray[np.float64]],
    sign: float,
) -> None:
    """Add the expected features of one item to the gradient: d log Z / d weight = E[feature]."""
    on_nodes, on_edges = expected
    k = candidates.shape[1]
    for n in range(N_NODES):
        for i in range(k):
            if candidates[n, i] >= 0:
                gradient.unary[n] += sign * on_nodes[n, i] * scores[n, i]
                gradient.bias[gradient.starts[n] + candidates[n, i]] += sign * on_nodes[n, i]
    for e in range(len(PAIRS)):
        first, second = _FIRST[e], _SECOND[e]
        width = gradient.starts[second + 1] - gradient.starts[second]
        for i in range(k):
            row = gradient.pair_starts[e] + max(candidates[first, i], 0) * width
            for j in range(k):
                if on_edges[e, i, j] != 0.0:
                    gradient.pairs[row + max(candidates[second, j], 0)] += sign * on_edges[e, i, j]
