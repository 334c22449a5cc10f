"""Tags of languages, as BCP 47 has them: what a person, a film or a browser names becomes one spelling."""

from __future__ import annotations

from langcodes import Language
from langcodes.tag_parser import LanguageTagError

from cinescribe.errors import LanguageError, brief

UNKNOWN = "und"  # what containers write where nobody named a language


def language_tag(name: str) -> str:
    """Return a language as a BCP 47 tag: `de` for `de`, `ger` and `deu`, `pt-BR` for `pt_br`.

    Args:
        name: a tag, or a code of ISO 639 as containers have it.

    Raises:
        LanguageError: when it names no language.

    Example:
        >>> language_tag("ger"), language_tag("pt_br")
        ('de', 'pt-BR')
    """
    try:
        found = Language.get(name.strip())
        known = found.is_valid() and found.language not in (None, UNKNOWN)
    except (LanguageTagError, LookupError):
        known = False
    if not known:
        raise LanguageError(f"{brief(name)} came as a language; a tag such as `de`, `pt-BR` or `zh-Hant` is wanted")
    return found.to_tag()


def known_language(name: str | None) -> str | None:
    """Return the tag of a language that a file names; None if it names none, or one that does not exist."""
    if not name:
        return None
    try:
        return language_tag(name)
    except LanguageError:
        return None


def base_language(tag: str) -> str:
    """Return the language of a tag, without region and script: `pt` of `pt-BR`.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return language_tag(tag).partition("-")[0]


def is_same_language(one: str, other: str) -> bool:
    """Whether two tags are of one language, wherever it is spoken.

    Raises:
        LanguageError: when one of them is no tag of a language.
    """
    return base_language(one) == base_language(other)


def iso_639_2(tag: str) -> str:
    """Return the code of three letters that MP4 and Matroska write: `deu` of `de-AT`.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return Language.get(language_tag(tag)).to_alpha3()
