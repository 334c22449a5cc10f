"""Whether a metric and people, or two metrics, rank the same items alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from cinescribe.errors import ScoreError
from cinescribe.record import Record

_ALIKE = 1e-12  # as a share of the largest value: what varies less is rounding


@dataclass(frozen=True)
class Correlation(Record):
    """Pearson's correlation of two values of the same items.

    Attributes:
        r: in [-1, 1].
        p_value: two-sided, of no correlation between normal variables.
        items: how many were compared.
    """

    r: float
    p_value: float
    items: int


def pearson(left: Mapping[str, float], right: Mapping[str, float]) -> Correlation:
    """Pearson's r of two values of the same items, as of `Score.per_item` and people's mean ratings, with its p-value.

    Args:
        left: values by item.
        right: other values of the same items, in any order.

    Raises:
        ScoreError: naming the item that only one side has, or whose value is not finite; for fewer than three items, or
            values that are all alike.
    """
    for key in [*left, *right]:
        if (key in left) != (key in right):
            side, other = ("left", "right") if key in left else ("right", "left")
            raise ScoreError(f"item {key!r} has a value on the {side} and none on the {other}; compare the same items")
    if len(left) < 3:
        raise ScoreError(f"{len(left)} items do not tell a correlation; compare three or more")
    xs, ys = (_values(side, {key: values[key] for key in left}) for side, values in (("left", left), ("right", right)))
    found = stats.pearsonr(xs, ys)
    return Correlation(float(found.statistic), float(found.pvalue), len(left))


def _values(side: str, by_item: Mapping[str, float]) -> NDArray[np.float64]:
    for key, value in by_item.items():
        if not np.isfinite(value):
            raise ScoreError(f"item {key!r} has {value!r} on the {side}; wanted a finite number")
    values = np.array(list(by_item.values()), dtype=np.float64)
    if np.ptp(values) <= _ALIKE * np.abs(values).max():
        raise ScoreError(f"all values on the {side} are {values[0]:g}; nothing correlates with what does not vary")
    return values
