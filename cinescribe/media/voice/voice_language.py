"""The language that a voice speaks, by its name."""

from __future__ import annotations

import re
from pathlib import PurePath

from cinescribe.language_tags import closest_spoken
from cinescribe.media.voice.espeak import DEFAULT_LANGUAGE
from cinescribe.media.voice.named_voice import KOKORO_LANGUAGES

_PIPER = re.compile(r"([a-z]{2,3})_[A-Z]{2}-")  # en_US-joe-medium


def voice_language(name: str) -> str | None:
    """Return the ISO 639 code of the language of a voice; None if its name does not show it.

    Args:
        name: as `voice_named` takes it.
    """
    engine, _, rest = name.partition(":")
    stem = PurePath(rest).name
    tag = ""
    if engine in ("espeak", "espeak-ng"):
        tag = rest.partition("+")[0] or DEFAULT_LANGUAGE
    elif engine == "piper":
        found = _PIPER.match(stem)
        tag = found[1] if found else ""
    elif engine == "kokoro":
        tag = KOKORO_LANGUAGES.get(stem[:1], DEFAULT_LANGUAGE)
    return tag.partition("-")[0].lower() or None


def voice_line(name: str, *, language: str) -> str | None:
    """Return one line that says that a voice speaks another language than the sentences; None if it does not.

    Args:
        name: of the voice.
        language: of the sentences, as BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    spoken = voice_language(name)
    if spoken is None or closest_spoken(language, [spoken]) is not None:
        return None
    return f"voice: {name!r} speaks {spoken!r}, the sentences are {language!r}; choose a voice that speaks it (`voice`)"
