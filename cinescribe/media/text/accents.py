"""Accents of Latin letters, by a reader of the film's language beside the network that reads all of them."""

from __future__ import annotations

import unicodedata

from cinescribe.media.text.text_networks import Reading

# Letters that stay together in Unicode's decomposition, and what the network reads in their place.
_PLAIN = str.maketrans("łŁœŒæÆøØđĐı", "lLeEaAoOdDi")
# Set on words of their own and the tuned half of `results/sign_scripts.json`, in eight languages.
_LIKELY = 0.9  # score of the other reader's line
_SURE = 0.95  # score of an accented letter of the network, from which it stays


def with_accents(reading: Reading, other: Reading) -> Reading:
    """Return a reading with the accents of another one, if the two differ in nothing else.

    The bundled network takes `ŹLE` for `ŻLE` or `ŽLE`, and `Œuvre` for `Euvre`. A letter that it reads with another
    accent, and with certainty, stays.

    Args:
        reading: by the network of all languages.
        other: by a reader of the language of the line.
    """
    letters, others = unicodedata.normalize("NFC", reading.text), unicodedata.normalize("NFC", other.text)
    if len(letters) != len(reading.text) or len(letters) != len(others) or other.score < _LIKELY:
        return reading
    if _without_accents(letters) != _without_accents(others):
        return reading
    both = zip(letters, reading.scores, others, other.scores, strict=True)
    chosen = [_letter(*each) for each in both]
    return Reading("".join(letter for letter, _ in chosen), tuple(score for _, score in chosen))


def _letter(letter: str, score: float, other: str, other_score: float) -> tuple[str, float]:
    is_sure = not letter.isascii() and score >= _SURE
    if is_sure or letter.casefold() == other.casefold():
        return letter, score
    return (other.upper() if letter.isupper() else other.lower()), other_score


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.translate(_PLAIN))
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()
