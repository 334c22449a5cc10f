"""The records of JSON, JSONL, CSV and TSV files, gzipped or not, with their locations for error messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from cinescribe import input_files, parsing
from cinescribe.errors import RecordError, ScoreError
from cinescribe.input_files import numbered_lines
from cinescribe.parsing import table_rows

TABLES = (".csv", ".tsv")
_SUFFIXES = (".json", ".jsonl", *TABLES)


@dataclass(frozen=True)
class FileRecord:
    """One record of a file.

    Attributes:
        location: the file and the line or record, for error messages.
        fields: cells by column, or fields by name.
    """

    location: str
    fields: Mapping[str, Any]


def suffix_of(path: Path) -> str:
    """Return the suffix that says what a file contains, ignoring `.gz`.

    Raises:
        ScoreError: when it is none of `_SUFFIXES`.
    """
    name = path.name.lower().removesuffix(".gz")
    for suffix in _SUFFIXES:
        if name.endswith(suffix):
            return suffix
    raise ScoreError(f"{str(path)!r} has an unknown suffix; wanted one of {', '.join(_SUFFIXES)} (with .gz or without)")


def read_score_json(path: Path) -> Any:
    """Return the value of a JSON file.

    Raises:
        ScoreError: when the file is missing, empty, not UTF-8 or not JSON, or repeats a key.
    """
    return parse_score_json(read_score_text(path), str(path))


def read_file_records(path: Path) -> list[FileRecord]:
    """Return the records of a JSONL, CSV or TSV file; the first row of a table names its columns.

    CSV is quoted as in RFC 4180; in TSV a quotation mark is an ordinary character.

    Raises:
        ScoreError: naming the file and the line that cannot be read.
    """
    text, suffix = read_score_text(path), suffix_of(path)
    records = list(_table(path, text, suffix) if suffix in TABLES else _json_lines(path, text))
    if not records:
        raise ScoreError(f"{str(path)!r} has a heading but no row under it; write one row per record")
    return records


def read_score_text(path: Path) -> str:
    """Return the text of a file, unpacked if it is gzipped.

    Raises:
        ScoreError: when the file is missing, empty, not UTF-8 or a damaged gzip file.
    """
    with _as_score_error():
        text = input_files.read_text(path)
    if not text.strip():
        raise ScoreError(f"{str(path)!r} is empty; there is nothing to score")
    return text


def parse_score_json(text: str, location: str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ScoreError: naming the location, when the text is not JSON or repeats a key.
    """
    with _as_score_error():
        return parsing.parse_json(text, location, unique_keys=True)


@contextmanager
def _as_score_error() -> Iterator[None]:
    try:
        yield
    except RecordError as error:
        raise ScoreError(str(error)) from error


def _json_lines(path: Path, text: str) -> Iterator[FileRecord]:
    for number, line in numbered_lines(text):
        location = f"{path}, line {number}"
        value = parse_score_json(line, location)
        if not isinstance(value, dict):
            raise ScoreError(f"{location} is {shortened(value)}; wanted an object with named fields")
        yield FileRecord(location, value)


def _table(path: Path, text: str, suffix: str) -> Iterator[FileRecord]:
    is_csv = suffix == ".csv"
    with _as_score_error():
        table = table_rows(text, str(path), delimiter="," if is_csv else "\t", quoted=is_csv)
        heading = _heading(path, next(table)[1])
        for number, cells in table:
            if any(cells):
                location = f"{path}, line {number}"
                yield FileRecord(location, _cells(location, heading, cells))


def _heading(path: Path, cells: list[str]) -> list[str]:
    names = [name.strip() for name in cells]
    if repeated := [name for name, n in Counter(names).items() if n > 1]:
        raise ScoreError(f"the heading of {str(path)!r} names the column {repeated[0]!r} twice; keep one")
    return names


def _cells(location: str, heading: list[str], cells: list[str]) -> dict[str, str]:
    if len(cells) != len(heading):
        raise ScoreError(
            f"{location} has {len(cells)} cells, but the heading names {len(heading)} columns ({', '.join(heading)}); "
            "write one cell per column (quote a text that contains the separator)"
        )
    return dict(zip(heading, cells, strict=True))
