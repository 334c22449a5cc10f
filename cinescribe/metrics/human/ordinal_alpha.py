"""Krippendorff's alpha for ordinal ratings."""

from __future__ import annotations

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.ratings import Ratings


def ordinal_alpha(ratings: Ratings) -> float:
    """Return Krippendorff's alpha with the ordinal difference: 1 for full agreement, 0 for that of chance.

    Raters may differ between items, and in number; items with one rating are left out. The difference of two values is
    the number of ratings from one to the other, with half of those at either end, squared (Krippendorff 2011,
    *Computing Krippendorff's Alpha-Reliability*).

    Raises:
        ScoreError: when no item has two ratings, or all ratings are equal, so that alpha is undefined.
    """
    kept = ratings.given.sum(axis=1) >= 2
    if not kept.any():
        raise ScoreError("no item has two ratings; agreement needs items with several ratings")
    given, values = ratings.given[kept], ratings.values[kept]
    categories, codes = np.unique(values[given], return_inverse=True)
    if len(categories) == 1:
        raise ScoreError(f"all raters gave {categories[0]:g} throughout; alpha is undefined where nothing varies")
    counts = np.zeros((len(given), len(categories)))  # of each value, (items, categories)
    np.add.at(counts, (np.nonzero(given)[0], codes), 1)
    per_item = counts.sum(axis=1)
    coincidences = (counts / (per_item - 1)[:, None]).T @ counts
    coincidences -= np.diag((counts / (per_item - 1)[:, None]).sum(axis=0))  # no rating is paired with itself
    totals = coincidences.sum(axis=0)
    middle = np.cumsum(totals) - totals / 2
    difference = (middle[:, None] - middle[None, :]) ** 2
    expected = (np.outer(totals, totals) * difference).sum() / (totals.sum() - 1)
    return float(1 - (coincidences * difference).sum() / expected)
