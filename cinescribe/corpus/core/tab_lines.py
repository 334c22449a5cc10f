"""Files of lines with tabs between their columns and no quoting, as most data sets of films come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cinescribe.errors import CorpusError
from cinescribe.store import read_text, write_text

_BREAKS = ("\t", "\n", "\r")


def read_lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Where each line stands, and its columns without the spaces around them; empty lines are passed over.

    Raises:
        RecordError: when the file cannot be read.
    """
    # Not splitlines(): a sentence may hold U+2028, and that ends no line.
    for number, line in enumerate(read_text(Path(path)).split("\n"), 1):
        if line.strip():
            yield f"{path}, line {number}", [field.strip() for field in line.rstrip("\r").split("\t")]


def write_lines(path: Path, rows: Iterable[Sequence[str]]) -> None:
    """Write a line for each row.

    Raises:
        CorpusError: naming the line that has a tab or a line break inside a column.
        OutputError: when the place cannot be written.
    """
    lines = []
    for row in rows:
        broken = next((cell for cell in row if any(mark in cell for mark in _BREAKS)), None)
        if broken is not None:
            raise CorpusError(
                f"{str(path)!r} cannot hold the line of {row[0]!r}, since {broken!r} has a tab or a line break; "
                "take it out of the corpus"
            )
        lines.append("\t".join(row) + "\n")
    write_text(path, "".join(lines))
