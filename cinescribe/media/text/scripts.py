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


def is_of_script(text: str, script: str) -> bool:
    """Whether each letter of a text is of a script; True without letters."""
    return all(_script_of_letter(letter) == script for letter in text if letter.isalpha())


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
    return _CODES.get(unicodedata.name(letter, "").partition(" ")[0]) if letter.isalpha() else None
