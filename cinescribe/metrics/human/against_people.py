"""How a metric agrees with what people say of the same texts ("Unveiling the Invisible", A.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import ScoreError, brief
from cinescribe.metrics.files.caption_files import item_id
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.metrics.human.correlation import Correlation, UndefinedCorrelationError, pearson
from cinescribe.metrics.human.criterion_statistics import item_means
from cinescribe.metrics.human.ratings import RatingSheet
from cinescribe.record import Record
from cinescribe.tables import TableRow

_LABELS = frozenset(("id", "clip", "item", "system"))
_Values = Mapping[tuple[str, str], float]  # by system and item


@dataclass(frozen=True)
class SystemCorrelation(Record):
    """The correlation over the texts of one system.

    Attributes:
        system: the system.
        correlation: None where it is undefined, as where people say yes to all of its texts.
    """

    system: str
    correlation: Correlation | None


@dataclass(frozen=True)
class AgainstPeople(Record):
    """Correlations of a metric with human ratings.

    Attributes:
        metric: the metric's name.
        criterion: what people were asked.
        overall: over the texts of all systems.
        systems: over the texts of each.
    """

    metric: str
    criterion: str
    overall: Correlation
    systems: tuple[SystemCorrelation, ...]


def metric_names(path: Path) -> list[str]:
    """Return the metrics of a file that `score --per-item` writes: its fields with a number in the first record.

    Raises:
        ScoreError: when the file cannot be read, or has none.
    """
    first = read_score_rows(Path(path))[0]
    names = [name for name, value in first.cells.items() if name not in _LABELS and _is_number(value)]
    if not names:
        raise ScoreError(f"{first.where} has no metric; give what `score --per-item` writes")
    return names


def _is_number(value: Any) -> bool:
    try:
        float("" if value is None or isinstance(value, bool) else value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def read_system_scores(path: str | Path, *, metric: str) -> dict[tuple[str, str], float]:
    """Read a metric's value of each text, by system and item, as `score --per-item` writes it.

    Records have `id` (or `clip`), the metric's value under its name, and perhaps `system`; without it, the file's name
    up to its first point is the system. Records without a value are left out.

    Raises:
        ScoreError: naming the file and line of a value that is no number, or of a text that is there twice; when no
            record has the metric.
    """
    path = Path(path)
    values: dict[tuple[str, str], float] = {}
    records = read_score_rows(Path(path))
    for record in records:
        if record.cells.get(metric) not in (None, ""):
            key = str(record.cells.get("system") or Path(path).name.partition(".")[0]), item_id(record)
            if key in values:
                raise ScoreError(f"{record.where} has {metric} of {key[1]!r} by {key[0]!r} again; keep one")
            values[key] = _number(record, metric)
    if not values:
        raise ScoreError(
            f"{str(path)!r} has the fields {', '.join(records[0].cells)}; expected {metric}, as `score --per-item` "
            "writes it"
        )
    return values


def _number(record: TableRow, metric: str) -> float:
    value = record.cells[metric]
    try:
        return float("" if isinstance(value, bool) else value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ScoreError(f"{record.where} has {brief(value)} under {metric!r}; expected a number") from error


def against_people(
    scores: _Values, sheet: RatingSheet, *, metric: str, criterion: str, systems: Sequence[str] = ()
) -> AgainstPeople:
    """Return Pearson's correlation of a metric with what people say.

    A text that several people rated has the mean of their ratings. Texts without a rating are left out.

    Args:
        scores: the metric's value by system and item.
        sheet: the ratings.
        metric: the metric's name, in the result.
        criterion: which ratings to compare with.
        systems: only these; all systems of the ratings by default.

    Raises:
        ScoreError: when this criterion or system has no ratings, or a rated text has no value.
        UndefinedCorrelationError: when there are fewer than three texts, or all values are equal.
    """
    labels = {
        (system or "", item): value
        for (system, of), ratings in sheet.groups().items()
        if of == criterion
        for item, value in item_means(ratings).items()
    }
    if not labels:
        there = sorted({one.criterion for one in sheet.ratings if one.criterion})
        raise ScoreError(f"no rating is under the criterion {criterion!r}; there are {', '.join(there) or 'none'}")
    rated = sorted({system for system, _ in labels})
    if unknown := sorted(set(systems) - set(rated)):
        raise ScoreError(f"the system {unknown[0]!r} has no rating; the ratings are of {', '.join(rated)}")
    chosen = {key: value for key, value in labels.items() if not systems or key[0] in systems}
    if missing := sorted(set(chosen) - set(scores)):
        raise ScoreError(
            f"item {missing[0][1]!r} by {missing[0][0]!r} is rated but has no {metric} ({len(missing)} such); give the "
            "scores of every rated system, or choose among the systems (`systems`)"
        )
    sides = f"of {metric}", f"under {criterion!r}"
    return AgainstPeople(
        metric,
        criterion,
        _pearson(scores, chosen, sides),
        tuple(
            SystemCorrelation(
                system, _or_none(scores, {key: v for key, v in chosen.items() if key[0] == system}, sides)
            )
            for system in sorted({key[0] for key in chosen})
        ),
    )


def _pearson(scores: _Values, labels: _Values, sides: tuple[str, str]) -> Correlation:
    names = {key: f"{key[0]} / {key[1]}" for key in labels}
    return pearson(
        {names[key]: scores[key] for key in labels}, {names[key]: labels[key] for key in labels}, sides=sides
    )


def _or_none(scores: _Values, labels: _Values, sides: tuple[str, str]) -> Correlation | None:
    try:
        return _pearson(scores, labels, sides)
    except UndefinedCorrelationError:  # too few texts, or nothing varies
        return None
