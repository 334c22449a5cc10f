"""JSON Lines read to the end, whatever is wrong with some lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cinescribe.errors import RecordError
from cinescribe.input_files import numbered_lines, read_text
from cinescribe.parsing import parse_json
from cinescribe.record import Record

SomeRecord = TypeVar("SomeRecord", bound=Record)


@dataclass(frozen=True)
class JsonLine:
    """A line of JSON Lines.

    Args:
        where: the name of the file and the number of the line, for messages.
        value: the JSON value; None where it cannot be read.
        fault: why it cannot be read.
    """

    where: str
    value: Any = None
    fault: str | None = None


def read_json_lines(path: Path) -> Iterator[JsonLine]:
    """Yield the lines of a JSON Lines file that are not blank.

    Raises:
        RecordError: when the file cannot be read.
    """
    for number, text in numbered_lines(read_text(path)):
        where = f"{path.name}, line {number}"
        try:
            yield JsonLine(where, parse_json(text, where))
        except RecordError as error:
            yield JsonLine(where, fault=str(error))


def record_or_fault(line: JsonLine, kind: type[SomeRecord]) -> SomeRecord | str:
    """Return the record of a line, or a message that says what is wrong with the line."""
    if line.fault is not None:
        return line.fault
    try:
        return kind.from_dict(line.value)
    except RecordError as error:
        return f"{line.where}: {error}"
