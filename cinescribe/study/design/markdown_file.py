"""Reads a Markdown file for raters."""

from __future__ import annotations

from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.input_files import read_text
from cinescribe.language.identification.text_language import text_language
from cinescribe.study.design.written_text import WrittenText

_MAX_LETTERS = 50_000  # about 20 pages; more is another file


def read_written_text(path: Path) -> WrittenText:
    """Return the text of a Markdown file.

    Raises:
        RecordError: when it cannot be read.
        StudyError: when it is empty or very long.
    """
    text = read_text(Path(path)).strip()
    if not 1 <= len(text) <= _MAX_LETTERS:
        raise StudyError(f"{str(path)!r} has {len(text):,} letters; expected Markdown of 1 to {_MAX_LETTERS:,}")
    return WrittenText(text, text_language([text]))
