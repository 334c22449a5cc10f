"""The error for a file that is not in the expected format."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cinescribe.errors import CorpusError, RecordError, brief

# What reading a file of another format raises; a span that ends before it starts is a RecordError.
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, RecordError)


def text_of(value: Any) -> str:
    """Return a value that must be a text.

    Raises:
        TypeError: for any other value, as reading a file of another format does.
    """
    if not isinstance(value, str):
        raise TypeError(f"found {brief(value)}, expected a text")
    return value


def wrong_format(path: Path, wanted: str, error: Exception) -> CorpusError:
    """Return the error to raise for a file that is not `wanted`."""
    return CorpusError(f"{str(path)!r} is not {wanted} ({type(error).__name__}: {error}); name another file")
