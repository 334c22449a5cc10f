"""The voices on this machine, in an order that is easy to search."""

from __future__ import annotations

from cinescribe.errors import VoiceError
from cinescribe.media.voice.espeak import espeak_voices
from cinescribe.media.voice.named_voice import DEFAULT_VOICE, NEURAL_ENGINES

_KNOWN: dict[str, str] = {}


def installed_voices() -> dict[str, str]:
    """Return the names of the voices on this machine, each with words for it; those for the usual one are a page's own.

    Neural voices come first, then those of espeak-ng by language. The list is made once: a voice that is installed
    later is there when the workbench is started again.
    """
    if not _KNOWN:
        for engine in NEURAL_ENGINES:
            if engine.is_installed:
                names = (f"{engine.name}:{voice}" for voice in engine.cached())
                _KNOWN.update({name: name for name in names})
        _KNOWN.update(_of_espeak())
    return dict(_KNOWN)


def _of_espeak() -> dict[str, str]:
    try:
        found = espeak_voices()
    except VoiceError:  # it is not installed: then none of its voices is
        return {}
    named = {f"{DEFAULT_VOICE}:{tag}": f"{name} ({DEFAULT_VOICE}:{tag})" for tag, name in found.languages}
    return {DEFAULT_VOICE: "", **named}
