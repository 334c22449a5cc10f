"""Vectors in text files: numbers between commas, tabs or spaces, one vector per line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, brief
from cinescribe.input_files import numbered_lines, open_input, read_text

_MAX_LINE = 1 << 24  # bytes: ten times 16,000 numbers of 100 digits


def vectors_of(path: Path) -> NDArray[np.float32]:
    """Return the vectors of a file of numbers only, gzipped or not, (n, D).

    Raises:
        RecordError: when it cannot be read.
        FeatureError: naming the line that is no vector, or has another width than the first.
    """
    lines = list(numbered_lines(read_text(path)))
    return _stack([_vector(_fields(line), f"{str(path)!r}, line {number}") for number, line in lines], repr(str(path)))


def vector_lines(path: Path, source: Path) -> dict[str, list[tuple[int, int]]]:
    """Return the places of each clip's lines in a file, by the name that begins a line: offset and number of bytes.

    A first line without numbers is a heading.

    Args:
        path: the file, unpacked.
        source: for messages: the file as given.

    Raises:
        RecordError: when it cannot be read.
        FeatureError: naming a line that is too long, not UTF-8, or has no numbers.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    with open_input(path) as opened:
        number, at = 0, 0
        while line := opened.readline(_MAX_LINE):
            number += 1
            where = f"{str(source)!r}, line {number}"
            if len(line) == _MAX_LINE:
                raise FeatureError(f"{where} has more than {_MAX_LINE:,} bytes; write one vector per line")
            fields = _fields(_text(line, where))
            if number == 1 and len(fields) > 1 and not _is_number(fields[1]):
                fields = []
            if len(fields) == 1:
                raise FeatureError(f"{where} is {brief(fields[0])}; expected a clip's name and its numbers")
            if fields:
                places.setdefault(fields[0], []).append((at, len(line)))
            at += len(line)
    return places


def vectors_at(path: Path, places: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
    """Return the vectors of some lines that `vector_lines` found, (n, D).

    Raises:
        FeatureError: when a line is no vector, or they differ in width.
    """
    rows = []
    with open_input(path) as opened:
        for at, size in places:
            opened.seek(at)
            where = f"{str(path)!r} at byte {at}"
            rows.append(_vector(_fields(_text(opened.read(size), where))[1:], where))
    return _stack(rows, repr(str(path)))


def _text(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FeatureError(f"{where} is not UTF-8; save the file as UTF-8") from error


def _fields(line: str) -> list[str]:
    line = line.strip()
    return [field.strip() for field in line.split(",")] if "," in line else line.split()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _vector(fields: Sequence[str], where: str) -> NDArray[np.float32]:
    try:
        return np.array(fields, np.float32)
    except ValueError as error:
        raise FeatureError(f"{where}: {error}; expected numbers only") from error


def _stack(rows: Sequence[NDArray[np.float32]], where: str) -> NDArray[np.float32]:
    widths = sorted({len(row) for row in rows})
    if len(widths) != 1:
        raise FeatureError(f"{where} has vectors of {brief(widths)} numbers for one clip; expected one width")
    return np.stack(rows)
