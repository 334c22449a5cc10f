"""A score: its value, what each item adds to it, and the passport that says how it was computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError

# From sums over items (..., k) to values (...,).
Rule = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def mean(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rule of every score that is the mean of its items: sum of values over sum of weights."""
    return sums[..., 0] / sums[..., 1]


@dataclass(frozen=True)
class Score:
    """One metric over a corpus.

    Attributes:
        name: the metric's name, as `BLEU-4`.
        value: the corpus value, as a fraction (CIDEr as its tools print it).
        per_item: the value of each item alone, by id, in the corpus's order.
        signature: the passport, as `CIDEr-D|n:4|df:refs|tok:ptb|v:0.1.0`.
        sums: what each item adds to the corpus, (items, k). `rule` of their column sums is `value`, so any resample
            of items has its exact corpus value without scoring anything again.
        rule: from column sums (..., k) to values (...,).
    """

    name: str
    value: float
    per_item: Mapping[str, float]
    signature: str
    sums: NDArray[np.float64]
    rule: Rule


def mean_score(name: str, ids: Sequence[str], values: NDArray[np.float64], *, signature: str) -> Score:
    """The score that is the plain mean of its items' `values`, (items,)."""
    return weighted_score(name, ids, values, np.ones(len(values)), signature=signature)


def weighted_score(
    name: str, ids: Sequence[str], values: NDArray[np.float64], weights: NDArray[np.float64], *, signature: str
) -> Score:
    """The score that is the mean of its items' `values`, each counted `weights` times, both (items,)."""
    sums = np.stack([values * weights, weights], axis=1)
    return summed_score(name, ids, values, sums, rule=mean, signature=signature)


def summed_score(
    name: str,
    ids: Sequence[str],
    values: NDArray[np.float64],
    sums: NDArray[np.float64],
    *,
    rule: Rule,
    signature: str,
) -> Score:
    """The score whose corpus value is `rule` of the column sums of `sums`, (items, k).

    Raises:
        ScoreError: when two items have one id, an item's value is no finite number, or the corpus has no value (no
            item counts).
    """
    per_item = dict(zip(ids, values.tolist(), strict=True))
    if len(per_item) < len(ids):
        twice = next(key for n, key in enumerate(ids) if key in ids[:n])
        raise ScoreError(f"{name}: item {twice!r} is there twice; give every item an id of its own")
    if len(bad := np.flatnonzero(~np.isfinite(values))):
        raise ScoreError(
            f"{name} of item {ids[bad[0]]!r} is {values[bad[0]]}; wanted a finite number from what computes it"
        )
    with np.errstate(all="ignore"):  # what has no value is told of below
        value = float(rule(sums.sum(axis=0))) if len(sums) else np.nan
    if not np.isfinite(value):
        raise ScoreError(f"{name} has no value: none of the {len(ids)} items counts towards it; score some that do")
    return Score(name, value, per_item, signature, sums, rule)


def passport(name: str, **settings: object) -> str:
    """The signature of a metric computed with `settings`, ending with this release.

    A bar inside a setting, as a file's name may have, is written as a comma.
    """
    said = [f"{key}:{str(value).replace('|', ',')}" for key, value in settings.items()]
    return "|".join([name, *said, f"v:{version('cinescribe')}"])
