"""Writes tables, and reads the rows of CSV, TSV and JSON lines, each with its place for error messages."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import OutputError, RecordError, brief
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_float, parse_json, table_rows
from cinescribe.store import write_text

TABLES = (".csv", ".tsv")
ROW_FILES = (".jsonl", *TABLES)
BETWEEN_PHRASES = ";"  # in one cell
_BREAKS = ("\t", "\n", "\r")


@dataclass(frozen=True)
class TableRow:
    """A row of a table, or the object of a JSON line.

    Attributes:
        where: file and line, for messages.
        cells: by column; texts in a table, any values in JSON.
    """

    where: str
    cells: Mapping[str, Any]

    def text(self, *columns: str) -> str:
        """Return the first text of some columns that is not empty, without spaces around it; "" if there is none.

        Numbers become texts; lists and other values count as empty.
        """
        values = (self.cells.get(name) for name in columns)
        texts = (str(value).strip() for value in values if isinstance(value, str | int | float))
        return next(filter(None, texts), "")

    def needed(self, column: str) -> str:
        """Return the text of a cell that must not be empty.

        Raises:
            RecordError: when it is empty or missing.
        """
        found = self.text(column)
        if not found:
            raise RecordError(f"{self.where} has nothing under {column!r}; fill in that cell")
        return found

    def number(self, column: str) -> float:
        """Return the number in a cell.

        Raises:
            RecordError: when there is no such column, or it holds no number.
        """
        if column not in self.cells:
            raise RecordError(f"{self.where} has the columns {', '.join(self.cells)}; expected {column} too")
        return parse_float(self.text(column), f"{self.where}, {column}")

    def phrases(self, column: str) -> list[str]:
        """Return the phrases of a cell, which semicolons separate."""
        return [phrase for part in self.cells[column].split(BETWEEN_PHRASES) if (phrase := part.strip())]


def form_of(path: Path, forms: tuple[str, ...] = ROW_FILES) -> str:
    """Return the suffix that says how a file is read, without `.gz`.

    Raises:
        RecordError: when it is none of `forms`.
    """
    name = path.name.lower().removesuffix(".gz")
    for form in forms:
        if name.endswith(form):
            return form
    raise RecordError(f"{str(path)!r} has an unknown suffix; expected one of {', '.join(forms)} (with .gz or without)")


def read_table_rows(path: Path) -> list[TableRow]:
    """Read the rows of a table with a heading (.csv, .tsv) or of JSON lines (.jsonl), gzipped or not.

    CSV is quoted as in RFC 4180; in TSV a quotation mark is an ordinary character. Empty lines are left out.

    Raises:
        RecordError: naming file and line, when the file cannot be read, is empty, or a row has other columns than the
            heading.
    """
    path = Path(path)
    form, text = form_of(path), read_text(path)
    if not text.strip():
        raise RecordError(f"{str(path)!r} is empty; expected a row for each item")
    if form == ".jsonl":
        rows = _json_rows(text, path)
    else:
        is_csv = form == ".csv"
        _, rows = heading_and_rows(text, path, delimiter="," if is_csv else "\t", quoted=is_csv)
    found = list(rows)
    if not found:
        raise RecordError(f"{str(path)!r} has a heading but no row under it; write one row for each item")
    return found


def heading_and_rows(
    text: str, path: Path, *, delimiter: str = ",", quoted: bool = True, n_skipped: int = 0
) -> tuple[list[str], Iterator[TableRow]]:
    """Return the names of a table's columns, without spaces around them, and its rows that are not empty.

    Args:
        text: the table, without the skipped lines.
        path: the file, for messages.
        delimiter: between cells.
        quoted: whether a quotation mark begins a cell that may hold delimiters; else it is a letter.
        n_skipped: number of lines before the heading that are left out of the text.

    Raises:
        RecordError: naming file and line, when a name is there twice, a row has more or fewer cells, or a quotation
            mark is out of place; for the rows, while they are read.
    """
    table = table_rows(text, str(path), delimiter=delimiter, quoted=quoted)
    heading = [name.strip() for name in next(table, (1, []))[1]]
    if repeated := [name for name, n in Counter(heading).items() if n > 1]:
        raise RecordError(f"the heading of {str(path)!r} names the column {repeated[0]!r} twice; keep one")
    return heading, _rows(table, heading, path, n_skipped)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a heading as CSV.

    Example:
        >>> csv_text(("clip", "caption"), [("c1", "Rain, then snow.")]).splitlines()
        ['clip,caption', 'c1,"Rain, then snow."']
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    return out.getvalue()


def write_table(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table with a heading as CSV.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_text(path, csv_text(columns, rows))


def read_tab_lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the columns of each line of a tab-separated file without quoting, most data sets' form.

    Blank lines are left out, and so are the spaces around a column.

    Returns:
        For each line its place (file and number, for errors) and its columns.

    Raises:
        RecordError: when the file cannot be read.
    """
    for number, line in numbered_lines(read_text(path)):
        yield f"{path}, line {number}", [column.strip() for column in line.split("\t")]


def write_tab_lines(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write a tab-separated file without quoting, a line for each row.

    Raises:
        OutputError: when a column has a tab or a line break in it, or the file cannot be written.
    """
    lines = []
    for row in rows:
        broken = next((cell for cell in row if any(mark in cell for mark in _BREAKS)), None)
        if broken is not None:
            raise OutputError(
                f"{str(path)!r} cannot hold the line of {row[0]!r}, since {broken!r} has a tab or a line break; "
                "remove it from the text"
            )
        lines.append("\t".join(row) + "\n")
    write_text(path, "".join(lines))


def _rows(table: Iterator[tuple[int, list[str]]], heading: list[str], path: Path, n_skipped: int) -> Iterator[TableRow]:
    for number, cells in table:
        where = f"{path}, line {number + n_skipped}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(heading):
            raise RecordError(
                f"{where} has {len(cells)} cells, but the heading names {len(heading)} columns ({', '.join(heading)}); "
                "write one cell per column (quote a text that contains the separator)"
            )
        yield TableRow(where, dict(zip(heading, cells, strict=True)))


def _json_rows(text: str, path: Path) -> Iterator[TableRow]:
    for number, line in numbered_lines(text):
        where = f"{path}, line {number}"
        value = parse_json(line, where, unique_keys=True)
        if not isinstance(value, dict):
            raise RecordError(f"{where} is {brief(value)}; expected an object with named fields")
        yield TableRow(where, value)
