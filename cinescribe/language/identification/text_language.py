"""The language of a longer text, such as the subtitles of a film."""

from __future__ import annotations

from collections.abc import Iterable

from cinescribe.language.identification.identifier import whole_identifier
from cinescribe.language_tags import known_language

# Of twelve subtitle files in seven languages (Elephants Dream, Sintel, Popeye, W3C) all are right from 200 letters
# on; below, a song or a list of names decides.
_SHORTEST, _ENOUGH = 200, 4_000  # letters
_CERTAIN = 0.99


def text_language(texts: Iterable[str]) -> str | None:
    """Return the language of texts, as BCP 47 tag; None if they are too short to say, or it is not certain.

    Args:
        texts: in order; the first 4,000 letters are read.

    Example:
        >>> text_language(["Guten Morgen."]) is None
        True
    """
    read: list[str] = []
    n_letters = 0
    for text in texts:
        read.append(text)
        n_letters += sum(map(str.isalpha, text))
        if n_letters >= _ENOUGH:
            break
    if n_letters < _SHORTEST:
        return None
    language, probability = whole_identifier().classify(" ".join(read))
    return known_language(language) if probability >= _CERTAIN else None
