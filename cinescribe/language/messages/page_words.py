"""The words of pages in one language, as templates and handlers of pages use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from cinescribe.language.messages.messages import Messages
from cinescribe.language.messages.page_messages import PAGE_LANGUAGES, page_messages
from cinescribe.language_tags import base_language

_REMEMBERED = 4096  # messages with their values


@dataclass(frozen=True)
class PageWords:
    """The words of pages in one language; a template has them as `t`, and `t("cue-save")` is one of them.

    Values of messages are texts, whole numbers, which choose between one and many, and other numbers, which are shown
    with one digit after the point. Times and the like are texts.

    Args:
        messages: of the language.
    """

    messages: Messages
    _scripted: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _formatted: Callable[..., str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # A list of cues has hundreds of messages with values, and most of them are those of its last time.
        object.__setattr__(self, "_formatted", lru_cache(maxsize=_REMEMBERED, typed=True)(self._format))

    @property
    def language(self) -> str:
        """The tag of the language, for `lang`."""
        return self.messages.language

    @property
    def direction(self) -> str:
        """The direction in which it is written, for `dir`."""
        from cinescribe.language.messages.languages import is_right_to_left  # noqa: PLC0415  loads Babel

        return "rtl" if is_right_to_left(self.language) else "ltr"

    def __call__(self, name: str, /, **values: str | float) -> Markup:
        """Return a message as HTML: its values are escaped, those that are HTML already stay so.

        Raises:
            LanguageError: when there is no such message, or it has other values.
        """
        safe = {key: escape(value) if isinstance(value, str) else value for key, value in values.items()}
        return Markup(self.plain(name, **safe))

    def plain(self, name: str, /, **values: str | float) -> str:
        """Return a message as text.

        Raises:
            LanguageError: when there is no such message, or it has other values.

        Example:
            >>> page_words("de").plain("count-cues", n=1)
            '1 AD-Text'
        """
        return self._formatted(name, *values, *values.values())

    def number(self, value: float, *, digits: int | None = 1) -> str:
        """Return a number as the language writes it.

        Args:
            value: the number.
            digits: after the point; None for as many as are needed, six in all.

        Example:
            >>> page_words("de").number(3.14159, digits=2)
            '3,14'
        """
        text = f"{value:g}" if digits is None else f"{value:.{digits}f}"
        return text.replace(".", _decimal_mark(self.language))

    def time(self, seconds: float) -> str:
        """Return a time as people read it.

        Args:
            seconds: since 1970.

        Example:
            >>> page_words("de").time(0.0)
            '1. Januar 1970, 00:00 UTC'
        """
        from babel.dates import format_datetime  # noqa: PLC0415  slow to import

        moment = datetime.fromtimestamp(seconds, UTC)
        return format_datetime(moment, format=self.plain("date-pattern"), locale=self.language)

    def english(self, text: str) -> Markup:
        """Return what the program says in English, as HTML that says so where the page is in another language.

        Example:
            >>> page_words("de").english("No film is there.")
            Markup('<span lang="en">No film is there.</span>')
        """
        return escape(text) if self.language == "en" else Markup('<span lang="en">{}</span>').format(text)

    def translated(self, texts: Mapping[str, str]) -> Markup:
        """Return the text in the language of the page, or else in English; `texts` are by language.

        Example:
            >>> page_words("de").translated({"en": "yes", "de": "ja"})
            Markup('ja')
        """
        return escape(texts[self.language]) if self.language in texts else self.english(texts["en"])

    def fault(self, text: str) -> Markup:
        """Return what is wrong as a sentence; it is English, unless it is HTML, which stays as it is."""
        if isinstance(text, Markup):
            return text
        return self.english(as_sentence(text))

    def for_script(self, prefix: str) -> dict[str, str]:
        """Return the messages whose names begin so, without that, for a script of a page: values are `{name}`."""
        if prefix not in self._scripted:
            self._scripted[prefix] = {
                name.removeprefix(prefix): self.messages.text(name, **{one: f"{{{one}}}" for one in values})
                for name, values in self.messages.variables.items()
                if name.startswith(prefix)
            }
        return self._scripted[prefix]

    def _format(self, name: str, *parts: str | float) -> str:
        """A message, from the names of its values and then the values: as arguments, so that types keep them apart."""
        half = len(parts) // 2
        values = zip(map(str, parts[:half]), parts[half:], strict=True)
        return self.messages.text(name, **{key: self._value(value) for key, value in values})

    def _value(self, value: str | float) -> Any:
        from cinescribe.language.messages.whole_numbers import WholeNumber  # noqa: PLC0415  loads Fluent

        if isinstance(value, str):
            return value
        return WholeNumber(value) if isinstance(value, int) else self.number(value)


def as_sentence(message: str) -> str:
    """Return the message of an error as a sentence."""
    text = message[:1].upper() + message[1:]
    return text if text.endswith((".", "?", "!")) else f"{text}."


@lru_cache
def _decimal_mark(language: str) -> str:
    from babel.numbers import get_decimal_symbol  # noqa: PLC0415  slow to import

    return get_decimal_symbol(language)


@lru_cache
def page_words(tag: str) -> PageWords:
    """Return the words of pages in a language.

    Raises:
        LanguageError: when pages are not in this language.
    """
    return PageWords(page_messages(tag))


def page_words_or_english(tag: str) -> PageWords:
    """Return the words of pages in the language of a description, or in English where pages are not in it.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    return page_words(tag if base_language(tag) in PAGE_LANGUAGES else "en")
