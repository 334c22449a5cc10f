"""Conditional random field over the labels of four roles (Rohrbach et al. 2013): best labels and marginals, exact."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.models.translation.crf_kernels import N_NODES, PAIRS, Potentials, best_labels, marginals

N_BEST = 20  # labels of each node that inference looks at: those with the highest classifier scores
_AT_ONCE = 1024  # items whose pairwise marginals are in memory together


@dataclass(frozen=True)
class LabelCrf:
    """A fully connected CRF of four nodes.

    log p(y | s) = sum_n (unary_n s_n[y_n] + bias_n[y_n]) + sum_(n,m) pairs_nm[y_n, y_m] - log Z(s)

    Args:
        sizes: number of labels of each node.
        unary: weight of the classifier score, by node, (4,).
        bias: of every label, node after node, (L,).
        pairs: of every pair of labels: the tables of edges 01, 02, 03, 12, 13, 23 in row order, (E,).

    Raises:
        ModelError: when the weights do not fit the sizes, or are not finite.
    """

    sizes: tuple[int, ...]
    unary: NDArray[np.float64]
    bias: NDArray[np.float64]
    pairs: NDArray[np.float64]

    def __post_init__(self) -> None:
        found = (self.unary.shape, self.bias.shape, self.pairs.shape)
        wanted = ((N_NODES,), (sum(self.sizes),), (pair_starts(self.sizes)[-1],))
        if len(self.sizes) != N_NODES or found != wanted:
            raise ModelError(f"a CRF of {self.sizes} labels has weights of shapes {found}; expected {wanted}")
        if not all(np.isfinite(array).all() for array in (self.unary, self.bias, self.pairs)):
            raise ModelError("a weight of the CRF is not finite; scale the classifier scores, or raise `l2`")

    @classmethod
    def zeros(cls, sizes: tuple[int, ...]) -> LabelCrf:
        """Return a CRF whose weights are 0, except 1 for classifier scores: each node takes its best label."""
        return cls(sizes, np.ones(N_NODES), np.zeros(sum(sizes)), np.zeros(pair_starts(sizes)[-1]))

    @cached_property
    def potentials(self) -> Potentials:
        """The weights as the kernels take them."""
        starts = np.array([*accumulate(self.sizes, initial=0)])
        return Potentials(self.unary, self.bias, self.pairs, starts, np.array(pair_starts(self.sizes)))

    def table(self, first: int, second: int) -> NDArray[np.float64]:
        """Return the weights of the pairs of labels of two nodes, (labels of `first`, labels of `second`)."""
        edge = PAIRS.index((first, second))
        start, end = pair_starts(self.sizes)[edge : edge + 2]
        return self.pairs[start:end].reshape(self.sizes[first], self.sizes[second])

    def best(self, scores: NDArray[np.floating], *, n_best: int = N_BEST) -> NDArray[np.int32]:
        """Return the most probable labels of each item, as numbers within their nodes, (N, 4).

        Args:
            scores: classifier scores, node after node, (N, L).
            n_best: labels of each node that are looked at, by score.

        Raises:
            ModelError: when the scores have another width or are not finite.
        """
        candidates, values = candidate_labels(scores, self.sizes, n_best=n_best)
        return best_labels(self.potentials, candidates, values)[0]

    def marginals(self, scores: NDArray[np.floating], *, n_best: int = N_BEST) -> NDArray[np.float64]:
        """Return the probability of each label given the scores, (N, L); 0 for labels that are not looked at.

        Args:
            scores: classifier scores, node after node, (N, L).
            n_best: labels of each node that are looked at, by score.

        Raises:
            ModelError: when the scores have another width or are not finite.
        """
        candidates, values = candidate_labels(scores, self.sizes, n_best=n_best)
        found = np.zeros(scores.shape)
        for start in range(0, len(scores), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            of_nodes, _, _ = marginals(self.potentials, candidates[part], values[part])
            items, nodes, places = np.nonzero(candidates[part] >= 0)
            columns = self.potentials.starts[nodes] + candidates[part][items, nodes, places]
            found[items + start, columns] = of_nodes[items, nodes, places]
        return found


def pair_starts(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return where the table of each edge begins in `LabelCrf.pairs`, and the number of all entries."""
    if len(sizes) != N_NODES:
        return (0,) * (len(PAIRS) + 1)
    return tuple(accumulate((sizes[first] * sizes[second] for first, second in PAIRS), initial=0))


def candidate_labels(
    scores: NDArray[np.floating], sizes: tuple[int, ...], *, n_best: int
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Return the labels with the highest scores of each node, and these scores, (N, 4, k) each.

    Nodes with fewer than k labels are filled up with label -1 and score 0. Equal scores: the first label wins.

    Raises:
        ModelError: when the scores have another width or are not finite.
    """
    if scores.ndim != 2 or scores.shape[1] != sum(sizes):
        raise ModelError(f"the classifier scores have the shape {scores.shape}; expected (items, {sum(sizes)})")
    if not np.isfinite(scores).all():
        item = int(np.flatnonzero(~np.isfinite(scores).all(axis=1))[0])
        raise ModelError(f"the classifier scores of item {item} are not finite; extract its features again")
    k = min(n_best, max(sizes))
    candidates = np.full((len(scores), N_NODES, k), -1, np.int32)
    values = np.zeros((len(scores), N_NODES, k))
    for node, (start, size) in enumerate(zip(accumulate(sizes, initial=0), sizes, strict=False)):
        of_node = scores[:, start : start + size]
        order = np.argsort(-of_node, axis=1, kind="stable")[:, :k]
        candidates[:, node, : order.shape[1]] = order
        values[:, node, : order.shape[1]] = np.take_along_axis(of_node, order, axis=1)
    return candidates, values
