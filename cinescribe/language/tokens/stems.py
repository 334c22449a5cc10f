"""Stems of words by Snowball: what the forms of a word have in common, in languages without a parser."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import Stemmer

# Snowball's name of each language (snowballstem.org).
_ALGORITHMS = {
    "ar": "arabic",
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}


def stems(words: Sequence[str], language: str) -> list[str]:
    """Return the stem of each word, in small letters; the word itself in a language that Snowball does not know.

    Args:
        words: of a text.
        language: of the text, as base tag: `de`, not `de-AT`.

    Example:
        >>> stems(["Traurige", "trauriger"], "de")
        ['traurig', 'traurig']
    """
    small = [word.lower() for word in words]
    stemmer = _stemmer(language)
    return small if stemmer is None else stemmer.stemWords(small)


@lru_cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    name = _ALGORITHMS.get(language)
    # Older releases of Snowball lack some languages.
    return Stemmer.Stemmer(name) if name in Stemmer.algorithms() else None
