"""A score: its value, what each item adds to it, and the passport that says how it was computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np
from numpy.typing import NDArray

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
    """The score whose corpus value is `rule` of the column sums of `sums`, (items, k)."""
    per_item = dict(zip(ids, values.tolist(), strict=True))
    return Score(name, float(rule(sums.sum(axis=0))), per_item, signature, sums, rule)


def passport(name: str, **settings: object) -> str:
    """The signature of a metric computed with `settings`, ending with this release."""
    return "|".join([name, *(f"{key}:{value}" for key, value in settings.items()), f"v:{version('cinescribe')}"])
