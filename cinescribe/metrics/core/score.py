"""A score: a metric's value over a corpus, what each item adds to it, and the settings it was computed with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import CinescribeError, ScoreError

# From sums over items (..., k) to values (...,).
Rule = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def mean(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of values over the sum of weights: the rule of every score that is the mean of its items."""
    return sums[..., 0] / sums[..., 1]


@dataclass(frozen=True, repr=False)
class Score:
    """One metric over a corpus.

    It prints as `CIDEr = 0.8542 (2 items, CIDEr|n:6|...)`.

    Attributes:
        name: the metric's name, as `BLEU-4`.
        value: the corpus value, as a fraction (CIDEr as the COCO tools print it).
        per_item: the value of each single item, by id, in the corpus's order.
        signature: the settings and the release, as `CIDEr-D|n:4|df:refs|tok:ptb|v:0.1.0`.
        sums: what each item adds to the corpus, (items, k). `rule` of the column sums is `value`, so every resample of
            the items has its exact corpus value without scoring again.
        rule: from column sums (..., k) to values (...,).
    """

    name: str
    value: float
    per_item: Mapping[str, float]
    signature: str
    sums: NDArray[np.float64]
    rule: Rule

    @property
    def error(self) -> CinescribeError | None:
        """Why there is no value; None for a score that has one."""
        return None

    def __repr__(self) -> str:
        """The name, the value, the number of items and the signature in one line."""
        n_items = len(self.per_item)
        return f"{self.name} = {self.value:.4f} ({n_items} {'item' if n_items == 1 else 'items'}, {self.signature})"


class FailedScore(Score):
    """A metric that could not be computed: it has a name and an `error`, which any other attribute raises."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __init__(self, name: str, error: CinescribeError) -> None:
        vars(self).update(name=name, _error=error)

    def __getattr__(self, name: str) -> NoReturn:
        if name in Score.__dataclass_fields__:
            raise self.error
        raise AttributeError(f"a failed score has no {name!r}")

    @property
    def error(self) -> CinescribeError:
        """Why there is no value."""
        error: CinescribeError = vars(self)["_error"]
        return error

    def __repr__(self) -> str:
        """The name, and why there is no value."""
        return f"{self.name} failed: {self.error}"


def mean_score(name: str, ids: Sequence[str], values: NDArray[np.float64], *, signature: str) -> Score:
    """Return the unweighted mean of the items' `values`, (items,)."""
    return weighted_score(name, ids, values, np.ones(len(values)), signature=signature)


def weighted_score(
    name: str, ids: Sequence[str], values: NDArray[np.float64], weights: NDArray[np.float64], *, signature: str
) -> Score:
    """Return the weighted mean of the items' `values`; values and weights are (items,)."""
    sums = np.stack([values * weights, weights], axis=1)
    return score_from_sums(name, ids, values, sums, rule=mean, signature=signature)


def score_from_sums(
    name: str, ids: Sequence[str], values: NDArray[np.float64], sums: NDArray[np.float64], *, rule: Rule, signature: str
) -> Score:
    """Return the score whose corpus value is `rule` of the column sums of `sums`, (items, k).

    Raises:
        ScoreError: when two items have one id, an item's value is not finite, or the corpus has no value.
    """
    per_item = dict(zip(ids, values.tolist(), strict=True))
    if len(per_item) < len(ids):
        twice = next(key for n, key in enumerate(ids) if key in ids[:n])
        raise ScoreError(f"{name}: the id {twice!r} is there twice; give every item its own id")
    if len(bad := np.flatnonzero(~np.isfinite(values))):
        raise ScoreError(
            f"{name} of item {ids[bad[0]]!r} is {values[bad[0]]}; expected a finite number, so correct the metric"
        )
    with np.errstate(all="ignore"):  # a missing value is reported below
        value = float(rule(sums.sum(axis=0))) if len(sums) else np.nan
    if not np.isfinite(value):
        raise ScoreError(f"{name} has no value: none of the {len(ids)} items can be measured; score items that can")
    return Score(name, value, per_item, signature, sums, rule)


def metric_signature(name: str, **settings: object) -> str:
    """Return the signature of a metric: its name, its settings and this release, with bars between them.

    A bar inside a setting, such as a file name, becomes a comma.
    """
    parts = [f"{key}:{str(value).replace('|', ',')}" for key, value in settings.items()]
    return "|".join([name, *parts, f"v:{_release()}"])


@cache  # to read it takes longer than some metrics
def _release() -> str:
    return version("cinescribe")
