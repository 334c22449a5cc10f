"""The voice that speaks a language, of those on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.errors import VoiceError
from cinescribe.language_tags import closest_spoken, language_tag
from cinescribe.media.voice.espeak import DEFAULT_LANGUAGE, EspeakVoice, espeak_voices
from cinescribe.media.voice.named_voice import DEFAULT_VOICE, NEURAL_ENGINES
from cinescribe.media.voice.voice_language import voice_language

# espeak-ng knows no Japanese words: it names each sign as a Chinese letter, 4.6 s for four signs that take 1.3 s.
_UNREAD = frozenset({"ja"})


def language_voice(language: str) -> str:
    """Return the name of the first installed voice that speaks a language.

    espeak-ng comes first, since it is here, quick, and always says a text in the same way; then neural voices, by name.

    Args:
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
        VoiceError: when no voice on this machine speaks it.
    """
    try:
        tag = _espeak_tag(language)
    except VoiceError:  # espeak-ng is not installed: another engine may be
        tag = None
    if tag is not None:
        return DEFAULT_VOICE if tag == DEFAULT_LANGUAGE else f"{DEFAULT_VOICE}:{tag}"
    found = next((name for name in _neural() if _speaks(name, language)), None)
    if found is None:
        raise VoiceError(
            f"no voice on this machine speaks {language!r}; name one that does (`voice`), such as a Piper voice, or "
            "choose another `language`"
        )
    return found


def espeak_voice(language: str) -> EspeakVoice:
    """Return the voice of espeak-ng that speaks a language.

    Args:
        language: BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
        VoiceError: when espeak-ng does not speak it, or cannot be loaded.
    """
    tag = _espeak_tag(language)
    if tag is None:
        raise VoiceError(f"espeak-ng does not speak {language!r}; give a voice that does, or choose another language")
    return EspeakVoice(tag)


def _espeak_tag(language: str) -> str | None:
    """The tag of espeak-ng's voice for a language; of a language without region, the usual voice where it speaks it."""
    if language_tag(language) == language_tag(DEFAULT_LANGUAGE).partition("-")[0]:
        return DEFAULT_LANGUAGE
    return closest_spoken(language, (tag for tag, _ in espeak_voices().languages if tag not in _UNREAD))


def _neural() -> Iterator[str]:
    for engine in NEURAL_ENGINES:
        if engine.is_installed:
            yield from (f"{engine.name}:{voice}" for voice in engine.cached())


def _speaks(name: str, language: str) -> bool:
    spoken = voice_language(name)
    return spoken is not None and closest_spoken(language, [spoken]) is not None
