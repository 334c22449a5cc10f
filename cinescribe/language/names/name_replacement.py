"""Puts names into sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping

_STOPS = frozenset(".!?")


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Return a text in which whole words are replaced, all at once; its sentences still begin with a capital letter.

    Args:
        text: sentences.
        names: the new words for each old one, which may be several words and may also begin a sentence.

    Example:
        >>> with_names("P1 greets person 2. Person 2 nods.", {"P1": "the cook", "person 2": "Anna"})
        'The cook greets Anna. Anna nods.'
    """
    if not names:
        return text
    spellings = {_capital(old): new for old, new in names.items()} | dict(names)
    longest_first = sorted(spellings, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def replaced(found: re.Match[str]) -> str:
        new = spellings[found[0]]
        return _capital(new) if _begins_sentence(text, found.start()) else new

    return pattern.sub(replaced, text)


def _begins_sentence(text: str, at: int) -> bool:
    end = at  # of the word before
    while end and text[end - 1].isspace():
        end -= 1
    return at == 0 or (0 < end < at and text[end - 1] in _STOPS)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
