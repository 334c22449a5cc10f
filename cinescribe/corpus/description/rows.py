"""The rows of CSV, TSV and JSONL files of windows, casts and facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import CorpusError, brief
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_float, parse_json, table_rows

DESCRIPTION_SUFFIXES = (".csv", ".tsv", ".jsonl")


@dataclass(frozen=True)
class FileRow:
    """One row.

    Args:
        where: the file and the line, for messages.
        cells: texts by column; numbers of JSON as Python writes them.
    """

    where: str
    cells: Mapping[str, str]

    def text(self, *columns: str) -> str:
        """Return the text of the first of some columns that is there, without spaces around it; empty if none is."""
        return next((self.cells[name].strip() for name in columns if self.cells.get(name, "").strip()), "")

    def number(self, column: str) -> float:
        """Return the number in a column.

        Raises:
            CorpusError: when there is no such column.
            RecordError: when it holds no number.
        """
        if column not in self.cells:
            raise CorpusError(f"{self.where} has the columns {', '.join(self.cells)}; wanted {column} too")
        return parse_float(self.cells[column].strip(), f"{self.where}, {column}")


def form_of(path: Path) -> str:
    """Return the suffix that says how a file is read, without `.gz`.

    Raises:
        CorpusError: when it is none of `DESCRIPTION_SUFFIXES`.
    """
    name = path.name.lower().removesuffix(".gz")
    for form in DESCRIPTION_SUFFIXES:
        if name.endswith(form):
            return form
    raise CorpusError(
        f"{str(path)!r} has an unknown suffix; wanted one of {', '.join(DESCRIPTION_SUFFIXES)} (with .gz or without)"
    )


def read_rows_of(path: Path) -> list[FileRow]:
    """Read the rows of a table with a heading (.csv, .tsv) or of JSON lines (.jsonl).

    Raises:
        RecordError: when the file cannot be read.
        CorpusError: when its suffix is unknown, it has no row, or a row has other columns than the heading.
    """
    path = Path(path)
    form, text = form_of(path), read_text(path)
    rows = list(_json_rows(path, text) if form == ".jsonl" else _table_rows(path, text, is_csv=form == ".csv"))
    if not rows:
        raise CorpusError(f"{str(path)!r} has no row; wanted one for each item")
    return rows


def _json_rows(path: Path, text: str) -> Iterator[FileRow]:
    for number, line in numbered_lines(text):
        where = f"{path}, line {number}"
        value = parse_json(line, where, unique_keys=True)
        if not isinstance(value, dict):
            raise CorpusError(f"{where} is {brief(value)}; wanted an object with named fields")
        cells = {name: cell for name, cell in value.items() if isinstance(cell, str | int | float)}
        yield FileRow(where, {name: cell if isinstance(cell, str) else repr(cell) for name, cell in cells.items()})


def _table_rows(path: Path, text: str, *, is_csv: bool) -> Iterator[FileRow]:
    if not text.strip():
        return
    table = table_rows(text, str(path), delimiter="," if is_csv else "\t", quoted=is_csv)
    heading = [name.strip() for name in next(table)[1]]
    if len(set(heading)) < len(heading):
        twice = next(name for at, name in enumerate(heading) if name in heading[:at])
        raise CorpusError(f"the heading of {str(path)!r} names the column {twice!r} twice; keep one")
    for number, cells in table:
        if not any(cells):
            continue
        if len(cells) != len(heading):
            raise CorpusError(
                f"{path}, line {number} has {len(cells)} cells, but the heading names {len(heading)} columns; "
                "write one cell per column (quote a text that contains the separator)"
            )
        yield FileRow(f"{path}, line {number}", dict(zip(heading, cells, strict=True)))
