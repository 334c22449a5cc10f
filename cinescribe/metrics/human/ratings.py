"""Human ratings or rankings of texts, read from a table with one rating per row."""

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
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.tables import TableRow, write_table

_MEASURES = ("rating", "rank")


@dataclass(frozen=True)
class Rating:
    """One rater's rating of one item.

    Attributes:
        item: the item, such as a clip.
        rater: the rater.
        value: the rating, or the rank, 1 best.
        system: the system whose text was rated, if there are several.
        criterion: the question, such as `grammar`, if there are several.
    """

    item: str
    rater: str
    value: float
    system: str | None = None
    criterion: str | None = None

    @property
    def key(self) -> tuple[str, str, str | None, str | None]:
        """Item, rater, system and criterion, which have at most one rating."""
        return self.item, self.rater, self.system, self.criterion


@dataclass(frozen=True)
class Ratings:
    """A matrix of ratings.

    Attributes:
        items: the rated items, distinct.
        raters: the raters, distinct.
        values: the ratings, (items, raters); 0 where there is none.
        given: True where a rater rated an item, (items, raters).
    """

    items: tuple[str, ...]
    raters: tuple[str, ...]
    values: NDArray[np.float64]
    given: NDArray[np.bool_]

    @classmethod
    def of(cls, numbers: Mapping[tuple[str, str], float]) -> Ratings:
        """Arrange ratings by (item, rater), keeping the order of items and raters.

        Raises:
            ScoreError: when there is no rating, or one is not finite.
        """
        if not numbers:
            raise ScoreError("there is no rating; give at least one")
        items = {item: n for n, item in enumerate(dict.fromkeys(item for item, _ in numbers))}
        raters = {rater: n for n, rater in enumerate(dict.fromkeys(rater for _, rater in numbers))}
        values = np.zeros((len(items), len(raters)))
        given = np.zeros(values.shape, dtype=np.bool_)
        for (item, rater), number in numbers.items():
            if not isfinite(number):
                raise ScoreError(f"the rating of {item!r} by {rater!r} is {number!r}; expected a finite number")
            values[items[item], raters[rater]] = number
            given[items[item], raters[rater]] = True
        return cls(tuple(items), tuple(raters), values, given)


@dataclass(frozen=True)
class RatingSheet:
    """All ratings of a study.

    Attributes:
        ratings: the ratings, in the order of the file.
        is_ranking: whether the values are ranks of the systems within each item.
    """

    ratings: tuple[Rating, ...]
    is_ranking: bool

    def pooled(self) -> Ratings:
        """Return all ratings, with every text under every criterion as a separate item."""
        return Ratings.of({(_label(each), each.rater): each.value for each in self.ratings})

    def groups(self) -> dict[tuple[str | None, str | None], Ratings]:
        """Return the ratings of each system under each criterion, both in alphabetical order."""
        groups: dict[tuple[str | None, str | None], dict[tuple[str, str], float]] = defaultdict(dict)
        for each in self.ratings:
            groups[each.system, each.criterion][each.item, each.rater] = each.value
        keys = sorted(groups, key=lambda key: (key[0] or "", key[1] or ""))
        return {key: Ratings.of(groups[key]) for key in keys}


def read_ratings(path: str | Path) -> RatingSheet:
    """Read the ratings of a CSV, TSV or JSONL file.

    Columns are `item`, `rater`, `rating` and, if there are several, `system` and `criterion`. A column `rank` instead
    of `rating` means that each rater ranked the systems of an item, 1 best, without ties. A blank rating (null in
    JSONL) is left out.

    Raises:
        ScoreError: naming the file and the malformed line, or the item with invalid ranks.
    """
    path = Path(path)
    records = read_score_rows(Path(path))
    measure = _measure(records[0])
    ratings: dict[tuple[str, str, str | None, str | None], Rating] = {}
    for record in records:
        rating = _rating(record, measure)
        if rating is not None:
            if rating.key in ratings:
                raise ScoreError(f"{record.where} rates {_described(rating)} again; keep one row per rating")
            ratings[rating.key] = rating
    if not ratings:
        raise ScoreError(f"every {measure} in {str(path)!r} is blank; fill in at least one")
    sheet = RatingSheet(tuple(ratings.values()), measure == "rank")
    if sheet.is_ranking:
        _check_ranks(sheet.ratings)
    return sheet


def write_ratings(path: Path, ratings: Sequence[Rating], *, are_ranks: bool = False) -> None:
    """Write ratings, or ranks, as CSV that `read_ratings` reads.

    Raises:
        OutputError: when the file cannot be written.
    """
    rows = ((one.item, one.rater, f"{one.value:g}", one.system, one.criterion) for one in ratings)
    write_table(path, ("item", "rater", "rank" if are_ranks else "rating", "system", "criterion"), rows)


def _measure(record: TableRow) -> str:
    present = [name for name in _MEASURES if name in record.cells]
    if len(present) != 1:
        raise ScoreError(
            f"{record.where} has the fields {', '.join(record.cells)}; expected one of {' and '.join(_MEASURES)}"
        )
    return present[0]


def _rating(record: TableRow, measure: str) -> Rating | None:
    item, rater = (_name(record, field) for field in ("item", "rater"))
    if item is None or rater is None:
        raise ScoreError(f"{record.where} has no {'item' if item is None else 'rater'}; name both item and rater")
    number = _number(record, measure)
    if number is None:
        return None
    return Rating(item, rater, number, _name(record, "system"), _name(record, "criterion"))


def _name(record: TableRow, field: str) -> str | None:
    value = record.cells.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ScoreError(f"{record.where} has the {field} {shortened(value)}; expected a text or a whole number")
    return str(value).strip() or None


def _number(record: TableRow, measure: str) -> float | None:
    if measure not in record.cells:
        raise ScoreError(
            f"{record.where} has no {measure}, but the first row has one; write it, or null if there is none"
        )
    value = record.cells[measure]
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float("" if isinstance(value, bool) else value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not isfinite(number):
        raise ScoreError(f"{record.where} has the {measure} {shortened(value)}; expected a finite number, or a blank")
    return number


def _check_ranks(ratings: Sequence[Rating]) -> None:
    n_systems = len({each.system for each in ratings})
    if n_systems < 2:
        raise ScoreError("there are ranks of one system only; add a column system, or rename the column rank to rating")
    orders: dict[tuple[str, str, str | None], list[float]] = defaultdict(list)
    for each in ratings:
        orders[each.item, each.rater, each.criterion].append(each.value)
    for (item, rater, criterion), ranks in orders.items():
        if sorted(ranks) != list(range(1, n_systems + 1)):
            given = ", ".join(f"{rank:g}" for rank in ranks)
            under = f" under {criterion!r}" if criterion else ""
            raise ScoreError(
                f"rater {rater!r} gave item {item!r}{under} the ranks {given}; expected each of 1 to {n_systems} "
                "once, one per system"
            )


def _label(rating: Rating) -> str:
    return " / ".join(part for part in (rating.item, rating.system, rating.criterion) if part is not None)


def _described(rating: Rating) -> str:
    return f"{_label(rating)!r} by {rating.rater!r}"
