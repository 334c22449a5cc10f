"""How names are said: words that a voice says wrongly are spelt for it in another way."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol, TypeAlias, runtime_checkable

from cinescribe.media.voice.voice import Voice

Pronunciation: TypeAlias = tuple[tuple[str, str], ...]
"""Words as they are written, each with the letters from which a voice says them right."""


@runtime_checkable
class _Respelling(Protocol):
    """A voice that spells words in another way before it says them."""

    def respelled(self, text: str) -> str:
        """Return the letters that are said for a text."""
        ...


def respelled(text: str, pronunciation: Pronunciation) -> str:
    """Return a text as a voice should read it: whole words are replaced, as they are written.

    Example:
        >>> respelled("Siobhan's car. Siobhan waits.", (("Siobhan", "Shivawn"),))
        "Shivawn's car. Shivawn waits."
    """
    if not pronunciation:
        return text
    letters = dict(pronunciation)
    return _pattern(pronunciation).sub(lambda found: letters[found[0]], text)


def letters_said(voice: Voice, text: str) -> str:
    """Return the letters that a voice says for a text: the text, unless the voice spells words in another way."""
    return voice.respelled(text) if isinstance(voice, _Respelling) else text


@lru_cache(maxsize=16)
def _pattern(pronunciation: Pronunciation) -> re.Pattern[str]:
    words = sorted((written for written, _ in pronunciation), key=len, reverse=True)  # `New York` before `York`
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)")
