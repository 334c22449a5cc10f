"""What people said of texts: ratings or ranks, from a table with a row for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from reprlib import repr as shortened

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.files.tabular_files import Row, read_rows

_MEASURES = ("rating", "rank")


@dataclass(frozen=True)
class Rating:
    """One number that one rater gave.

    Attributes:
        item: what was rated, as a clip.
        rater: by whom.
        value: the rating, or the rank, 1 best.
        system: whose text it was, where several were rated.
        criterion: what was asked, as `grammar`, where several things were.
    """

    item: str
    rater: str
    value: float
    system: str | None = None
    criterion: str | None = None

    @property
    def place(self) -> tuple[str, str, str | None, str | None]:
        """What it is a rating of, and by whom: at most one number belongs there."""
        return self.item, self.rater, self.system, self.criterion


@dataclass(frozen=True)
class Ratings:
    """Numbers by item and rater.

    Attributes:
        items: what was rated, distinct.
        raters: who rated, distinct.
        values: the numbers, (items, raters); 0 where there is none.
        given: True where a rater rated an item, (items, raters).
    """

    items: tuple[str, ...]
    raters: tuple[str, ...]
    values: NDArray[np.float64]
    given: NDArray[np.bool_]

    @classmethod
    def of(cls, numbers: Mapping[tuple[str, str], float]) -> Ratings:
        """Lay out numbers by (item, rater), in the order in which items and raters come.

        Raises:
            ScoreError: when there is none, or one is not finite.
        """
        if not numbers:
            raise ScoreError("there is no rating; give at least one")
        items = {item: n for n, item in enumerate(dict.fromkeys(item for item, _ in numbers))}
        raters = {rater: n for n, rater in enumerate(dict.fromkeys(rater for _, rater in numbers))}
        values = np.zeros((len(items), len(raters)))
        given = np.zeros(values.shape, dtype=np.bool_)
        for (item, rater), number in numbers.items():
            if not isfinite(number):
                raise ScoreError(f"the rating of {item!r} by {rater!r} is {number!r}; wanted a finite number")
            values[items[item], raters[rater]] = number
            given[items[item], raters[rater]] = True
        return cls(tuple(items), tuple(raters), values, given)


@dataclass(frozen=True)
class RatingSheet:
    """All ratings of a study.

    Attributes:
        ratings: in the order in which they were given.
        is_ranking: whether the numbers are ranks of the systems within each item.
    """

    ratings: tuple[Rating, ...]
    is_ranking: bool

    def pooled(self) -> Ratings:
        """Every text under every criterion as an item of its own."""
        return Ratings.of({(_label(each), each.rater): each.value for each in self.ratings})

    def groups(self) -> dict[tuple[str | None, str | None], Ratings]:
        """The ratings of each system under each criterion, both in alphabetical order."""
        found: dict[tuple[str | None, str | None], dict[tuple[str, str], float]] = defaultdict(dict)
        for each in self.ratings:
            found[each.system, each.criterion][each.item, each.rater] = each.value
        keys = sorted(found, key=lambda key: (key[0] or "", key[1] or ""))
        return {key: Ratings.of(found[key]) for key in keys}


def read_ratings(path: Path) -> RatingSheet:
    """The ratings of a CSV, TSV or JSONL file.

    Columns are `item`, `rater`, `rating` and, where there are several, `system` and `criterion`. A column `rank` in
    place of `rating` says that each rater put the systems of an item in order, 1 best, no two alike. A rating that is
    blank (null in JSONL) was not given: it is left out.

    Raises:
        ScoreError: naming the file and the line that is not so, or the item whose ranks are none.
    """
    rows = read_rows(Path(path))
    measure = _measure(rows[0])
    found: dict[tuple[str, str, str | None, str | None], Rating] = {}
    for row in rows:
        rating = _rating(row, measure)
        if rating is not None:
            if rating.place in found:
                raise ScoreError(f"{row.where} rates {_told(rating)} again; keep one row a rating")
            found[rating.place] = rating
    if not found:
        raise ScoreError(f"every {measure} in {str(path)!r} is blank; fill in at least one")
    sheet = RatingSheet(tuple(found.values()), measure == "rank")
    if sheet.is_ranking:
        _check_ranks(sheet.ratings)
    return sheet


def _measure(row: Row) -> str:
    there = [name for name in _MEASURES if name in row.values]
    if len(there) != 1:
        raise ScoreError(f"{row.where} has the fields {', '.join(row.values)}; wanted one of {' and '.join(_MEASURES)}")
    return there[0]


def _rating(row: Row, measure: str) -> Rating | None:
    item, rater = (_name(row, field) for field in ("item", "rater"))
    if item is None or rater is None:
        raise ScoreError(f"{row.where} has no {'item' if item is None else 'rater'}; say what was rated and by whom")
    number = _number(row, measure)
    if number is None:
        return None
    return Rating(item, rater, number, _name(row, "system"), _name(row, "criterion"))


def _name(row: Row, field: str) -> str | None:
    value = row.values.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ScoreError(f"{row.where} has the {field} {shortened(value)}; wanted a text or a whole number")
    return str(value).strip() or None


def _number(row: Row, measure: str) -> float | None:
    if measure not in row.values:
        raise ScoreError(f"{row.where} has no {measure}, as the first row has; write it, or null where none was given")
    value = row.values[measure]
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float("" if isinstance(value, bool) else value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise ScoreError(f"{row.where} has the {measure} {shortened(value)}; wanted a finite number, or a blank")
    return number


def _check_ranks(ratings: Sequence[Rating]) -> None:
    n_systems = len({each.system for each in ratings})
    if n_systems < 2:
        raise ScoreError("ranks are of one system only; name each in a column system, or call the column rating")
    orders: dict[tuple[str, str, str | None], list[float]] = defaultdict(list)
    for each in ratings:
        orders[each.item, each.rater, each.criterion].append(each.value)
    for (item, rater, criterion), ranks in orders.items():
        if sorted(ranks) != list(range(1, n_systems + 1)):
            told = ", ".join(f"{rank:g}" for rank in ranks)
            under = f" under {criterion!r}" if criterion else ""
            raise ScoreError(
                f"rater {rater!r} gave item {item!r}{under} the ranks {told}; wanted each of 1 to {n_systems} once, "
                "one a system"
            )


def _label(rating: Rating) -> str:
    return " / ".join(part for part in (rating.item, rating.system, rating.criterion) if part is not None)


def _told(rating: Rating) -> str:
    return f"{_label(rating)!r} by {rating.rater!r}"
