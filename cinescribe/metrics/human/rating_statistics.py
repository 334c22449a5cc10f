"""The statistics of a human study, as papers print them, from a table of ratings or ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.human import agreement
from cinescribe.metrics.human.ratings import Ratings, read_ratings
from cinescribe.record import Record


@dataclass(frozen=True)
class Absence(Record):
    """A statistic that is undefined for these ratings, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True)
class GroupStatistics(Record):
    """The statistics of one group of ratings; ratings have a mean and a validity, ranks a mean rank.

    Attributes:
        items, raters, ratings: their numbers.
        system, criterion: the rated system and the question asked; None for all.
        mean: mean of all ratings.
        mean_rank: mean of all ranks, 1 best.
        sd: mean standard deviation of an item's ratings, in points of the scale.
        validity: share of ratings above the threshold; None where all are 0 or 1, which the threshold is not below.
        iras, smooth_iras: inter-rater agreement scores, as fractions.
        cohen_kappa: the mean over `cohen_kappas`.
        fleiss_kappa: of all raters together.
        cohen_kappas: kappa of each pair of raters who share two items or more.
        absent: each undefined statistic, with the reason.
    """

    items: int
    raters: int
    ratings: int
    system: str | None = None
    criterion: str | None = None
    mean: float | None = None
    mean_rank: float | None = None
    sd: float | None = None
    validity: float | None = None
    iras: float | None = None
    smooth_iras: float | None = None
    cohen_kappa: float | None = None
    fleiss_kappa: float | None = None
    cohen_kappas: tuple[agreement.PairKappa, ...] = ()
    absent: tuple[Absence, ...] = ()


@dataclass(frozen=True)
class RatingStatistics(Record):
    """The statistics of a study.

    Attributes:
        scale: `rating`, or `rank` where raters ranked systems.
        valid_above: the threshold of `validity`.
        overall: with every text under every criterion as a separate item.
        groups: each system under each criterion; empty if there is only one of each.
    """

    scale: str
    valid_above: float
    overall: GroupStatistics
    groups: tuple[GroupStatistics, ...] = ()


def score_ratings(path: str | Path, *, valid_above: float = 3) -> RatingStatistics:
    """Return the statistics of a file of ratings or ranks (see `read_ratings`).

    Args:
        path: CSV, TSV or JSONL with `item`, `rater`, `rating` (or `rank`) and perhaps `system` and `criterion`.
        valid_above: ratings above it are valid; 3 on a scale from 1 to 5.

    Raises:
        ScoreError: naming the file and line that cannot be read or the item with invalid ranks; for a threshold that
            is not finite.

    Example:
        >>> score_ratings(Path("ratings.csv")).overall.iras  # doctest: +SKIP
        0.626
    """
    path = Path(path)
    if not isfinite(valid_above):
        raise ScoreError(f"`valid_above` is {valid_above}; expected a finite number, such as 3")
    sheet = read_ratings(Path(path))
    groups = sheet.groups()
    overall = _statistics(sheet.pooled(), None, None, is_ranking=sheet.is_ranking, valid_above=valid_above)
    each = [
        _statistics(ratings, system, criterion, is_ranking=sheet.is_ranking, valid_above=valid_above)
        for (system, criterion), ratings in groups.items()
    ]
    scale = "rank" if sheet.is_ranking else "rating"
    return RatingStatistics(scale, float(valid_above), overall, tuple(each) if len(each) > 1 else ())


def _statistics(
    ratings: Ratings, system: str | None, criterion: str | None, *, is_ranking: bool, valid_above: float
) -> GroupStatistics:
    every_pair = agreement.pair_kappas(ratings)
    pairs = [one for one in every_pair if one.absent is None]
    absent = [
        Absence(f"cohen_kappa of {' and '.join(one.raters)}", one.absent)
        for one in every_pair
        if one.absent is not None
    ]
    measures: dict[str, Callable[[], float]] = {
        "sd": lambda: agreement.deviation(ratings).value,
        "iras": lambda: agreement.iras(ratings).value,
        "smooth_iras": lambda: agreement.smooth_iras(ratings).value,
        "cohen_kappa": lambda: _mean_kappa(pairs),
        "fleiss_kappa": lambda: agreement.fleiss_kappa(ratings),
    }
    if is_ranking:
        measures["mean_rank"] = lambda: _mean_rank(ratings, system)
    else:
        measures |= {
            "mean": lambda: agreement.mean_rating(ratings).value,
            "validity": lambda: _validity(ratings, above=valid_above),
        }
    values = {}
    for name, measure in measures.items():
        try:
            values[name] = measure()
        except ScoreError as error:
            absent.append(Absence(name, str(error)))
    group = GroupStatistics(len(ratings.items), len(ratings.raters), int(ratings.given.sum()), system, criterion)
    return group.replace(**values, cohen_kappas=tuple(pairs), absent=tuple(absent))


def _mean_kappa(pairs: list[agreement.PairKappa]) -> float:
    if not pairs:
        raise ScoreError("no two raters share two items with ratings that vary; kappa has nothing to average")
    return float(np.mean([pair.kappa for pair in pairs if pair.kappa is not None]))


def _validity(ratings: Ratings, *, above: float) -> float:
    if above >= 1 and np.isin(ratings.values[ratings.given], (0, 1)).all():
        raise ScoreError(f"all ratings are 0 or 1, and none can be above {above:g}; see the share of yes")
    return agreement.validity(ratings, above=above).value


def _mean_rank(ratings: Ratings, system: str | None) -> float:
    if system is None:
        raise ScoreError("over all systems the mean rank is always the middle rank; see each system's")
    return agreement.mean_rating(ratings).value
