"""Parses JSON, TOML, CSV and numbers from texts of other people.

Everything that comes back is safe to compute with: numbers are finite, whole numbers fit into 64 bits, values are not
nested deeply, and texts can be written as UTF-8.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar

from cinescribe.errors import RecordError, brief

_Number = TypeVar("_Number", int, float)

MAX_DEPTH = 64  # lists and objects inside each other; the default limit of .NET's System.Text.Json
MAX_CELL = 1 << 20  # letters in one cell of a table: more is a quotation mark that was never closed
# A key of many parts, on which `tomllib` spends seconds: its time grows with the square of their number.
_KEY_PART = r"""(?:"[^"\n]*"|'[^'\n]*'|[^\s."'=,\[\]{}#]+)"""
_LONG_KEY = re.compile(rf"(?:^|[\[{{,])[ \t]*(?:{_KEY_PART}[ \t]*\.[ \t]*){{{MAX_DEPTH}}}", re.MULTILINE)
_TOO_DEEP = f"values are nested more than {MAX_DEPTH} deep; write them flatter"
_MAX_WHOLE = 2**63 - 1
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))
_MAX_DIGITS = 100  # of a number that stands in a text


def parse_json(text: str, where: str, *, unique_keys: bool = False) -> Any:
    """Return the value of a JSON text.

    Args:
        text: the JSON.
        where: the file, or the file and line, that an error names.
        unique_keys: whether to refuse an object with one key twice, of which JSON would keep the last.

    Raises:
        RecordError: when the text is not JSON, holds a number that is not finite or too large, half of a surrogate
            pair, or values nested more than `MAX_DEPTH` deep, or repeats a key that must be unique.
    """
    try:
        value = (_UNIQUE if unique_keys else _ANY).decode(text)
        if _may_be_deep(text) or "\\ud" in text or "\\uD" in text:  # seldom, and walking through a value takes long
            _check(value)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise RecordError(f"{where} is not JSON ({error}); correct it, or write it again") from error
    return value


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        RecordError: when the text is not TOML, or holds what `parse_json` refuses.
    """
    try:
        if _LONG_KEY.search(text):
            raise RecordError(_TOO_DEEP)
        values = tomllib.loads(text)
        _check(values)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where} is not TOML: {error}; correct that line") from error
    return values


def table_rows(text: str, where: str, *, delimiter: str = ",", quoted: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table, with the number of the line that each ends at.

    Args:
        text: the table.
        where: the file that an error names.
        delimiter: between cells.
        quoted: whether a quotation mark begins a cell that may hold delimiters, as in RFC 4180; else it is a letter.

    Raises:
        RecordError: naming the line, when a quotation mark is out of place, or a cell has more than `MAX_CELL` letters.
    """
    csv.field_size_limit(MAX_CELL)
    lines = io.StringIO(text, newline="")
    if quoted:
        table = csv.reader(lines, delimiter=delimiter, strict=True)
    else:
        table = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    try:
        for cells in table:
            yield table.line_num, cells
    except csv.Error as error:
        raise RecordError(f"{where}, line {table.line_num}: {error}; correct the quotation marks there") from error


def parse_float(text: str, where: str) -> float:
    """Return the number that a text holds, in digits, with a point or an exponent where it has one.

    Raises:
        RecordError: when the text is no finite number.
    """
    number = _number(text, float)
    if number is None or not math.isfinite(number):
        raise RecordError(f"{where} is {brief(text)}; expected a number")
    return number


def parse_int(text: str, where: str) -> int:
    """Return the whole number that a text holds, in digits.

    Raises:
        RecordError: when the text is no whole number of 64 bits.
    """
    number = _number(text, int)
    if number is None or abs(number) > _MAX_WHOLE:
        raise RecordError(f"{where} is {brief(text)}; expected a whole number")
    return number


def _number(text: str, kind: type[_Number]) -> _Number | None:
    try:
        return kind(text) if len(text) <= _MAX_DIGITS and "_" not in text else None
    except ValueError:
        return None


def _may_be_deep(text: str) -> bool:
    """Whether brackets are nested more than `MAX_DEPTH` deep; brackets inside strings may make it seem so."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    brackets = text.encode(errors="replace").translate(None, _OTHERS)
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return bool(brackets)


def _check(value: Any) -> None:
    """Refuse nesting, numbers and texts that would make code fail later, far from the file that they came from."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH + 1:
            raise RecordError(_TOO_DEEP)
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner += item
                inner += item.values()
            elif isinstance(item, list):
                inner += item
            elif isinstance(item, float):
                _finite(item)
            elif isinstance(item, int):
                _whole(item)
            elif isinstance(item, str) and any("\ud800" <= letter <= "\udfff" for letter in item):
                raise RecordError(f"the text {brief(item)} holds half of a surrogate pair; write the whole character")
        level = inner


def _finite(number: float | str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise RecordError(f"the number is {brief(number)}; expected a finite one")
    return value


def _whole(number: int | str) -> int:
    value = int(number)
    if abs(value) > _MAX_WHOLE:
        raise RecordError("a whole number of more than 64 bits came; write a smaller one")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object hook for `json.loads`: the object, unless a key is there twice."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise RecordError(f"the key {key!r} is there twice; keep one")
        values[key] = value
    return values


_ANY = json.JSONDecoder(parse_float=_finite, parse_int=_whole, parse_constant=_finite)
_UNIQUE = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_finite, parse_int=_whole, parse_constant=_finite)
