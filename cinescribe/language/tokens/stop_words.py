"""Words that say little on their own: `the`, `is`, `with`; spaCy has them in many languages."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from spacy.lang.en.stop_words import STOP_WORDS

__all__ = ["STOP_WORDS", "stop_words"]


@lru_cache
def stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that say little on their own; none if spaCy has no list of it.

    Args:
        language: as base tag: `de`, not `de-AT`.
    """
    try:
        found = import_module(f"spacy.lang.{language}.stop_words")
    except ModuleNotFoundError:
        return frozenset()
    return frozenset(found.STOP_WORDS)
