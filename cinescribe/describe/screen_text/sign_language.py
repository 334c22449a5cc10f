"""The language of a text in the picture, and whether it is read without translation."""

from __future__ import annotations

from cinescribe.language.identification.short_text import short_text_language
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.language_tags import base_language, is_same_language, known_language, language_tag
from cinescribe.media.text.scripts import LATIN, is_readable_in, script_of, scripts_of_languages
from cinescribe.schema import Film, ScreenText

# Whose signs may be expected in a film from anywhere, by script; those of Latin letters are the ones with sentences.
_EXPECTED = {"Cyrl": ("ru", "uk", "be", "bg", "sr", "mk"), "Grek": ("el",), LATIN: SPOKEN_LANGUAGES}


def with_language(text: ScreenText, film: Film, *, language: str) -> ScreenText:
    """Return a text with the language that it is in, where that is certain.

    Args:
        text: the text.
        film: the film; the language of its sound is expected on its signs.
        language: of the description, as BCP 47 tag, which is expected too.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    sound = film.track("audio")
    tag = known_language(sound.language) if sound else None
    return text.replace(language=sign_language(text.text, language=language, heard=tag))


def sign_language(text: str, *, language: str, heard: str | None = None) -> str | None:
    """Return the language of a text, as BCP 47 tag; None where it is not certain, as of names and numbers.

    Args:
        text: the text.
        language: of the description.
        heard: of the film's sound, where it is known.

    Raises:
        LanguageError: when one of them is no tag of a language.

    Example:
        >>> sign_language("Zutritt verboten", language="en"), sign_language("Peter Lang", language="en")
        ('de', None)
    """
    script = script_of(text)
    if script is None:
        return None
    own = [tag for tag in (language_tag(language), heard) if tag is not None and script in scripts_of_languages([tag])]
    if script != LATIN and len(_EXPECTED[script]) == 1:
        return own[0] if own else _EXPECTED[script][0]
    # Names are of no language. In a film whose language has its own letters, they are in these letters too.
    usual = base_language(own[0]) if own else None
    found = short_text_language(text, {*_EXPECTED[script], *own}, usual=usual)
    return next((tag for tag in own if found is not None and is_same_language(tag, found)), found)


def is_foreign(text: ScreenText, *, language: str) -> bool:
    """Whether a text cannot be read as it is: it is in another language, or in letters of another script.

    Args:
        text: with its language, if that is certain.
        language: of the description.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    is_other = text.language is not None and not is_same_language(text.language, language)
    return is_other or not is_readable_in(text.text, language)
