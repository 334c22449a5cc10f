"""The words of pages, in each language that has them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cinescribe.errors import LanguageError
from cinescribe.language.messages.messages import Messages, read_messages
from cinescribe.language_tags import base_language

_FOLDER = Path(__file__).resolve().parent / "page_texts"
PAGE_LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.ftl")))


def page_messages(tag: str) -> Messages:
    """Return the words of pages in a language.

    Args:
        tag: BCP 47 tag.

    Raises:
        LanguageError: when pages are not in this language.
    """
    base = base_language(tag)
    if base not in PAGE_LANGUAGES:
        raise LanguageError(f"no pages in {tag!r}; choose one of {', '.join(PAGE_LANGUAGES)}")
    return _shipped(base)


@lru_cache
def _shipped(base: str) -> Messages:
    return read_messages(_FOLDER / f"{base}.ftl", base)
