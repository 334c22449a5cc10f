"""How fast languages are read aloud, compared with English: their words are longer or shorter.

Trauzettel-Klosinski, Dietz and the IReST Study Group, Standardized Assessment of Reading Performance: The New
International Reading Speed Texts IReST, Investigative Ophthalmology & Visual Science 53 (2012), 5452-5461: texts of the
same content and difficulty, read aloud in 17 languages by 436 people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# Words a minute, on the mean of 25 readers.
_WORDS: Mapping[str, float] = {
    "ar": 138,
    "de": 179,
    "en": 228,
    "es": 218,
    "fi": 161,
    "fr": 195,
    "he": 187,
    "it": 188,
    "nl": 202,
    "pl": 166,
    "pt": 181,
    "ru": 184,
    "sl": 180,
    "sv": 199,
    "tr": 166,
}
_MEAN = 184.0  # words a minute, of all 17 languages: for languages that were not read
_CHARACTERS: Mapping[str, float] = {"ja": 357, "zh": 255}  # a minute
_WITHOUT_SPACES = frozenset(("bo", "dz", "km", "lo", "my", "th"))  # neither words nor a rate are known
_CHARACTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"\w+(?:['\u2019.-]\w+)*")


@dataclass(frozen=True)
class SpeakingRate:
    """How fast a language is read aloud.

    Args:
        per_minute: units a minute.
        unit: `words` or `characters`.
    """

    per_minute: float
    unit: str = "words"

    def count(self, text: str) -> int:
        """Return the number of units of a text."""
        return len((_WORD if self.unit == "words" else _CHARACTER).findall(text))


def speaking_rate(language: str) -> SpeakingRate | None:
    """Return how fast a language is read aloud; None where words have no spaces between them and no rate is known.

    Args:
        language: as base tag: `de`, not `de-AT`.

    Example:
        >>> speaking_rate("de").per_minute / speaking_rate("en").per_minute  # doctest: +ELLIPSIS
        0.785...
    """
    if language in _CHARACTERS:
        return SpeakingRate(_CHARACTERS[language], "characters")
    if language in _WITHOUT_SPACES:
        return None
    return SpeakingRate(_WORDS.get(language, _MEAN))
