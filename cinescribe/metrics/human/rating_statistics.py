"""Everything that papers print of a human study, from its table of ratings or ranks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.agreement import (
    cohen_kappa,
    deviation,
    fleiss_kappa,
    iras,
    mean_rating,
    rater_pairs,
    smooth_iras,
    validity,
)
from cinescribe.metrics.human.ratings import Ratings, read_ratings
from cinescribe.record import Record


@dataclass(frozen=True)
class PairKappa(Record):
    """Cohen's kappa of two raters over the items that both rated."""

    raters: tuple[str, str]
    items: int
    kappa: float


@dataclass(frozen=True)
class Absence(Record):
    """A statistic that these ratings do not have, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class GroupStatistics(Record):
    """What one group of ratings says; ratings have a mean and a validity, ranks a mean rank.

    Attributes:
        items, raters, ratings: how many there are.
        system, criterion: whose texts, and what was asked; None over all of them.
        mean: of all ratings.
        mean_rank: of all ranks, 1 best.
        sd: standard deviation of an item's ratings, averaged, in points of the scale.
        validity: share of ratings above the threshold.
        iras, smooth_iras: inter-rater agreement scores, as fractions.
        cohen_kappa: the mean over `cohen_kappas`.
        fleiss_kappa: of all raters together.
        cohen_kappas: of each pair of raters who share two items or more.
        absent: each other statistic that is None, with the reason.
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
    cohen_kappas: tuple[PairKappa, ...] = ()
    absent: tuple[Absence, ...] = ()


@dataclass(frozen=True)
class RatingStatistics(Record):
    """What a study says.

    Attributes:
        scale: `rating`, or `rank` where raters put systems in order.
        valid_above: the threshold of `validity`.
        overall: every text under every criterion taken as an item of its own.
        groups: each system under each criterion; empty where the study has one of each.
    """

    scale: str
    valid_above: float
    overall: GroupStatistics
    groups: tuple[GroupStatistics, ...] = ()


def score_ratings(path: Path, *, valid_above: float = 3) -> RatingStatistics:
    """The statistics of a file of ratings or ranks, as `read_ratings` reads it.

    Args:
        path: CSV, TSV or JSONL with `item`, `rater`, `rating` (or `rank`) and, if need be, `system` and `criterion`.
        valid_above: ratings above it are valid; 3 on a scale from 1 to 5.

    Raises:
        ScoreError: naming the file and the line that cannot be read, the item whose ranks are none, or a threshold
            that is no finite number.

    Example:
        >>> score_ratings(Path("ratings.csv")).overall.iras  # doctest: +SKIP
        0.626
    """
    if not isfinite(valid_above):
        raise ScoreError(f"ratings above {valid_above} were asked to be valid; wanted a finite number, as 3")
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
    pairs, absent = _pair_kappas(ratings)
    measures: dict[str, Callable[[], float]] = {
        "sd": lambda: deviation(ratings).value,
        "iras": lambda: iras(ratings).value,
        "smooth_iras": lambda: smooth_iras(ratings).value,
        "cohen_kappa": lambda: _mean_kappa(pairs),
        "fleiss_kappa": lambda: fleiss_kappa(ratings),
    }
    if is_ranking:
        measures["mean_rank"] = lambda: _mean_rank(ratings, system)
    else:
        measures |= {
            "mean": lambda: mean_rating(ratings).value,
            "validity": lambda: validity(ratings, above=valid_above).value,
        }
    values = {}
    for name, measure in measures.items():
        try:
            values[name] = measure()
        except ScoreError as error:
            absent.append(Absence(name, str(error)))
    group = GroupStatistics(len(ratings.items), len(ratings.raters), int(ratings.given.sum()), system, criterion)
    return group.replace(**values, cohen_kappas=tuple(pairs), absent=tuple(absent))


def _pair_kappas(ratings: Ratings) -> tuple[list[PairKappa], list[Absence]]:
    found, absent = [], []
    for left, right, items in rater_pairs(ratings):
        try:
            found.append(PairKappa((left, right), items, cohen_kappa(ratings, left=left, right=right)))
        except ScoreError as error:
            absent.append(Absence(f"cohen_kappa of {left} and {right}", str(error)))
    return found, absent


def _mean_kappa(pairs: list[PairKappa]) -> float:
    if not pairs:
        raise ScoreError("no two raters share two items with ratings that vary; kappa has nothing to average")
    return float(np.mean([pair.kappa for pair in pairs]))


def _mean_rank(ratings: Ratings, system: str | None) -> float:
    if system is None:
        raise ScoreError("over all systems the mean rank is always the middle one; see each system's")
    return mean_rating(ratings).value
