"""The error for a file that is not in the expected format."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import CorpusError, RecordError

# What reading a file of another format raises; a span that ends before it starts is a RecordError.
MALFORMED = (KeyError, TypeError, ValueError, IndexError, AttributeError, RecordError)


def wrong_format(path: Path, wanted: str, error: Exception) -> CorpusError:
    """Return the error to raise for a file that is not `wanted`."""
    return CorpusError(f"{str(path)!r} is not {wanted} ({type(error).__name__}: {error}); name another file")
