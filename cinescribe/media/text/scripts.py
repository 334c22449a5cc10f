"""The scripts that signs are written in, and letters that look the same in two of them."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable

from cinescribe.language_tags import known_language, script_of_language

LATIN = "Latn"
# That the bundled network does not read, by their codes in ISO 15924.
OTHER_SCRIPTS = {"Cyrl": "Cyrillic", "Grek": "Greek"}
_CODES = {"LATIN": LATIN, "CYRILLIC": "Cyrl", "GREEK": "Grek"}  # by the first word of a letter's name in Unicode
# The letters of languages by the first word of their names in Unicode, by script.
_LETTERS = {
    **{code: frozenset({name}) for name, code in _CODES.items()},
    "Hans": frozenset({"CJK"}),
    "Hant": frozenset({"CJK"}),
    "Jpan": frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    "Kore": frozenset({"HANGUL", "CJK"}),
    "Arab": frozenset({"ARABIC"}),
    "Hebr": frozenset({"HEBREW"}),
    "Thai": frozenset({"THAI"}),
    "Deva": frozenset({"DEVANAGARI"}),
}
# Latin letters, and what looks like them in another script, in the order of the Latin ones.
_TWINS = {
    "Cyrl": ("ABCEHKMOPTXYaceopxy", "АВСЕНКМОРТХУасеорху"),
    "Grek": ("ABEHIKMNOPTXYZo", "ΑΒΕΗΙΚΜΝΟΡΤΧΥΖο"),
}


def script_of(text: str) -> str | None:
    """Return the script of most letters of a text, by ISO 15924; None if none is Latin, Cyrillic or Greek.

    Example:
        >>> script_of("Вход 2"), script_of("Way in"), script_of("24")
        ('Cyrl', 'Latn', None)
    """
    found = Counter(code for code in map(_script_of_letter, text) if code is not None)
    return found.most_common(1)[0][0] if found else None


def is_readable_in(text: str, language: str) -> bool:
    """Whether a reader of a language can say a text aloud: most letters are Latin, as in names, or of its own script.

    Args:
        text: the text.
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.

    Example:
        >>> is_readable_in("Café", "ru"), is_readable_in("出口", "zh"), is_readable_in("Вход", "de")  # noqa: RUF001
        (True, True, False)
    """
    own = _LETTERS.get(script_of_language(language), frozenset()) | _LETTERS[LATIN]
    letters = [_first_word(letter) in own for letter in text if letter.isalpha()]
    return 2 * sum(letters) >= len(letters)


def has_letters_of(text: str, scripts: Iterable[str]) -> bool:
    """Whether any letter of a text is of one of some scripts."""
    wanted = {*scripts}
    return any(_script_of_letter(letter) in wanted for letter in text)


def scripts_of_languages(languages: Iterable[str | None]) -> frozenset[str]:
    """Return the scripts of languages, by ISO 15924; names that are none of a language are left out."""
    return frozenset(script_of_language(tag) for tag in map(known_language, languages) if tag is not None)


def looks_like(text: str, script: str) -> bool:
    """Whether each letter of a Latin text has one that looks the same in another script: `MOCT`, `PECTOPAH`."""
    letters = [letter for letter in text if letter.isalpha()]
    return bool(letters) and all(letter in _TWINS[script][0] for letter in letters)


def in_script(text: str, script: str) -> str:
    """Return a Latin text in the letters of another script that look the same.

    Example:
        >>> in_script("MOCT", "Cyrl") == "МОСТ"  # noqa: RUF001
        True
    """
    return text.translate(str.maketrans(*_TWINS[script]))


def _script_of_letter(letter: str) -> str | None:
    return _CODES.get(_first_word(letter)) if letter.isalpha() else None


def _first_word(letter: str) -> str:
    """The first word of a letter's name in Unicode."""
    return unicodedata.name(letter, "").partition(" ")[0]
