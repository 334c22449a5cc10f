"""Linear support vector machines, one for each label, fitted together.

Each minimises what scikit-learn's `LinearSVC` minimises by default: half the squared length of weights and bias, plus
`cost` times the squared hinge losses of all examples (Fan et al. 2008, LIBLINEAR, eq. 2 with its bias as a feature):

    f(w) = 1/2 w'w + C sum_i max(0, 1 - y_i w'x_i)^2

Newton's method in the primal (Keerthi and DeCoste 2005): the examples with a loss make f quadratic around w. All labels
share the examples, so that a step of many is a few products of large matrices. Examples are turned into their principal
axes first; there the second derivatives are nearly diagonal, and conjugate gradients take few steps.

Why not scikit-learn: it fits one label after another. For the 1,263 labels of *Movie Description* on 2,000 clips of 64
features, this takes 2.1 s of CPU time and `OneVsRestClassifier(LinearSVC())` 18 s, 8.5 times as long; no objective is
more than 1.7e-7 above that of scikit-learn (`python -m benchmarks.models.label_classifiers`).

Legend: `n` examples, `D` features, `L` labels, `b` labels of a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, TrainError, brief

_TOLERANCE = 1e-6  # share of its minimum that an objective may be above it
_BLOCK = 1 << 20  # margins computed together, 8 megabytes: products of large matrices are fast
_MAX_STEPS = 100  # Newton steps; ten are usual
_MAX_INNER = 200  # steps of conjugate gradients within one
_FORCING = 0.3  # share of the gradient that conjugate gradients leave
_DECREASE = 1e-4  # share of the expected decrease that a step must reach (Armijo)
_MAX_HALVINGS = 30


@dataclass(frozen=True)
class LinearClassifiers:
    """Linear classifiers of labels.

    Args:
        weights: (L, D).
        bias: (L,).
    """

    weights: NDArray[np.float64]
    bias: NDArray[np.float64]

    def scores(self, x: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return the score of each label for examples (n, D), (n, L); a label is predicted above 0."""
        return np.asarray(x @ self.weights.T + self.bias, np.float64)


def fit_linear_svms(
    x: NDArray[np.floating],
    labels: NDArray[np.bool_],
    cost: float = 1.0,
    *,
    names: Sequence[str] | None = None,
    tolerance: float = _TOLERANCE,
) -> LinearClassifiers:
    """Return a linear SVM for each label, one against the rest.

    Args:
        x: examples, (n, D).
        labels: which labels each example has, (n, L).
        cost: weight of the losses, C.
        names: the labels' names, for messages.
        tolerance: share of its minimum that an objective may be above it.

    Raises:
        FeatureError: when examples and labels differ in number, or a feature is not finite.
        TrainError: when a label has one class only, or the cost is not above 0.
    """
    _check(x, labels, cost, names)
    examples = np.hstack([np.asarray(x, np.float64), np.ones((len(x), 1))])
    axes = _principal_axes(examples)
    turned = examples @ axes
    problem = _Problem(turned, turned**2, cost)
    size = max(_BLOCK // max(len(x), 1), 16)
    found = [problem.solved(labels[:, at : at + size], tolerance) for at in range(0, labels.shape[1], size)]
    weights = axes @ np.hstack([*found, np.zeros((axes.shape[1], 0))])  # (D + 1, L)
    return LinearClassifiers(np.ascontiguousarray(weights[:-1].T), weights[-1].copy())


def _check(x: NDArray[np.floating], labels: NDArray[np.bool_], cost: float, names: Sequence[str] | None) -> None:
    if len(x) != len(labels):
        raise FeatureError(f"there are {len(x)} examples and labels for {len(labels)}; give one row of labels for each")
    bad = np.flatnonzero(~np.isfinite(x).all(1))
    if len(bad):
        raise FeatureError(f"example {bad[0]} has features that are not finite; extract its features again")
    if not 0 < cost < np.inf:
        raise TrainError(f"cost is {cost}; expected a number above 0")
    counts = labels.sum(0)
    one_class = np.flatnonzero((counts == 0) | (counts == len(x)))
    if len(one_class):
        first = int(one_class[0])
        which = brief(names[first]) if names is not None else f"number {first}"
        raise TrainError(
            f"the label {which} has one class only: {counts[first]} of {len(x)} examples have it; leave it out, or add "
            "examples of the other class"
        )


def _principal_axes(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the directions (D, r) in which examples (n, D) differ; each w of a minimum is a sum of examples."""
    if x.shape[1] <= len(x):
        values, axes = np.linalg.eigh(x.T @ x)
    else:
        values, left = np.linalg.eigh(x @ x.T)
        axes = x.T @ (left / np.sqrt(np.maximum(values, np.finfo(float).tiny)))
    kept = values > values.max(initial=0) * len(values) * np.finfo(float).eps
    return np.asarray(axes[:, kept], np.float64)


@dataclass(frozen=True)
class _Problem:
    """The examples of all labels.

    Args:
        x: examples along their principal axes, the bias's feature among them, (n, r).
        squares: their squares, (n, r).
        cost: C.
    """

    x: NDArray[np.float64]
    squares: NDArray[np.float64]
    cost: float

    def solved(self, labels: NDArray[np.bool_], tolerance: float) -> NDArray[np.float64]:
        """Return the weights of the labels of a block, (r, b); labels that have converged leave the iteration."""
        signs = np.where(labels, 1.0, -1.0)
        weights, margins = np.zeros((self.x.shape[1], labels.shape[1])), np.zeros(labels.shape)
        left = np.arange(labels.shape[1])
        for _ in range(_MAX_STEPS):
            step = _Step.of(self, weights[:, left], margins[:, left], signs[:, left])
            direction = step.direction()
            weights[:, left], margins[:, left] = step.taken(direction)
            # f falls by half of -g'd where it is quadratic; the step after that falls by the square of it.
            left = left[-0.5 * (step.gradient * direction).sum(0) > tolerance * step.value]
            if not len(left):
                break
        return weights


@dataclass(frozen=True)
class _Step:
    """One Newton step of some labels.

    Args:
        problem: the examples.
        weights: (r, b).
        margins: w'x of each example, (n, b).
        signs: y, (n, b).
        losses: 1 - y w'x where it is positive, else 0, (n, b).
        gradient: (r, b).
        value: f, (b,).
    """

    problem: _Problem
    weights: NDArray[np.float64]
    margins: NDArray[np.float64]
    signs: NDArray[np.float64]
    losses: NDArray[np.float64]
    gradient: NDArray[np.float64]
    value: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        problem: _Problem,
        weights: NDArray[np.float64],
        margins: NDArray[np.float64],
        signs: NDArray[np.float64],
    ) -> _Step:
        losses = np.maximum(0, 1 - signs * margins)
        gradient = weights - 2 * problem.cost * (problem.x.T @ (signs * losses))
        value = 0.5 * (weights**2).sum(0) + problem.cost * (losses**2).sum(0)
        return cls(problem, weights, margins, signs, losses, gradient, value)

    def taken(self, direction: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return weights and margins after the whole step, or half of it where f does not fall enough, and so on."""
        along = self.problem.x @ direction  # (n, b)
        slope = (self.gradient * direction).sum(0)
        lengths, undecided = np.ones(len(slope)), np.ones(len(slope), np.bool_)
        for _ in range(_MAX_HALVINGS):
            values = self._values(direction, along, lengths, undecided)
            enough = values <= self.value[undecided] + _DECREASE * lengths[undecided] * slope[undecided]
            undecided[np.flatnonzero(undecided)[enough]] = False
            if not undecided.any():
                break
            lengths[undecided] /= 2
        lengths[undecided] = 0.0
        return self.weights + lengths * direction, self.margins + lengths * along

    def _values(
        self,
        direction: NDArray[np.float64],
        along: NDArray[np.float64],
        lengths: NDArray[np.float64],
        labels: NDArray[np.bool_],
    ) -> NDArray[np.float64]:
        """Return f of some labels after steps of these lengths."""
        weights = self.weights[:, labels] + lengths[labels] * direction[:, labels]
        margins = self.margins[:, labels] + lengths[labels] * along[:, labels]
        losses = np.maximum(0, 1 - self.signs[:, labels] * margins)
        return np.asarray(0.5 * (weights**2).sum(0) + self.problem.cost * (losses**2).sum(0), np.float64)

    def direction(self) -> NDArray[np.float64]:
        """Return -H^-1 g by conjugate gradients, with H = 1 + 2 C X'_A X_A of the examples A with a loss, (r, b)."""
        x, double_cost = self.problem.x, 2 * self.problem.cost
        has_loss = (self.losses > 0).astype(np.float64)
        diagonal = 1 + double_cost * (self.problem.squares.T @ has_loss)  # of H
        found, rest = np.zeros_like(self.gradient), -self.gradient
        scaled = rest / diagonal
        search, size = scaled, (rest * scaled).sum(0)
        enough = _FORCING**2 * size
        for _ in range(_MAX_INNER):
            curved = search + double_cost * (x.T @ (has_loss * (x @ search)))
            length = size / np.maximum((search * curved).sum(0), np.finfo(float).tiny)
            found, rest = found + length * search, rest - length * curved
            scaled = rest / diagonal
            size, before = (rest * scaled).sum(0), size
            if (size <= enough).all():
                break
            search = scaled + size / np.maximum(before, np.finfo(float).tiny) * search
        return found
