"""Statistical significance of scores: bootstrap intervals, and tests of the difference between two systems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Rule, Score
from cinescribe.record import Record

_BATCH = 1 << 22  # numbers drawn at a time (32 MB), whatever the size of the corpus
_ROUNDING = 1e-12  # as a share of the two scores: differences closer than this are equal

_Sampler = Callable[[np.random.Generator, int], NDArray[np.int64]]


@dataclass(frozen=True)
class Interval(Record):
    """A confidence interval.

    Attributes:
        low, high: its ends.
        level: the share of such intervals that contain the value of the whole population, in (0, 1).
        resamples: number of resampled corpora.
        seed: seed of the resampling.
        method: name of the method.
    """

    low: float
    high: float
    level: float
    resamples: int
    seed: int
    method: str


@dataclass(frozen=True)
class Comparison(Record):
    """The difference between two systems on the same items.

    Attributes:
        signature: the signature of both scores.
        left, right: their corpus values.
        difference: left less right.
        interval: of the difference, with both systems resampled together.
        p_value: two-sided probability that chance gives a difference at least as large.
        method: name of the test.
    """

    signature: str
    left: float
    right: float
    difference: float
    interval: Interval
    p_value: float
    method: str


def confidence(score: Score, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Interval:
    """Return the bootstrap interval of a score: the middle `level` of its values on corpora drawn from its items.

    Every drawn corpus has its exact corpus value (Efron and Tibshirani 1993, 13.3: percentiles). Statistics of the
    whole corpus, such as CIDEr's document frequencies, are not computed again.

    Args:
        score: the score of any metric.
        level: the share of drawn values inside the interval, in (0, 1).
        resamples: number of corpora to draw; at least one must fall outside each end.
        seed: the same seed draws the same corpora.

    Raises:
        ScoreError: for a single item, an impossible level, too few resamples, or a drawn corpus without a value.

    Example:
        >>> confidence(rouge(tokenize_pairs(pairs)))  # doctest: +SKIP
        Interval(low=0.391, high=0.402, level=0.95, resamples=1000, seed=0, method='percentile bootstrap')
    """
    _check(score, level, resamples)
    totals = _resampled_sums(_with_replacement, score.sums, resamples, seed)
    return _interval(_values(score, totals), level, seed)


def compare(left: Score, right: Score, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> Comparison:
    """Test whether two systems differ in one metric, by paired approximate randomisation over items.

    Under the null hypothesis it does not matter which system wrote which text. Each item's two texts are swapped with
    probability 1/2; p is the share of such corpora whose difference is at least the observed one, which counts as one
    of them (Noreen 1989; Riezler and Maxwell 2005).

    Args:
        left: the score of one system.
        right: the score of the other system: same metric and settings, same items in the same order.
        level: of the interval of the difference.
        resamples: number of corpora to draw for the interval, and again for p; p is at least 1 / (resamples + 1).
        seed: the same seed draws the same corpora.

    Raises:
        ScoreError: when signatures or items differ, naming the first difference; and as `confidence`.
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


def resampled_values(
    sums: Sequence[NDArray[np.float64]], rule: Rule, *, resamples: int, seed: int = 0
) -> NDArray[np.float64]:
    """Return the values of several systems in one metric, on the same drawn corpora, (resamples, systems).

    Args:
        sums: what each item adds to a system's value, (items, k), the items in one order.
        rule: of the metric, from sums over items to values; see `Score`.
        resamples: number of corpora to draw from the items, with replacement.
        seed: the same seed draws the same corpora.
    """
    totals = _resampled_sums(_with_replacement, np.hstack(sums), resamples, seed)
    return np.stack([rule(part) for part in np.split(totals, len(sums), axis=1)], axis=1)


def _resampled_differences(left: Score, right: Score, resamples: int, seed: int) -> NDArray[np.float64]:
    both = np.hstack([left.sums, right.sums])
    totals = _resampled_sums(_with_replacement, both, resamples, seed)
    width = left.sums.shape[1]
    return _values(left, totals[:, :width]) - _values(right, totals[:, width:])


def _p_value(left: Score, right: Score, resamples: int, seed: int) -> float:
    total = (left.sums + right.sums).sum(axis=0)
    signed = _resampled_sums(_random_signs, left.sums - right.sums, resamples, seed)
    differences = _values(left, (total + signed) / 2) - _values(right, (total - signed) / 2)
    observed = abs(left.value - right.value) - _ROUNDING * (abs(left.value) + abs(right.value))
    return float((1 + np.count_nonzero(np.abs(differences) >= observed)) / (1 + resamples))


def _with_replacement(rng: np.random.Generator, n_items: int) -> NDArray[np.int64]:
    """Return how often each item occurs in a corpus of the same size, drawn with replacement, (items,)."""
    return np.bincount(rng.integers(n_items, size=n_items), minlength=n_items)


def _random_signs(rng: np.random.Generator, n_items: int) -> NDArray[np.int64]:
    """Return whether each item keeps its texts (1) or swaps them (-1), (items,)."""
    return 2 * rng.integers(2, size=n_items) - 1


def _resampled_sums(sampler: _Sampler, sums: NDArray[np.float64], resamples: int, seed: int) -> NDArray[np.float64]:
    """Return the column sums of `sums`, (items, k), with the weights of each sampled corpus, (resamples, k)."""
    rng = np.random.default_rng(seed)
    sizes = _batch_sizes(resamples, max(1, _BATCH // len(sums)))
    batches = ([sampler(rng, len(sums)) for _ in range(size)] for size in sizes)
    return np.concatenate([np.array(weights, dtype=np.float64) @ sums for weights in batches])


def _batch_sizes(total: int, size: int) -> Iterator[int]:
    for start in range(0, total, size):
        yield min(size, total - start)


def _values(score: Score, totals: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(all="ignore"):  # a missing value is reported below
        values = score.rule(totals)
    if missing := np.count_nonzero(~np.isfinite(values)):
        raise ScoreError(
            f"{score.name} has no value on {missing} of {len(values)} resampled corpora, because too few items count; "
            "score more items"
        )
    return values


def _interval(values: NDArray[np.float64], level: float, seed: int) -> Interval:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high), level, len(values), seed, "percentile bootstrap")


def _check(score: Score, level: float, resamples: int) -> None:
    if len(score.sums) < 2:
        raise ScoreError(f"{score.name} was computed on one item, which cannot be resampled; score two items or more")
    if not 0 < level < 1:
        raise ScoreError(f"the level is {level!r}; expected a share between 0 and 1, such as 0.95")
    min_resamples = int(np.ceil(np.round(2 / (1 - level), 6)))
    if resamples < min_resamples:
        raise ScoreError(
            f"{resamples} resamples are too few for a level of {level:g}; draw {min_resamples} or more (`resamples`)"
        )


def _check_pair(left: Score, right: Score) -> None:
    if (left.name, left.signature) != (right.name, right.signature):
        raise ScoreError(
            f"the scores have different signatures, {left.signature!r} and {right.signature!r}; "
            "score both systems with the same metric and settings"
        )
    for n, (left_id, right_id) in enumerate(zip_longest(left.per_item, right.per_item)):
        if left_id != right_id:
            raise ScoreError(
                f"the scores are of different items: item {n + 1} is {left_id!r} and {right_id!r}; "
                "score the same items in the same order"
            )
