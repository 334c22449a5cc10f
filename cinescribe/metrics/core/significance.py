"""How sure a score is: bootstrap intervals, and whether one system is better than another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.record import Record

_AT_ONCE = 1 << 22  # numbers drawn at a time: 32 MB of them, whatever the corpus
_ROUNDING = 1e-12  # as a share of the two scores: differences nearer than this are one difference

_Draw = Callable[[np.random.Generator, int], NDArray[np.int64]]


@dataclass(frozen=True)
class Interval(Record):
    """Where a value lies, as far as the items at hand can tell.

    Attributes:
        low, high: its ends.
        level: the share of such intervals that hold the value of the whole population, in (0, 1).
        resamples: how many corpora were drawn.
        seed: what they were drawn with.
        method: how the interval was found.
    """

    low: float
    high: float
    level: float
    resamples: int
    seed: int
    method: str


@dataclass(frozen=True)
class Comparison(Record):
    """Two systems on the same items.

    Attributes:
        signature: the passport of both scores.
        left, right: their corpus values.
        difference: left less right.
        interval: of the difference, both systems resampled together.
        p_value: two-sided: how often chance alone gives a difference at least as large.
        method: how the p-value was found.
    """

    signature: str
    left: float
    right: float
    difference: float
    interval: Interval
    p_value: float
    method: str


def confidence(score: Score, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Interval:
    """The bootstrap interval of a score: the middle `level` of its values on corpora drawn from its items.

    Every drawn corpus has its exact corpus value (Efron and Tibshirani 1993, 13.3: percentiles). What a metric took
    from the whole corpus beforehand, as CIDEr its document frequencies, stays as it was.

    Args:
        score: any score of this room.
        level: the share of drawn values inside the interval, in (0, 1).
        resamples: how many corpora to draw; enough for one at least outside each end.
        seed: the same seed draws the same corpora.

    Raises:
        ScoreError: for one item, a level or number of resamples that cannot be, or a drawn corpus without a value.

    Example:
        >>> confidence(rouge(tokens_of(pairs)))  # doctest: +SKIP
        Interval(low=0.391, high=0.402, level=0.95, resamples=1000, seed=0, method='percentile bootstrap')
    """
    _check(score, level, resamples)
    totals = _over_draws(_with_replacement, score.sums, resamples, seed)
    return _interval(_values(score, totals), level, seed)


def compare(left: Score, right: Score, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Comparison:
    """Whether two systems differ in one metric, by paired approximate randomisation over items.

    Under the null hypothesis which system wrote which text does not matter: each item's two texts are exchanged by the
    toss of a coin, and p is the share of such corpora whose difference is at least the one observed, the observed one
    counted among them (Noreen 1989; Riezler and Maxwell 2005).

    Args:
        left: the score of one system.
        right: the score of another, same metric and settings, same items in the same order.
        level: of the interval around the difference.
        resamples: how many corpora to draw, for the interval and again for p; p is never below 1 / (resamples + 1).
        seed: the same seed draws the same corpora.

    Raises:
        ScoreError: when signatures or items differ, naming the first that does; and as `confidence`.
    """
    _check(left, level, resamples)
    _check_pair(left, right)
    return Comparison(
        left.signature,
        left.value,
        right.value,
        left.value - right.value,
        _interval(_resampled_differences(left, right, resamples, seed), level, seed),
        _p_value(left, right, resamples, seed),
        "paired approximate randomisation",
    )


def _resampled_differences(left: Score, right: Score, resamples: int, seed: int) -> NDArray[np.float64]:
    both = np.hstack([left.sums, right.sums])
    totals = _over_draws(_with_replacement, both, resamples, seed)
    width = left.sums.shape[1]
    return _values(left, totals[:, :width]) - _values(right, totals[:, width:])


def _p_value(left: Score, right: Score, resamples: int, seed: int) -> float:
    total = (left.sums + right.sums).sum(axis=0)
    swing = _over_draws(_coins, left.sums - right.sums, resamples, seed)
    differences = _values(left, (total + swing) / 2) - _values(right, (total - swing) / 2)
    least = abs(left.value - right.value) - _ROUNDING * (abs(left.value) + abs(right.value))
    return float((1 + np.count_nonzero(np.abs(differences) >= least)) / (1 + resamples))


def _with_replacement(rng: np.random.Generator, n_items: int) -> NDArray[np.int64]:
    """How often each item is in a corpus of as many items, drawn with replacement, (items,)."""
    return np.bincount(rng.integers(n_items, size=n_items), minlength=n_items)


def _coins(rng: np.random.Generator, n_items: int) -> NDArray[np.int64]:
    """Whether each item stays (1) or is exchanged (-1), (items,)."""
    return 2 * rng.integers(2, size=n_items) - 1


def _over_draws(draw: _Draw, sums: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    """The column sums of `sums`, (items, k), with each item weighted as drawn: (resamples, k)."""
    rng = np.random.default_rng(seed)
    blocks = _blocks(resamples, max(1, _AT_ONCE // len(sums)))
    return np.concatenate([np.array([draw(rng, len(sums)) for _ in range(n)], dtype=np.float64) @ sums for n in blocks])


def _blocks(total: int, size: int) -> Iterator[int]:
    for start in range(0, total, size):
        yield min(size, total - start)


def _values(score: Score, totals: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(all="ignore"):  # what has no value is told of below
        values = score.rule(totals)
    if missing := np.count_nonzero(~np.isfinite(values)):
        raise ScoreError(
            f"{score.name} has no value on {missing} of {len(values)} corpora drawn from its items (nothing to divide "
            "by); too few items carry it: score more of them"
        )
    return values


def _interval(values: NDArray[np.float64], level: float, seed: int) -> Interval:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), level, len(values), seed, "percentile bootstrap")


def _check(score: Score, level: float, resamples: int) -> None:
    if len(score.sums) < 2:
        raise ScoreError(f"{score.name} was computed on one item, which cannot be resampled; score two items or more")
    if not 0 < level < 1:
        raise ScoreError(f"the level is {level!r}; wanted a share between 0 and 1, as 0.95")
    fewest = int(np.ceil(np.round(2 / (1 - level), 6)))
    if resamples < fewest:
        raise ScoreError(f"{resamples} resamples do not reach both ends at a level of {level:g}; draw {fewest} or more")


def _check_pair(left: Score, right: Score) -> None:
    if (left.name, left.signature) != (right.name, right.signature):
        raise ScoreError(
            f"the scores have different passports, {left.signature!r} and {right.signature!r}; "
            "score both systems by one metric with one set of settings"
        )
    for n, (one, other) in enumerate(zip_longest(left.per_item, right.per_item)):
        if one != other:
            raise ScoreError(
                f"the scores are of different items: number {n + 1} is {one!r} on the left and {other!r} on the right; "
                "score the same items in the same order"
            )
