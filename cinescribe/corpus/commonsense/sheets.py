"""CSV sheets that people fill in: written for them, and read back row by row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import CorpusError, brief
from cinescribe.input_files import read_text
from cinescribe.parsing import table_rows
from cinescribe.store import write_text

_SEPARATORS = (",", ";", "\t")  # of cells, as spreadsheets save them
BETWEEN = ";"  # between several phrases in one cell


@dataclass(frozen=True)
class SheetRow:
    """A row of a sheet.

    Attributes:
        where: file and line, for messages.
        cells: by column, without spaces around them.
    """

    where: str
    cells: dict[str, str]

    def needed(self, column: str) -> str:
        """Return a cell that must not be empty.

        Raises:
            CorpusError: when it is empty.
        """
        if not self.cells[column]:
            raise CorpusError(f"{self.where} has nothing under {column!r}; fill in that cell")
        return self.cells[column]

    def phrases(self, column: str) -> list[str]:
        """Return the phrases of a cell, between semicolons."""
        return [phrase for part in self.cells[column].split(BETWEEN) if (phrase := part.strip())]


@dataclass
class FirstPlaces:
    """Where each thing was answered first, so that nothing is answered twice."""

    _places: dict[tuple[str, ...], str] = field(default_factory=dict)

    def claim(self, *key: str, where: str, what: str) -> None:
        """Remember where something was answered.

        Raises:
            CorpusError: naming both places, when it was answered before.
        """
        if key in self._places:
            raise CorpusError(f"{where} has {what} again, as {self._places[key]}; keep one of them")
        self._places[key] = where


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a sheet as CSV.

    Raises:
        OutputError: when the file cannot be written.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([columns, *rows])
    write_text(path, out.getvalue())


def read_sheet(path: Path, columns: Sequence[str]) -> Iterator[SheetRow]:
    """Yield the rows of a sheet that are not empty.

    Columns may be in any order, and others beside them. Commas, semicolons or tabs separate cells, whichever the
    spreadsheet saved; Excel's line `sep=;` is skipped.

    Raises:
        RecordError: when the file cannot be read or is no CSV.
        CorpusError: naming file and line, when a column is missing or there twice, or a row has too few or many cells.
    """
    text = read_text(Path(path))
    hint, _, rest = text.partition("\n")
    n_skipped = int(hint.casefold().startswith("sep="))
    rows = table_rows(rest if n_skipped else text, repr(str(path)), delimiter=_separator(rest if n_skipped else text))
    heading = [name.strip() for name in next(rows, (0, []))[1]]
    wrong = [name for name in columns if heading.count(name) != 1]
    if wrong:
        raise CorpusError(
            f"{path}, line {1 + n_skipped} has the columns {brief(heading)}; expected {', '.join(columns)}, each once: "
            f"look at {wrong[0]!r}, and give a sheet of that kind"
        )
    for number, cells in rows:
        where = f"{path}, line {number + n_skipped}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(heading):
            raise CorpusError(f"{where} has {len(cells)} cells for {len(heading)} columns; mend that line")
        yield SheetRow(where, {name: cell.strip() for name, cell in zip(heading, cells, strict=True)})


def _separator(text: str) -> str:
    """What separates the names of the columns most often."""
    heading = text.partition("\n")[0]
    return max(_SEPARATORS, key=heading.count)


def distinct(phrases: Iterable[str]) -> tuple[str, ...]:
    """Return phrases without those that differ from an earlier one only by case."""
    first: dict[str, str] = {}
    for phrase in phrases:
        first.setdefault(phrase.casefold(), phrase)
    return tuple(first.values())
