"""What places and things of a film are called: words of captioners are replaced by those of a glossary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from cinescribe.describe.editing.word_replacement import with_words
from cinescribe.schema import Caption

Glossary: TypeAlias = tuple[tuple[str, str], ...]
"""Words to find, each with those in their place."""


def with_glossary(captions: Sequence[Caption], glossary: Glossary) -> list[Caption]:
    """Return captions that call places and things by the words of a glossary.

    Args:
        captions: of a film; what is read from the screen is none of them, and stays as it is read.
        glossary: words to find, each with those in their place.
    """
    return [
        caption.replace(
            text=in_words_of(caption.text, glossary),
            shorter=tuple(in_words_of(text, glossary) for text in caption.shorter),
        )
        for caption in captions
    ]


def in_words_of(text: str, glossary: Glossary) -> str:
    """Return a text in the words of a glossary; one that is in them already stays.

    Of several words at one place, the longest are replaced, and what takes their place is not replaced again. Words
    without capitals are found in any case.

    Example:
        >>> in_words_of("The bar stool is in the bar.", (("the bar", "Rick's"), ("the bar stool", "the chair")))
        "The chair is in Rick's."
    """
    return _pattern(glossary).sub(lambda found: _instead(found[0], glossary), text) if glossary else text


@lru_cache(maxsize=16)
def _pattern(glossary: Glossary) -> re.Pattern[str]:
    words = {old: _found(old) for old, _ in glossary}
    there = {form: _spaced(form) for _, new in glossary for form in _forms(new)}
    patterns = sorted({**words, **there}.items(), key=lambda item: (-len(item[0]), item[0]))
    return re.compile(rf"(?<!\w)(?:{'|'.join(pattern for _, pattern in patterns)})(?!\w)")


def _spaced(words: str) -> str:
    return r"\s+".join(map(re.escape, words.split()))


def _forms(new: str) -> tuple[str, str]:
    """Words as they are in a sentence, and at its beginning."""
    return new, new[:1].upper() + new[1:]


def _instead(found: str, glossary: Glossary) -> str:
    """The words in place of those that were found."""
    plain = " ".join(found.split())
    if any(plain in _forms(new) for _, new in glossary):
        return found
    return next(with_words(found, old, new) for old, new in glossary if re.fullmatch(_found(old), plain))


def _found(old: str) -> str:
    """The pattern of words to find; `lower` would not do, since it makes two letters of a Turkish capital."""
    return rf"(?i:{_spaced(old)})" if old == old.lower() else _spaced(old)
