"""The text of a PDF screenplay, with the rows and columns of its pages."""

from __future__ import annotations

import io
import logging
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from cinescribe.errors import CorpusError

# What pypdf raises for damaged files, and for filters that it does not know.
_BROKEN = (
    *(PyPdfError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError, RuntimeError),
    *(EOFError, struct.error, zlib.error),
)
_LOGGER = logging.getLogger("pypdf")
_MIN_LETTERS = 20  # per page on average; below this the pages are scanned pictures


def pdf_text(raw: bytes, *, name: str) -> str:
    """Return the text of a PDF, with a form feed between pages.

    Args:
        raw: content of the file.
        name: name of the file, for error messages.

    Raises:
        CorpusError: if the file is damaged, locked by a password, or its pages are pictures of text.
    """
    try:
        with _no_warnings():
            reader = PdfReader(io.BytesIO(raw))
            pages = [page.extract_text(extraction_mode="layout") for page in reader.pages]
    except _BROKEN as error:
        raise CorpusError(
            f"the text of {name!r} cannot be read ({error}); save the PDF again without a password, or give plain text"
        ) from error
    letters = sum(letter.isalpha() for page in pages for letter in page)
    if letters < _MIN_LETTERS * max(len(pages), 1):
        raise CorpusError(
            f"{name!r} has no text on its {len(pages)} pages, probably only pictures of text; "
            "run text recognition on it first, or give plain text"
        )
    return "\n\f".join(pages)


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Keep pypdf from a line for each oddity of a damaged file: there can be thousands, which also take seconds."""
    level = _LOGGER.level
    _LOGGER.setLevel(logging.ERROR)
    try:
        yield
    finally:
        _LOGGER.setLevel(level)
