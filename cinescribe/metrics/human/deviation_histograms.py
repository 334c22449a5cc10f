"""Histograms of how far the raters of an item are apart (*Video2Commonsense*, figures 14 to 18)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.agreement import deviation
from cinescribe.metrics.human.ratings import RatingSheet, read_ratings
from cinescribe.record import Record

BIN = 0.25  # points of the scale; two raters of five points differ by 1, so their deviation by 0.5
_ROUNDING = 1e-9  # of a bin: 0.5 is in the third one, whatever its last digit


@dataclass(frozen=True)
class DeviationHistogram(Record):
    """How many items of a system have which standard deviation of their ratings.

    Attributes:
        system, criterion: the rated system and the question asked; None where there is one of each.
        items: items with two ratings or more.
        mean: their mean standard deviation, in points of the scale.
        shares: of the items, from each multiple of `BIN` to the next; all histograms of a file have as many.
    """

    system: str | None
    criterion: str | None
    items: int
    mean: float
    shares: tuple[float, ...]


def deviation_histograms(path: Path) -> list[DeviationHistogram]:
    """Return a histogram for each system under each criterion; none for those without an item with two ratings.

    Raises:
        ScoreError: as `read_ratings`; and for ranks, whose deviation says nothing.
    """
    sheet = read_ratings(Path(path))
    if sheet.is_ranking:
        raise ScoreError(f"{str(path)!r} has ranks; histograms of deviations are of ratings: rename the column")
    return sheet_histograms(sheet)


def sheet_histograms(sheet: RatingSheet) -> list[DeviationHistogram]:
    """Return the same from ratings that were read."""
    found = {}
    for key, ratings in sheet.groups().items():
        if (ratings.given.sum(axis=1) >= 2).any():
            score = deviation(ratings)
            found[key] = score.value, np.array(list(score.per_item.values()))
    n_bins = 1 + max((int(spread.max() / BIN + _ROUNDING) for _, spread in found.values()), default=0)
    return [
        DeviationHistogram(system, criterion, len(spread), value, _shares(spread, n_bins))
        for (system, criterion), (value, spread) in found.items()
    ]


def _shares(spread: NDArray[np.float64], n_bins: int) -> tuple[float, ...]:
    bins = np.minimum((spread / BIN + _ROUNDING).astype(np.int64), n_bins - 1)
    return tuple((np.bincount(bins, minlength=n_bins) / len(spread)).tolist())
