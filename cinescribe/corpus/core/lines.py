"""Files of lines read to their end, whatever is wrong with some of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from cinescribe.errors import RecordError
from cinescribe.record import Record
from cinescribe.store import read_text

SomeRecord = TypeVar("SomeRecord", bound=Record)


@dataclass(frozen=True)
class Line:
    """A line of JSONL.

    Args:
        where: its file's name and its number, as complaints name it.
        value: what it holds; None where it cannot be read.
        fault: why it cannot, in words.
    """

    where: str
    value: Any = None
    fault: str | None = None


def json_lines(path: Path) -> Iterator[Line]:
    """The lines of JSONL, empty ones left out.

    Raises:
        RecordError: when the file cannot be read.
    """
    for number, text in enumerate(read_text(path).split("\n"), 1):
        where = f"{path.name}, line {number}"
        try:
            if text.strip():
                yield Line(where, json.loads(text))
        except (ValueError, RecursionError) as error:
            yield Line(where, fault=f"{where} is not JSON ({error}); mend it, or leave it out")


def record_of(line: Line, kind: type[SomeRecord]) -> SomeRecord | str:
    """The record of a line, or what is wrong with it, in words."""
    if line.fault is not None:
        return line.fault
    try:
        return kind.from_dict(line.value)
    except RecordError as error:
        return f"{line.where}: {error}"
