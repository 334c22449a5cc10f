"""How likely a written phrase is true, given its log-probability, for each aspect.

Two curves: a line of the log-odds (Platt 1999), for few phrases; and bins whose chances do not fall (isotonic
regression; Zadrozny and Elkan 2002), for many. A line bends wherever the log-odds are not straight; each bin says the
share of true phrases that was counted in it.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, Self

import numpy as np

from cinescribe.errors import ModelError, brief

LIKELY = 0.5  # probability from which a phrase is kept: more likely true than not
FEWEST = 60  # phrases in a bin, of which the share of true ones is then known to about 5 points
_RIDGE = 1e-3  # of the slope: without it, classes that a line separates have no finite fit
_STEPS = 50  # of Newton's method; it converges in about ten


class ChanceCurve(Protocol):
    """Anything that gives the chance that a phrase with some log-probability is true."""

    def of(self, log_prob: float) -> float:
        """Return the chance, 0 to 1."""


@dataclass(frozen=True)
class ChanceLine:
    """The log-odds as a line over the log-probability."""

    offset: float
    slope: float

    def of(self, log_prob: float) -> float:
        """Return the chance, 0 to 1."""
        return 1 / (1 + math.exp(-max(min(self.offset + self.slope * log_prob, 50.0), -50.0)))


@dataclass(frozen=True)
class ChanceBins:
    """A chance for each bin of log-probabilities.

    Args:
        edges: between bins, ascending; a log-probability that is an edge belongs to the bin above it.
        chances: of each bin, one more than the edges, none below the one before.
    """

    edges: tuple[float, ...]
    chances: tuple[float, ...]

    def of(self, log_prob: float) -> float:
        """Return the chance, 0 to 1."""
        return self.chances[bisect_right(self.edges, log_prob)]

    def to_dict(self) -> dict[str, list[float]]:
        """Return the bins as cards of checkpoints have them."""
        return {"edges": [*self.edges], "chances": [*self.chances]}


@dataclass(frozen=True)
class Confidence:
    """The chance that a phrase is true.

    Args:
        curves: by aspect.
    """

    curves: Mapping[str, ChanceCurve]

    @classmethod
    def from_card(cls, curves: Mapping[str, Any]) -> Self:
        """Return the confidence that the card of a checkpoint has, by aspect.

        Raises:
            ModelError: when a curve is neither two numbers nor bins.
        """
        return cls({aspect: _curve(aspect, curve) for aspect, curve in curves.items()})

    def of(self, aspect: str, log_prob: float) -> float:
        """Return the chance that a phrase of an aspect is true, 0 to 1.

        Raises:
            ModelError: when nothing is known of the aspect.
        """
        if aspect not in self.curves:
            raise ModelError(
                f"no confidence is known for {aspect!r}; train the model again, on a corpus whose validation films "
                "have phrases of it"
            )
        return self.curves[aspect].of(log_prob)


def _curve(aspect: str, curve: Any) -> ChanceCurve:
    if _are_numbers(curve) and len(curve) == 2:
        return ChanceLine(*map(float, curve))
    if isinstance(curve, dict) and set(curve) == {"edges", "chances"} and all(map(_are_numbers, curve.values())):
        edges, chances = (tuple(map(float, curve[name])) for name in ("edges", "chances"))
        rising = all(low <= high for values in (edges, chances) for low, high in pairwise(values))
        if rising and len(chances) == len(edges) + 1 and 0 <= chances[0] <= chances[-1] <= 1:
            return ChanceBins(edges, chances)
    raise ModelError(
        f"the confidence of {aspect!r} is {brief(curve)}; expected an offset and a slope, or the edges of bins and "
        "their chances: get the checkpoint again from its source"
    )


def _are_numbers(values: Any) -> bool:
    return isinstance(values, list | tuple) and all(
        type(number) in (int, float) and math.isfinite(number) for number in values
    )


def with_chance(text: str, chance: float) -> str | None:
    """Return a text and its chance, as notes say it; None if it is more likely false than true."""
    return f"{text} ({chance:.0%} likely)" if chance >= LIKELY else None


def fitted_line(log_probs: Sequence[float], are_true: Sequence[bool]) -> tuple[float, float]:
    """Return offset and slope of the log-odds that a phrase is true, by maximum likelihood.

    Targets are Platt's, (n + 1) / (n + 2) and 1 / (m + 2), so that a few phrases which are all true leave doubt.

    Args:
        log_probs: of phrases.
        are_true: whether each is true.

    Raises:
        ModelError: without phrases.
    """
    if not log_probs:
        raise ModelError("there are no phrases to fit confidence to; give phrases of validation films")
    x = np.stack([np.ones(len(log_probs)), np.asarray(log_probs, np.float64)], 1)
    true = np.asarray(are_true, np.bool_)
    target = np.where(true, (true.sum() + 1) / (true.sum() + 2), 1 / ((~true).sum() + 2))
    weights, ridge = np.zeros(2), np.array([0.0, _RIDGE])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -50, 50)))
        gradient = x.T @ (target - chance) - ridge * weights
        hessian = (x * (chance * (1 - chance))[:, None]).T @ x + np.diag(ridge + 1e-9)
        weights = weights + np.linalg.solve(hessian, gradient)
    return float(weights[0]), float(weights[1])


def fitted_bins(log_probs: Sequence[float], are_true: Sequence[bool], *, fewest: int = FEWEST) -> ChanceBins:
    """Return bins of log-probabilities with the share of true phrases in each, by isotonic regression.

    Phrases are divided by log-probability into bins of about equally many; neighbours whose shares fall are united
    (pool adjacent violators). A chance is (true + 1) / (n + 2), so that a bin of true phrases leaves doubt.

    Args:
        log_probs: of phrases.
        are_true: whether each is true.
        fewest: phrases in a bin; all phrases are one bin where there are fewer. Equal ones stay together.

    Raises:
        ModelError: without phrases.
    """
    if not log_probs:
        raise ModelError("there are no phrases to fit confidence to; give phrases of films that nothing was fitted on")
    pairs = sorted(zip(log_probs, are_true, strict=True))
    n_bins = max(1, len(pairs) // fewest)
    starts = sorted({_first_equal(pairs, at * len(pairs) // n_bins) for at in range(n_bins)})
    pooled: list[tuple[float, int, int]] = []  # the lowest log-probability, true phrases and all phrases of each bin
    for first, last in pairwise([*starts, len(pairs)]):
        pooled.append((pairs[first][0], sum(true for _, true in pairs[first:last]), last - first))
        while len(pooled) > 1 and _share(pooled[-2]) >= _share(pooled[-1]):
            (low, *below), (_, *above) = pooled[-2:]
            pooled[-2:] = [(low, below[0] + above[0], below[1] + above[1])]
    return ChanceBins(tuple(low for low, _, _ in pooled[1:]), tuple(map(_share, pooled)))


def _first_equal(pairs: Sequence[tuple[float, bool]], at: int) -> int:
    while at and pairs[at - 1][0] == pairs[at][0]:
        at -= 1
    return at


def _share(counted: tuple[float, int, int]) -> float:
    _, n_true, n = counted
    return (n_true + 1) / (n + 2)
