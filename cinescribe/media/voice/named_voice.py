"""Voices by name: `espeak:en-gb+f3`, `piper:en_US-joe-medium`, `kokoro:af_heart`."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cinescribe.errors import VoiceError
from cinescribe.media.voice.espeak import DEFAULT_LANGUAGE, EspeakVoice
from cinescribe.media.voice.hub_voices import (
    HubVoice,
    cached_kokoro_voices,
    cached_piper_voices,
    hub_files,
    kokoro_on_hub,
    piper_on_hub,
)
from cinescribe.media.voice.neural import NeuralVoice
from cinescribe.media.voice.pronunciation import Pronunciation, respelled
from cinescribe.media.voice.voice import Spoken, Voice

DEFAULT_VOICE = "espeak"
SLOWEST, FASTEST = 0.7, 1.6  # base speeds; a cue's own rate multiplies them, and every voice can speak the product

_FORMS = "espeak:<language>+<variant>, piper:<id or model.onnx> or kokoro:<voice or folder/voice>"
_TRIAL = "One."  # spoken once, so that a broken voice is noticed before a film is analysed
# The espeak-ng language with which Kokoro reads a text, by the first letter of the voice. Its Japanese and Chinese
# voices were trained with other readers; they read English here.
KOKORO_LANGUAGES = {"a": "en-us", "b": "en-gb", "e": "es", "f": "fr-fr", "h": "hi", "i": "it", "p": "pt-br"}


@dataclass(frozen=True)
class NeuralEngine:
    """A package with neural voices.

    Args:
        name: of the engine, as in the name of a voice.
        package: what to install.
        module: what to import.
        licence: of the package; each voice has its own.
        example: name of a voice on the hub.
        cached: returns the ids of the voices in the hub's cache.
    """

    name: str
    package: str
    module: str
    licence: str
    example: str
    cached: Callable[[], tuple[str, ...]]

    @property
    def is_installed(self) -> bool:
        """Whether the package can be imported."""
        return importlib.util.find_spec(self.module) is not None

    def check(self) -> None:
        """Raise VoiceError if the package is not installed."""
        if not self.is_installed:
            raise VoiceError(f"voices of {self.name} need {self.package} ({self.licence}); pip install {self.package}")


NEURAL_ENGINES = (
    NeuralEngine("piper", "piper-tts", "piper", "GPL-3.0", "piper:en_US-joe-medium", cached_piper_voices),
    NeuralEngine(
        "kokoro", "kokoro-onnx", "kokoro_onnx", "MIT, model Apache-2.0", "kokoro:af_heart", cached_kokoro_voices
    ),
)
_PIPER, _KOKORO = NEURAL_ENGINES


class _Closable(Voice, Protocol):
    """A voice that holds a process."""

    def close(self) -> None:
        """End the process."""
        ...


class NamedVoice:
    """A voice chosen by name, at a base speed, from `voice_named`; it ends with `close` or a `with` block.

    Args:
        name: finds the same voice again from any working folder.
        voice: what speaks.
        rate: base speed, 1 is the voice's normal one; the rate of a cue multiplies it.
        pronunciation: how words are said.
    """

    def __init__(self, name: str, voice: _Closable, rate: float, pronunciation: Pronunciation = ()) -> None:
        self._name, self._voice, self._rate, self._pronunciation = name, voice, rate, pronunciation

    @property
    def name(self) -> str:
        """Name of the voice, e.g. `espeak:en-gb+f3`."""
        return self._name

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a spoken text without silence at its ends.

        Raises:
            VoiceError: when the text is empty, the rate is out of range, or the voice fails.
        """
        return self._voice.say(self.respelled(text), rate=rate * self._rate)

    def respelled(self, text: str) -> str:
        """Return the letters that are said for a text."""
        return respelled(text, self._pronunciation)

    def close(self) -> None:
        """End the process of the voice; the next text starts another."""
        self._voice.close()

    def __enter__(self) -> NamedVoice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def voice_named(
    name: str,
    *,
    rate: float = 1.0,
    pronunciation: Pronunciation = (),
    fetch: bool = False,
    announce: Callable[[str], None],
) -> NamedVoice:
    """Return the voice with a name, after it has spoken a word.

    Args:
        name: `espeak`, `espeak:<language>`, `espeak:<language>+<variant>`; `piper:<model.onnx>` or `piper:<id>` of a
            voice on the hub; `kokoro:<voice>` on the hub or `kokoro:<folder>/<voice>`, a folder with the model.
        rate: base speed, 0.7 to 1.6 times the voice's normal one.
        pronunciation: words, each with the letters from which the voice says them right.
        fetch: whether a voice may be downloaded from the hub.
        announce: receives one line with size and licence before a download.

    Raises:
        VoiceError: when the name or the speed is wrong, a package or file is missing, or the voice cannot speak.

    Example:
        >>> voice_named("espeak:en-gb", announce=print).say("Night falls.").rate_hz
        22050
    """
    if not SLOWEST <= rate <= FASTEST:
        raise VoiceError(f"`rate` is {rate!r}; expected {SLOWEST} to {FASTEST} times the voice's normal speed")
    engine, _, rest = name.partition(":")
    if engine not in _LOADERS or name.endswith(":"):
        raise VoiceError(f"unknown voice {name!r}; name {_FORMS}")
    found, voice = _LOADERS[engine](rest, fetch, announce)
    named = NamedVoice(found, voice, rate, pronunciation)
    try:
        named.say(_TRIAL)
    except VoiceError:
        named.close()
        raise
    return named


def _espeak(rest: str, fetch: bool, announce: Callable[[str], None]) -> tuple[str, _Closable]:
    language, _, variant = rest.partition("+")
    name = ":".join(filter(None, ["espeak", rest]))
    return name, EspeakVoice(language or DEFAULT_LANGUAGE, variant=variant)


def _piper(rest: str, fetch: bool, announce: Callable[[str], None]) -> tuple[str, _Closable]:
    _PIPER.check()
    if rest.endswith(".onnx"):
        # Not resolved: the hub's cache links a model's name to a file without its configuration beside it.
        model = Path(os.path.abspath(Path(rest).expanduser()))
        name = f"piper:{model}"
        for path in (model, Path(f"{model}.json")):
            if not path.is_file():
                raise VoiceError(
                    f"{str(path)!r} is missing; a Piper voice is a .onnx file with its .onnx.json beside it"
                )
    else:
        name = f"piper:{rest}"
        model = hub_files(name, _known(piper_on_hub(rest), name), fetch=fetch, announce=announce)[0]
    return name, NeuralVoice(name, {"engine": "piper", "model": str(model)})


def _kokoro(rest: str, fetch: bool, announce: Callable[[str], None]) -> tuple[str, _Closable]:
    _KOKORO.check()
    folder, _, voice = rest.rpartition("/")
    if folder:
        where = Path(os.path.abspath(Path(folder).expanduser()))
        name = f"kokoro:{where / voice}"
        model, voices = _kokoro_files(where, voice)
    else:
        name = f"kokoro:{voice}"
        model, voices = hub_files(name, _known(kokoro_on_hub(voice), name), fetch=fetch, announce=announce)
    language = KOKORO_LANGUAGES.get(voice[:1], DEFAULT_LANGUAGE)
    files = {"model": str(model), "voices": str(voices), "voice": voice, "language": language}
    return name, NeuralVoice(name, {"engine": "kokoro", **files})


def _known(place: HubVoice | None, name: str) -> HubVoice:
    if place is None:
        raise VoiceError(f"unknown voice {name!r}; ids look like piper:en_US-joe-medium and kokoro:af_heart")
    return place


def _kokoro_files(folder: Path, voice: str) -> tuple[Path, Path]:
    """Return the model and the file of a voice in a folder, as kokoro-onnx or the hub lays them out."""
    models = sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")])
    own = [path for path in (folder / f"{voice}.bin", folder / "voices" / f"{voice}.bin") if path.is_file()]
    voices = [*own, *sorted(folder.glob("voices*.bin")), *sorted(folder.glob("voices*.npz"))]
    if not models or not voices:
        lacking = f"the voice {voice!r} (voices*.bin or {voice}.bin)" if models else "a model (*.onnx)"
        raise VoiceError(f"the folder {str(folder)!r} lacks {lacking}; download Kokoro's model and voices to it")
    return models[0], voices[0]


_Loader = Callable[[str, bool, Callable[[str], None]], tuple[str, _Closable]]
_LOADERS: Mapping[str, _Loader] = {"espeak": _espeak, "piper": _piper, "kokoro": _kokoro}
