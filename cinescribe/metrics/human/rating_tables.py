"""Tables 3 and 8 of *Video2Commonsense*: validity, deviation and agreement by system and criterion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.metrics.human.criterion_statistics import CriterionMean, titled_table
from cinescribe.metrics.human.rating_statistics import GroupStatistics, RatingStatistics
from cinescribe.metrics.human.ratings import RatingSheet
from cinescribe.schema import ASPECTS

AVERAGE = "average"
NOTHING = "\N{EN DASH}"
# Heading, field of `GroupStatistics`, factor and unit of each table.
_MEASURES = (
    ("Valid", "validity", 100.0, "% of ratings"),
    ("Standard deviation", "sd", 1.0, "points of the scale, mean over items"),
    ("IRAS", "iras", 100.0, "%"),
    ("Smooth IRAS", "smooth_iras", 100.0, "%"),
)


@dataclass(frozen=True)
class RatingTable:
    """A table.

    Attributes:
        title: what it shows, with the unit.
        columns: the system, the criteria, and the average.
        rows: a system and its numbers, None where one is undefined.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]


def rating_tables(statistics: RatingStatistics) -> list[RatingTable]:
    """Return a table of each measure; none where there is a single system and criterion.

    The average is that over intention, effect and attribute, as in the paper; there is none without all three.
    """
    groups = {(one.system or "", one.criterion or ""): one for one in statistics.groups}
    criteria = sorted({criterion for _, criterion in groups}, key=_place)
    systems = sorted({system for system, _ in groups})
    return [
        RatingTable(
            f"{title}, {unit}",
            ("", *(criterion or "all" for criterion in criteria), AVERAGE),
            tuple((system or "all", _row(groups, system, criteria, name, factor)) for system in systems),
        )
        for title, name, factor, unit in _MEASURES
        if any(getattr(one, name) is not None for one in statistics.groups)
    ]


def yes_table(sheet: RatingSheet, means: Sequence[CriterionMean]) -> RatingTable | None:
    """Return the share of yes of each system, of the criteria whose ratings are all 0 or 1; None without one.

    Args:
        sheet: the ratings.
        means: those of `criterion_means`, which are the shares.
    """
    graded = {one.criterion for one in sheet.ratings if one.value not in (0, 1)}
    shares = {(one.system or "", one.criterion or ""): 100 * one.mean for one in means if one.criterion not in graded}
    if sheet.is_ranking or not shares:
        return None
    criteria = sorted({criterion for _, criterion in shares}, key=_place)
    systems = sorted({system for system, _ in shares})
    return RatingTable(
        "Yes, %",
        ("", *(criterion or "all" for criterion in criteria)),
        tuple((system or "all", tuple(shares.get((system, of)) for of in criteria)) for system in systems),
    )


def _place(criterion: str) -> tuple[int, str]:
    """Aspects first, in the paper's order, then others by alphabet."""
    return (ASPECTS.index(criterion) if criterion in ASPECTS else len(ASPECTS)), criterion


def _row(
    groups: dict[tuple[str, str], GroupStatistics], system: str, criteria: Sequence[str], name: str, factor: float
) -> tuple[float | None, ...]:
    found = {criterion: getattr(groups.get((system, criterion)), name, None) for criterion in {*criteria, *ASPECTS}}
    values = {criterion: None if value is None else factor * value for criterion, value in found.items()}
    of_aspects = [value for aspect in ASPECTS if (value := values[aspect]) is not None]
    average = sum(of_aspects) / len(ASPECTS) if len(of_aspects) == len(ASPECTS) else None
    return *(values[criterion] for criterion in criteria), average


def table_lines(table: RatingTable) -> list[str]:
    """Return a table as lines of text."""
    rows = [list(table.columns), *([system, *map(number, values)] for system, values in table.rows)]
    return titled_table(table.title, rows)


def number(value: float | None) -> str:
    """Return a number with two decimals, or a dash."""
    return NOTHING if value is None else f"{value:.2f}"
