"""JSON files and tab-separated files of other programs, with errors that name the file and line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cinescribe.errors import OutputError
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_json
from cinescribe.store import write_text

_BREAKS = ("\t", "\n", "\r")


def read_json(path: Path, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON file, gzipped or not.

    Args:
        path: the file.
        unique_keys: whether to refuse an object with one key twice.

    Raises:
        RecordError: when the file is missing or is not JSON, or repeats a key that must be unique.
    """
    return parse_json(read_text(path), repr(str(path)), unique_keys=unique_keys)


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON in one line.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_text(path, json.dumps(value, ensure_ascii=False) + "\n")


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
