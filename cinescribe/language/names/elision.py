"""Words that are shortened before a vowel, as in `d'Anna`: whether another name can follow them."""

from __future__ import annotations

import re
import unicodedata

from cinescribe.language_tags import base_language

ELIDING = frozenset(("ca", "fr", "it", "oc"))  # languages in which a word is shortened before a name
_VOWELS = frozenset("aeiouy")
_ELIDED = re.compile(r"['\u2019]$")
_FULL = re.compile(r"\b(?:ce|de|je|la|le|me|ne|que|se|te|jusque|lorsque|puisque|quoique)\s+$", re.IGNORECASE)
_NEAR = 10  # letters before a name that are looked at


def fits_after_elision(text: str, at: int, new: str, tag: str) -> bool:
    """Return whether a name fits a place without a change of the word before it.

    `d'Ben` cannot, and in French neither can `de Anna`. Of names with `h`, only people who know them can judge.

    Args:
        text: a sentence.
        at: where the name begins.
        new: the name.
        tag: BCP 47 tag of the language.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> [fits_after_elision("la main d'Anna", 10, name, "fr") for name in ("Ben", "Emma")]
        [False, True]
    """
    base = base_language(tag)
    if base not in ELIDING:
        return True
    before, first = text[max(at - _NEAR, 0) : at], unicodedata.normalize("NFD", new[:1].lower())[:1]
    if _ELIDED.search(before):
        return first in _VOWELS
    return base != "fr" or _FULL.search(before) is None or first not in (*_VOWELS, "h")
