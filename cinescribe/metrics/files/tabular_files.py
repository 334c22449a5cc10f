"""What JSON, JSONL, CSV and TSV files hold, gzipped or not: rows that know where they stand."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from cinescribe.errors import ScoreError

TABLES = (".csv", ".tsv")
SUFFIXES = (".json", ".jsonl", *TABLES)
_GZIP = b"\x1f\x8b"  # how every gzip file begins


@dataclass(frozen=True)
class Row:
    """One record of a file.

    Attributes:
        where: the file and line or record, as errors name it.
        values: cells by column, or fields by name.
    """

    where: str
    values: Mapping[str, Any]


def suffix_of(path: Path) -> str:
    """The suffix that tells what a file holds, `.gz` left aside.

    Raises:
        ScoreError: when it is none of `SUFFIXES`.
    """
    name = path.name.lower().removesuffix(".gz")
    for suffix in SUFFIXES:
        if name.endswith(suffix):
            return suffix
    raise ScoreError(f"{str(path)!r} has no suffix that tells its form; name it {', '.join(SUFFIXES)} (or those + .gz)")


def read_json(path: Path) -> Any:
    """The value of a JSON file.

    Raises:
        ScoreError: when the file is missing, empty, not UTF-8 or not JSON, or says one key twice.
    """
    return parsed(read_text(path), str(path))


def read_rows(path: Path) -> list[Row]:
    """The records of a JSONL, CSV or TSV file; a table's first row names its columns.

    CSV is quoted as RFC 4180 has it; in TSV a quotation mark is a character like any other.

    Raises:
        ScoreError: naming the file and line that cannot be read.
    """
    text, suffix = read_text(path), suffix_of(path)
    rows = list(_table(path, text, suffix) if suffix in TABLES else _lines(path, text))
    if not rows:
        raise ScoreError(f"{str(path)!r} has a heading and no row under it; write one row a record")
    return rows


def read_text(path: Path) -> str:
    """The text of a file, unpacked where its name or its first bytes say that it is gzipped.

    Raises:
        ScoreError: when the file is missing, empty, not UTF-8 or not whole.
    """
    try:
        content = path.read_bytes()
        if path.name.lower().endswith(".gz") or content.startswith(_GZIP):
            content = gzip.decompress(content)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoreError(f"{str(path)!r} is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise ScoreError(f"{str(path)!r} is no whole gzip file ({error}); compress it again") from error
    except OSError as error:
        raise ScoreError(f"{str(path)!r} cannot be read ({error.strerror}); name an existing file") from error
    if not text.strip():
        raise ScoreError(f"{str(path)!r} is empty; there is nothing to score")
    return text


def parsed(text: str, where: str) -> Any:
    """The value of a text in JSON.

    Raises:
        ScoreError: naming `where` it stands, when it is not JSON or says one key twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise ScoreError(f"{where} is not JSON ({error}); write it as JSON, or name it as what it is") from error
    except ScoreError as error:
        raise ScoreError(f"{where}: {error}") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object hook for `json` that refuses what a plain dict would swallow: one key twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ScoreError(f"the key {key!r} stands there twice; keep one")
        found[key] = value
    return found


def _lines(path: Path, text: str) -> Iterator[Row]:
    # Not splitlines(): a caption may hold U+2028 or a form feed, and those end no line of JSONL.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = f"{path}, line {number}"
            value = parsed(line, where)
            if not isinstance(value, dict):
                raise ScoreError(f"{where} is {shortened(value)}; wanted an object with fields by name")
            yield Row(where, value)


def _table(path: Path, text: str, suffix: str) -> Iterator[Row]:
    lines = io.StringIO(text, newline="")
    if suffix == ".csv":
        table = csv.reader(lines, strict=True)
    else:
        table = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    try:
        heading = _heading(path, next(table))
        for cells in table:
            if any(cells):
                where = f"{path}, line {table.line_num}"
                yield Row(where, _cells(where, heading, cells))
    except csv.Error as error:
        raise ScoreError(f"{path}, line {table.line_num}, is no row of {suffix[1:].upper()} ({error})") from error


def _heading(path: Path, cells: list[str]) -> list[str]:
    names = [name.strip() for name in cells]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ScoreError(f"the heading of {str(path)!r} names the column {twice[0]!r} twice; keep one")
    return names


def _cells(where: str, heading: list[str], cells: list[str]) -> dict[str, str]:
    if len(cells) != len(heading):
        raise ScoreError(
            f"{where} has {len(cells)} cells, but the heading names {len(heading)} columns ({', '.join(heading)}); "
            "write one cell a column (quote a text that holds the separator)"
        )
    return dict(zip(heading, cells, strict=True))
