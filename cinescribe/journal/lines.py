"""The lines of a journal: how an edit is written, with its number and checksums, and read again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.input_files import decoded
from cinescribe.parsing import parse_json
from cinescribe.record import Record

_NUMBER, _PREVIOUS, _CHECK = "number", "previous", "check"  # what a line holds besides its edit
_HEX = 32  # digits of a checksum: the first half of SHA-256
_BEFORE_CHECK = f', "{_CHECK}": "'.encode()
_CHECK_END = re.compile(rb'([0-9a-f]{32})"\}')


@dataclass(frozen=True)
class JournalEnd:
    """Where a journal ends.

    Args:
        number: of its last line; 0 if it has none.
        check: the checksum of that line, or of all lines if it is one without a number.
    """

    number: int
    check: str


@dataclass(frozen=True)
class JournalLine:
    """A line of the file.

    Args:
        at: its place in the file, from 1.
        text: without its end.
        values: of its edit; None if it holds none.
        number: None if it has none.
        previous: the checksum that the line before should have.
        check: its own; None if that is not the checksum of the line.
    """

    at: int
    text: bytes
    values: dict[str, Any] | None = None
    number: int | None = None
    previous: str = ""
    check: str | None = None


def read_line(at: int, text: bytes) -> JournalLine:
    """Return what a line holds, whatever that is.

    Args:
        at: its place in the file, from 1.
        text: without its end.
    """
    try:
        values = parse_json(decoded(text, Path("journal")), "line")
    except RecordError:
        return JournalLine(at, text)
    if not isinstance(values, dict):
        return JournalLine(at, text)
    if _NUMBER not in values and _CHECK not in values:
        return JournalLine(at, text, values)
    number, previous, _ = (values.pop(name, None) for name in (_NUMBER, _PREVIOUS, _CHECK))
    check = _own_check(text)
    if type(number) is not int or not isinstance(previous, str):
        return JournalLine(at, text, values, 0)
    return JournalLine(at, text, values, number, previous, check)


def numbered_line(edit: Record, end: JournalEnd) -> tuple[str, JournalEnd]:
    """Return the line of an edit that follows a journal's end, and the end after it."""
    number = end.number + 1
    body = json.dumps({_NUMBER: number, _PREVIOUS: end.check, **edit.to_dict()}, ensure_ascii=False)
    check = checksum(body.encode(errors="surrogatepass"))
    return f'{body[:-1]}{_BEFORE_CHECK.decode()}{check}"}}\n', JournalEnd(number, check)


def _own_check(text: bytes) -> str | None:
    """Return the checksum that a line holds; None if it is that of another line."""
    body, _, end = text.rpartition(_BEFORE_CHECK)
    held = _CHECK_END.fullmatch(end)
    check = "" if held is None else held[1].decode()
    return check if check and check == checksum(body + b"}") else None


def stated_check(line: JournalLine) -> str:
    """Return the checksum that a line states, right or wrong."""
    held = _CHECK_END.fullmatch(line.text.rpartition(_BEFORE_CHECK)[2])
    return "" if held is None else held[1].decode()


def checksum(data: bytes) -> str:
    """Return the checksum of some bytes."""
    return hashlib.sha256(data).hexdigest()[:_HEX]


def checksum_of_all(lines: Iterable[JournalLine]) -> str:
    """Return the checksum of lines without numbers, which have none of their own."""
    return checksum(b"".join(line.text + b"\n" for line in lines))
