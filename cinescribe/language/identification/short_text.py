"""The language of a few words, such as a sign, among the languages that may be expected there."""

from __future__ import annotations

from collections.abc import Iterable

from cinescribe.language.identification.identifier import identifier_among, known_languages
from cinescribe.language_tags import base_language, known_language

# Of 128 signs in eight languages, each among all eight: 106 reach this probability, all of them correctly; the own
# language of a sign never has less than .1. `results/sign_scripts.json`.
_CERTAIN, _IMPOSSIBLE = 0.8, 0.1


def short_text_language(text: str, among: Iterable[str], *, usual: str | None = None) -> str | None:
    """Return the language of a few words; None if it is not certain, as of names and numbers.

    Args:
        text: the words.
        among: BCP 47 tags of the languages that it may be in; those that cannot be distinguished are left out.
        usual: the one of them that is not passed over for another unless it is all but impossible.

    Raises:
        LanguageError: when the usual language is no tag of a language.

    Example:
        >>> short_text_language("Zutritt verboten", ["de", "en", "nl"], usual="en")
        'de'
    """
    if not any(map(str.isalpha, text)):
        return None
    expected = None if usual is None else base_language(usual)
    codes = {base_language(tag) for tag in map(known_language, among) if tag is not None} & known_languages()
    if not codes:
        return None
    ranked = identifier_among(frozenset(codes)).rank(text.lower())
    best, probability = ranked[0]
    of_usual = dict(ranked).get(expected or "", 0.0)
    if best != expected and expected in codes and of_usual >= _IMPOSSIBLE:
        return None
    return str(best) if probability >= _CERTAIN else None
