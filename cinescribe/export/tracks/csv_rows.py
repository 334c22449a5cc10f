"""Reads the table back, as a spreadsheet saved it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cinescribe.errors import RecordError, SubtitleError
from cinescribe.export.tracks.csv import CUE_COLUMNS, unescaped_cell
from cinescribe.export.tracks.cue_lines import fault
from cinescribe.export.tracks.cue_rows import CueRow
from cinescribe.export.tracks.cue_times import comment_text, writable
from cinescribe.export.tracks.row_fields import STATUSES, PeopleNames, moment, plain, speed
from cinescribe.parsing import MAX_CELL, table_rows
from cinescribe.schema import CueStatus
from cinescribe.timing import Seconds

_DELIMITERS = (",", ";", "\t", "|")
_NEEDED = ("start", "text")


def is_table(text: str) -> bool:
    """Whether a text begins with the names of our columns."""
    return _delimiter(text) is not None


def csv_rows(text: str, *, path: Path, people: PeopleNames) -> list[CueRow]:
    """Return the rows of a table, in its order.

    Columns may be in any order, and all but `start` and `text` may be missing. Commas, semicolons or tabs separate
    them. Numbers may have decimal commas, and times any form of a clock.

    Args:
        text: of the file.
        path: of the file, for errors.
        people: the script's people by name.

    Raises:
        SubtitleError: naming the line at fault.
    """
    delimiter = _delimiter(text)
    if delimiter is None:
        raise fault(path, 1, f"found {text[:40]!r}; expected the names of columns, at least {' and '.join(_NEEDED)}")
    columns: list[str] = []
    rows = []
    for n, cells in _lines(text, delimiter, path):
        if not columns:
            columns = _names(cells)
        elif any(cell.strip() for cell in cells):
            rows.append(_row(dict(zip(columns, cells, strict=False)), path=path, n=n, people=people))
    return rows


def _delimiter(text: str) -> str | None:
    """What parts the columns; None if the first line does not name those that are needed."""
    head = next((line for line in text.split("\n", 3)[:3] if line.strip() and not _is_hint(line)), "")[:MAX_CELL]
    return next((mark for mark in _DELIMITERS if set(_NEEDED) <= set(_names(head.split(mark)))), None)


def _is_hint(line: str) -> bool:
    """Whether a line tells Excel the separator of the columns."""
    return line.strip().casefold().startswith("sep=")


def _names(cells: Sequence[str]) -> list[str]:
    return [plain(cell).strip(" \"'").casefold() for cell in cells]


def _lines(text: str, delimiter: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines of the table with the number at which each begins; blank ones, and Excel's hint, are left out."""
    first = 1
    try:
        for last, cells in table_rows(text, repr(str(path)), delimiter=delimiter):
            if cells and not (first <= 3 and _is_hint(cells[0])):
                yield first, cells
            first = last + 1
    except RecordError as error:
        raise SubtitleError(str(error)) from error


def _row(cells: Mapping[str, str], *, path: Path, n: int, people: PeopleNames) -> CueRow:
    cells = {name: cells[name] for name in CUE_COLUMNS if name in cells}
    start = _time(cells, "start", path, n)
    if start is None:
        raise fault(path, n, "start is missing; expected a time, as 72.3 or 00:01:12.300")
    name = cells.get("id", "").strip()
    return CueRow(
        name or None,
        start,
        _time(cells, "end", path, n),
        writable(unescaped_cell(cells.get("text", ""))),
        people=_people(cells, path, n, people, is_new=not name),
        status=_status(cells, path, n),
        rate=_rate(cells, path, n),
        comment=comment_text(unescaped_cell(cells["comment"])) if "comment" in cells else None,
        line=n,
    )


def _time(cells: Mapping[str, str], column: str, path: Path, n: int) -> Seconds | None:
    if not cells.get(column, "").strip():
        return None
    time = moment(unescaped_cell(cells[column]))
    if time is None:
        raise fault(path, n, f"{column} is {cells[column]!r}; expected a time, as 72.3 or 00:01:12.300")
    return time


def _status(cells: Mapping[str, str], path: Path, n: int) -> CueStatus | None:
    word = plain(cells.get("status", "")).strip().casefold()
    if word and word not in STATUSES:
        raise fault(path, n, f"invalid status {cells['status']!r}; expected one of {', '.join(STATUSES)}")
    return STATUSES.get(word)


def _rate(cells: Mapping[str, str], path: Path, n: int) -> float | None:
    if not cells.get("rate", "").strip():
        return None
    rate = speed(cells["rate"])
    if rate is None:
        raise fault(path, n, f"invalid rate {cells['rate']!r}; expected a number from 0.25 to 4, 1 is normal")
    return rate


def _people(
    cells: Mapping[str, str], path: Path, n: int, people: PeopleNames, *, is_new: bool
) -> tuple[str, ...] | None:
    if "people" not in cells or (is_new and not cells["people"].strip()):
        return None
    try:
        return people.read(unescaped_cell(cells["people"]))
    except RecordError as error:
        raise fault(path, n, str(error)) from error
