"""The sentences of descriptions that Cinescribe words itself, in each language that has them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from cinescribe.errors import LanguageError
from cinescribe.language.messages.messages import Messages, differences, read_messages
from cinescribe.language_tags import base_language

MODEL_LANGUAGE = "en"  # the language that has every message
_FOLDER = Path(__file__).resolve().parent / "spoken_texts"
SPOKEN_LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.ftl")))


def spoken_messages(tag: str, file: str | Path | None = None) -> Messages:
    """Return the sentences of a language.

    Args:
        tag: BCP 47 tag; those of `pt` serve `pt-BR`.
        file: a Fluent file of sentences that replaces the bundled one; see `docs/languages.md`.

    Raises:
        LanguageError: when there are none, or those in the file are malformed, incomplete or unknown.
        RecordError: when the file cannot be read.

    Example:
        >>> spoken_messages("de-AT").language
        'de'
    """
    if file is not None:
        return _checked(read_messages(Path(file), tag))
    base = base_language(tag)
    if base not in SPOKEN_LANGUAGES:
        raise LanguageError(
            f"no sentences in {tag!r}; choose one of {', '.join(SPOKEN_LANGUAGES)}, or write a file of sentences "
            "(docs/languages.md) and name it with `messages`"
        )
    return _shipped(base)


def known_messages(tag: str) -> Messages:
    """Return the sentences of a language; English ones where there are none, or the tag is none."""
    try:
        return spoken_messages(tag)
    except LanguageError:
        return _shipped(MODEL_LANGUAGE)


@lru_cache
def _shipped(base: str) -> Messages:
    return read_messages(_FOLDER / f"{base}.ftl", base)


def _checked(messages: Messages) -> Messages:
    found = differences(messages, _shipped(MODEL_LANGUAGE))
    if found:
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        raise LanguageError(f"{messages.where}: {found[0]}{more}; see docs/languages.md")
    for name, values in messages.variables.items():  # as an unknown function shows only in use
        messages.text(name, **dict.fromkeys(values, "x"))
    return messages
