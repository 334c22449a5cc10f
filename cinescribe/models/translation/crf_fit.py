"""Training of the CRF by exact conditional likelihood with L2, whose weight is chosen on other data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from cinescribe.errors import ModelError
from cinescribe.models.translation.crf import N_BEST, LabelCrf, candidate_labels
from cinescribe.models.translation.crf_kernels import N_NODES, PAIRS, Potentials, likelihood

L2 = (0.1, 1.0, 10.0, 100.0)  # weights that are tried
_OPTIONS = {"maxiter": 100, "ftol": 1e-8}  # of L-BFGS: it ends where a step gains less than this share of the loss


@dataclass(frozen=True)
class CrfData:
    """Items to learn from.

    Args:
        scores: classifier scores, node after node, (N, L).
        labels: the right label of each node, as a number within the node, -1 where it is not known, (N, 4).
    """

    scores: NDArray[np.floating]
    labels: NDArray[np.int32]


@dataclass(frozen=True)
class ChosenCrf:
    """A trained CRF.

    Args:
        crf: the one with the highest likelihood of the validation data.
        l2: its weight of L2.
        likelihoods: mean log-likelihood of the validation data, by weight of L2.
    """

    crf: LabelCrf
    l2: float
    likelihoods: dict[float, float]


def choose_crf(
    train: CrfData, val: CrfData, *, sizes: tuple[int, ...], l2: Sequence[float] = L2, n_best: int = N_BEST
) -> ChosenCrf:
    """Train a CRF with each weight of L2 and return the one under which the validation labels are most probable.

    Args:
        train: what to learn from.
        val: what to choose by.
        sizes: number of labels of each node.
        l2: the weights.
        n_best: labels of each node that are looked at, by score; the right label is added to them.

    Raises:
        ModelError: when the data do not fit the sizes, or there are none.
    """
    held_out = _Items.of(val, sizes, n_best)
    found: dict[float, LabelCrf] = {}
    likelihoods: dict[float, float] = {}
    start = None
    for weight in sorted(l2, reverse=True):  # strong first: each start is near the next solution
        start = found[weight] = fit_crf(train, sizes=sizes, l2=weight, n_best=n_best, start=start)
        likelihoods[weight] = held_out.likelihood(start.potentials)[0] / len(val.labels)
    best = max(likelihoods, key=likelihoods.__getitem__)
    return ChosenCrf(found[best], best, dict(sorted(likelihoods.items())))


def fit_crf(
    data: CrfData, *, sizes: tuple[int, ...], l2: float, n_best: int = N_BEST, start: LabelCrf | None = None
) -> LabelCrf:
    """Return the CRF that maximises log-likelihood - l2 / 2 |weights|², by L-BFGS.

    The pairwise weights begin at the pointwise mutual information of the labels, and |weights|² counts their
    difference from it: pairs that the data hardly distinguish keep the values of the counts.

    Args:
        data: what to learn from.
        sizes: number of labels of each node.
        l2: weight of L2.
        n_best: labels of each node that are looked at, by score; the right label is added to them.
        start: a CRF to begin with.

    Raises:
        ModelError: when the data do not fit the sizes, or there are none.
    """
    items = _Items.of(data, sizes, n_best)
    centre = _flat(counted_crf(data.labels, sizes).potentials)
    blank = LabelCrf.zeros(sizes).potentials

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value, gradient = items.likelihood(_unflat(weights, blank))
        away = weights - centre
        return l2 / 2 * float(away @ away) - value, l2 * away - _flat(gradient)

    first = centre if start is None else _flat(start.potentials)
    found = minimize(loss, first, jac=True, method="L-BFGS-B", options=_OPTIONS)
    unary, bias, pairs, _, _ = _unflat(found.x, blank)
    return LabelCrf(sizes, unary, bias, pairs)


def counted_crf(labels: NDArray[np.int32], sizes: tuple[int, ...]) -> LabelCrf:
    """Return a CRF whose pairwise weights are counted: pmi(a, b) = log (n_ab + 1) / (n_a n_b / n + 1).

    The 1 draws pairs of rare labels towards 0.

    Args:
        labels: the labels of each node, -1 where not known, (N, 4).
        sizes: number of labels of each node.
    """
    tables = []
    for first, second in PAIRS:
        known = (labels[:, first] >= 0) & (labels[:, second] >= 0)
        counts = np.zeros((sizes[first], sizes[second]))
        np.add.at(counts, (labels[known, first], labels[known, second]), 1)
        expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / max(counts.sum(), 1)
        tables.append(np.log((counts + 1) / (expected + 1)).ravel())
    return LabelCrf(sizes, np.ones(N_NODES), np.zeros(sum(sizes)), np.concatenate(tables))


@dataclass(frozen=True)
class _Items:
    """Candidates (N, 4, k), their scores (N, 4, k), and which of them is right (N, 4)."""

    candidates: NDArray[np.int32]
    scores: NDArray[np.float64]
    gold: NDArray[np.int32]

    @classmethod
    def of(cls, data: CrfData, sizes: tuple[int, ...], n_best: int) -> _Items:
        labels = data.labels
        if not len(labels) or labels.shape != (len(data.scores), N_NODES) or (labels >= np.array(sizes)).any():
            raise ModelError(
                f"labels of shape {labels.shape} do not fit scores of shape {data.scores.shape}; give four labels of "
                f"each item, below {sizes}"
            )
        candidates, scores = candidate_labels(data.scores, sizes, n_best=n_best)
        starts = np.array(LabelCrf.zeros(sizes).potentials.starts[:-1])
        gold = np.full(labels.shape, -1, np.int32)
        for node in range(N_NODES):
            known = np.flatnonzero(labels[:, node] >= 0)
            right = labels[known, node]
            is_right = candidates[known, node] == right[:, None]
            # A right label that is not among the best takes the place of the last.
            place = np.where(is_right.any(axis=1), is_right.argmax(axis=1), candidates.shape[2] - 1)
            candidates[known, node, place] = right
            scores[known, node, place] = data.scores[known, starts[node] + right]
            gold[known, node] = place
        return cls(candidates, scores, gold)

    def likelihood(self, weights: Potentials) -> tuple[float, Potentials]:
        return likelihood(weights, self.candidates, self.scores, self.gold)


def _flat(weights: Potentials) -> NDArray[np.float64]:
    return np.concatenate([weights.unary, weights.bias, weights.pairs])


def _unflat(weights: NDArray[np.float64], like: Potentials) -> Potentials:
    unary, bias, pairs = np.split(weights, [N_NODES, N_NODES + len(like.bias)])
    return like._replace(unary=unary.copy(), bias=bias.copy(), pairs=pairs.copy())
