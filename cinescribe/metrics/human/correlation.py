"""Correlation of a metric with human ratings, or of two metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from cinescribe.errors import ScoreError
from cinescribe.record import Record

_ROUNDING = 1e-12  # as a share of the largest value: smaller variation is rounding


class UndefinedCorrelationError(ScoreError):
    """A correlation is undefined: there are too few items, or nothing varies."""


@dataclass(frozen=True)
class Correlation(Record):
    """Pearson's correlation of two values of the same items.

    Attributes:
        r: in [-1, 1].
        p_value: two-sided, for the hypothesis of no correlation between normal variables.
        items: number of items.
    """

    r: float
    p_value: float
    items: int


def pearson(
    left: Mapping[str, float], right: Mapping[str, float], *, sides: tuple[str, str] = ("on the left", "on the right")
) -> Correlation:
    """Return Pearson's r, with its p-value, of two values of the same items, such as `Score.per_item` and mean ratings.

    Args:
        left: values by item.
        right: other values of the same items, in any order.
        sides: what the values of each side are called in errors.

    Raises:
        ScoreError: naming the item that only one side has, or whose value is not finite.
        UndefinedCorrelationError: for fewer than three items, or when all values of a side are equal.
    """
    for key in [*left, *right]:
        if (key in left) != (key in right):
            side, other = sides if key in left else sides[::-1]
            raise ScoreError(f"item {key!r} has a value {side} and none {other}; compare the same items")
    if len(left) < 3:
        raise UndefinedCorrelationError(f"{len(left)} items are too few for a correlation; compare three or more")
    xs, ys = (
        _values(side, {key: values[key] for key in left}) for side, values in zip(sides, (left, right), strict=True)
    )
    result = stats.pearsonr(xs, ys)
    return Correlation(float(result.statistic), float(result.pvalue), len(left))


def _values(side: str, by_item: Mapping[str, float]) -> NDArray[np.float64]:
    for key, value in by_item.items():
        if not np.isfinite(value):
            raise ScoreError(f"item {key!r} has {value!r} {side}; expected a finite number")
    values = np.array(list(by_item.values()), dtype=np.float64)
    if np.ptp(values) <= _ROUNDING * np.abs(values).max():
        raise UndefinedCorrelationError(f"all values {side} are {values[0]:g}; a correlation needs values that vary")
    return values
