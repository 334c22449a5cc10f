"""JSON files of other people's data sets: read as they are, with errors that name them, and written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cinescribe.errors import CorpusError, RecordError
from cinescribe.store import read_text, write_text

# What a file of another form runs into; a span that ends before it starts is a RecordError.
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, RecordError)


def read_json(path: Path) -> Any:
    """The value of a JSON file.

    Raises:
        RecordError: when the file is missing or is not JSON.
    """
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{str(path)!r} is not JSON ({error}); fetch it again") from error


def write_json(path: Path, value: Any) -> None:
    """Write a value as JSON."""
    write_text(path, json.dumps(value, ensure_ascii=False) + "\n")


def of_another_form(path: Path, wanted: str, error: Exception) -> CorpusError:
    """What to raise over a file that holds something else than `wanted`."""
    return CorpusError(f"{str(path)!r} is not {wanted} ({type(error).__name__}: {error}); name another file")
