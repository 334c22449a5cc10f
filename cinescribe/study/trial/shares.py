"""Shares and rates with 95 % intervals."""

from __future__ import annotations

from dataclasses import dataclass

from scipy import stats

from cinescribe.errors import RecordError
from cinescribe.record import Record
from cinescribe.timing import Seconds

_CONFIDENCE = 0.95
_DIGITS = 4  # after the point, so that the same answers give the same file on every machine


@dataclass(frozen=True)
class Share(Record):
    """How many of some judgements say yes.

    Args:
        name: of what is counted.
        n_yes: judgements that say so.
        n: judgements.
        value: their share; 0 of none.
        low: of the 95 % interval.
        high: of the 95 % interval.

    Raises:
        RecordError: when more judgements say yes than there are.
    """

    name: str
    n_yes: int
    n: int
    value: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 <= self.n_yes <= self.n:
            raise RecordError(f"the share {self.name!r} is {self.n_yes} of {self.n}; expected 0 to {self.n}")


@dataclass(frozen=True)
class Rate(Record):
    """How often something happens in a minute.

    Args:
        n: how often it happened.
        minutes: in which it did.
        value: a minute.
        low: of the 95 % interval.
        high: of the 95 % interval.

    Raises:
        RecordError: when a number is below 0.
    """

    n: int
    minutes: float
    value: float
    low: float
    high: float

    def __post_init__(self) -> None:
        if self.n < 0 or self.minutes < 0:
            raise RecordError(f"a rate is {self.n} in {self.minutes:g} minutes; expected 0 or more")


def share_of(name: str, n_yes: int, n: int) -> Share:
    """Return a share with Wilson's interval (1927), which takes judgements as independent of each other."""
    if n == 0:
        return Share(name, 0, 0, 0.0, 0.0, 1.0)
    found = stats.binomtest(n_yes, n).proportion_ci(_CONFIDENCE, method="wilson")
    return Share(name, n_yes, n, _rounded(n_yes / n), _rounded(found.low), _rounded(found.high))


def rate_of(n: int, seconds: Seconds) -> Rate:
    """Return a rate with Garwood's interval (1936), which takes what happens as independent of each other."""
    minutes, tail = seconds / 60, (1 - _CONFIDENCE) / 2
    low = stats.chi2.ppf(tail, 2 * n) / 2 if n else 0.0
    high = stats.chi2.ppf(1 - tail, 2 * n + 2) / 2
    values = (one / minutes if minutes else 0.0 for one in (n, low, high))
    return Rate(n, _rounded(minutes), *map(_rounded, values))


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS)
