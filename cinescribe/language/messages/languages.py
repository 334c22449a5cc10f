"""What languages are called, by those who speak them and in English, and in which direction they are written."""

from __future__ import annotations

from babel import Locale, UnknownLocaleError

from cinescribe.language_tags import language_tag


def native_name(tag: str) -> str:
    """Return what a language is called by its speakers: `Deutsch` for `de`; the tag where that is not known.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    locale = _locale(tag)
    return (locale.get_display_name() if locale else None) or tag


def english_name(tag: str) -> str:
    """Return what a language is called in English: `German` for `de`; the tag where that is not known.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    locale = _locale(tag)
    return (locale.get_display_name("en") if locale else None) or tag


def is_right_to_left(tag: str) -> bool:
    """Whether a language is written from right to left.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    locale = _locale(tag)
    return locale is not None and locale.text_direction == "rtl"


def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(language_tag(tag), sep="-")
    except (UnknownLocaleError, ValueError):
        return None
