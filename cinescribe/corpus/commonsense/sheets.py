"""Reads CSV sheets that people filled in, row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.errors import CorpusError, brief
from cinescribe.input_files import read_text
from cinescribe.tables import TableRow, heading_and_rows

_SEPARATORS = (",", ";", "\t")  # of cells, as spreadsheets save them


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


def read_sheet(path: Path, columns: Sequence[str]) -> Iterator[TableRow]:
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
    table = rest if n_skipped else text
    heading, rows = heading_and_rows(table, Path(path), delimiter=_separator(table), n_skipped=n_skipped)
    missing = [name for name in columns if name not in heading]
    if missing:
        raise CorpusError(
            f"{path}, line {1 + n_skipped} has the columns {brief(heading)}; expected {', '.join(columns)}: "
            f"look at {missing[0]!r}, and give a sheet of that kind"
        )
    for row in rows:
        yield TableRow(row.where, {name: cell.strip() for name, cell in row.cells.items()})


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
