"""Reads score files (JSON, JSONL, CSV and TSV, gzipped or not), and names the file in a `ScoreError`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cinescribe import input_files, parsing
from cinescribe.errors import RecordError, ScoreError
from cinescribe.tables import ROW_FILES, TableRow, form_of, read_table_rows


def suffix_of(path: Path) -> str:
    """Return the suffix that says what a file contains, ignoring `.gz`.

    Raises:
        ScoreError: when it is neither `.json` nor one of `ROW_FILES`.
    """
    with _as_score_error():
        return form_of(path, (".json", *ROW_FILES))


def read_score_json(path: Path) -> Any:
    """Return the value of a JSON file.

    Raises:
        ScoreError: when the file is missing, empty, not UTF-8 or not JSON, or repeats a key.
    """
    return parse_score_json(read_score_text(path), str(path))


def read_score_rows(path: Path) -> list[TableRow]:
    """Return the rows of a JSONL, CSV or TSV file; the first row of a table names its columns.

    Raises:
        ScoreError: naming the file and the line that cannot be read.
    """
    with _as_score_error():
        return read_table_rows(path)


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
