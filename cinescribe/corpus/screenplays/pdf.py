"""The text of a screenplay in PDF, rows and columns as on its pages."""

from __future__ import annotations

import io

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from cinescribe.errors import CorpusError

LEAST_LETTERS = 20  # a page on average; less, and the pages are pictures


def pdf_text(raw: bytes, *, name: str) -> str:
    """The text of a PDF, a form feed between pages.

    Args:
        raw: the file.
        name: of the file, for complaints.

    Raises:
        CorpusError: when the file is damaged, locked by a password, or its pages are pictures of text.
    """
    try:
        reader = PdfReader(io.BytesIO(raw))
        pages = [page.extract_text(extraction_mode="layout") for page in reader.pages]
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise CorpusError(
            f"the text of {name!r} cannot be read ({error}); save the PDF anew, without a password, or give plain text"
        ) from error
    letters = sum(letter.isalpha() for page in pages for letter in page)
    if letters < LEAST_LETTERS * max(len(pages), 1):
        raise CorpusError(
            f"{name!r} has no text on its {len(pages)} pages, only pictures of it, it seems; "
            "put it through text recognition first, or give plain text"
        )
    return "\n\f".join(pages)
