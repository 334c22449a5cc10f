"""Worker process for espeak-ng: reads requests from standard input and writes sound to standard output.

This file runs on its own and imports nothing from Cinescribe, so that the GPL library stays out of the caller's process
and the worker starts quickly. A request is one line of JSON, `{"text", "language", "variant", "speed", "pitch"}`. The
answer is one line, `{"rate_hz", "n_samples"}`, followed by the samples as 16-bit integers, or `{"error"}`. The request
`{"list"}` is answered with `{"languages", "variants"}`.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import count, takewhile
from pathlib import Path
from typing import Any, BinaryIO

import espeakng_loader

# espeak-ng's speak_lib.h
SYNCHRONOUS = 2
RATE, PITCH = 1, 3
UTF8 = 1
BY_CHARACTER = 1
_SEED = 1  # of the noise in breath
DONT_EXIT = 0x8000  # return an error for a missing data folder instead of ending the process

ON_SAMPLES = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class VoiceStruct(ctypes.Structure):
    """First fields of `espeak_VOICE`; the library owns the rest."""

    _fields_ = (("name", ctypes.c_char_p), ("languages", ctypes.c_void_p), ("identifier", ctypes.c_char_p))


class SpeakingError(Exception):
    """An error of espeak-ng."""


class Speaker:
    """The espeak-ng library, initialised.

    Raises:
        SpeakingError: when the library finds no data.
    """

    def __init__(self, library: ctypes.CDLL, data: Path) -> None:
        self._library, self._data = library, data
        self.rate_hz = int(library.espeak_Initialize(SYNCHRONOUS, 0, os.fsencode(data), DONT_EXIT))
        if self.rate_hz <= 0:
            raise SpeakingError(f"espeak-ng found no data in {str(data)!r}; install espeakng-loader again")
        library.espeak_ng_SetRandSeed(_SEED)  # else the noise of breathy voices differs from second to second
        self._samples = bytearray()
        self._on_samples = ON_SAMPLES(self._collect)  # stored, since the library has only a pointer to it
        library.espeak_SetSynthCallback(self._on_samples)

    def choose(self, language: str, variant: str) -> None:
        """Select the voice of a language and a variant ("" for none)."""
        # The library ignores unknown variants silently, and knows "en-gb" only by its file "en".
        languages = {tag: file for tag, (file, _) in self.languages().items()}
        variants = self.variants()
        if language not in languages:
            known = _nearest_first(language, sorted(languages))
            raise SpeakingError(f"espeak-ng has no voice {language!r}; it has {known}")
        if variant and variant not in variants:
            raise SpeakingError(f"espeak-ng has no variant {variant!r}; it has {_nearest_first(variant, variants)}")
        name = f"{languages[language]}+{variant}" if variant else languages[language]
        if self._library.espeak_SetVoiceByName(name.encode()):
            raise SpeakingError(f"espeak-ng could not load its voice {name!r}; install espeakng-loader again")

    def languages(self) -> dict[str, tuple[str, str]]:
        """Return the voice of each language tag: its file and its name."""
        self._library.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(VoiceStruct))
        listed = self._library.espeak_ListVoices(None)
        found: dict[str, tuple[int, str, str]] = {}
        for voice in takewhile(bool, (listed[i] for i in count())):
            file, name = voice.contents.identifier.decode().rpartition("/")[2], voice.contents.name.decode()
            for priority, tag in _tags(voice.contents.languages):
                found[tag] = min((priority, file, name), found.get(tag, (priority, file, name)))
        return {tag: (file, name) for tag, (_, file, name) in found.items()}

    def variants(self) -> list[str]:
        """Return the names of the speakers, in order."""
        return sorted(path.name for path in (self._data / "voices" / "!v").iterdir())

    def say(self, text: str, *, speed: int, pitch: int) -> bytes:
        """Return a spoken text as 16-bit mono samples at `rate_hz`; `speed` and `pitch` are in the library's units."""
        self._library.espeak_SetParameter(RATE, speed, 0)
        self._library.espeak_SetParameter(PITCH, pitch, 0)
        encoded = text.encode()
        size = ctypes.c_size_t(len(encoded) + 1)
        failed = self._library.espeak_Synth(encoded, size, 0, BY_CHARACTER, 0, UTF8, None, None)
        failed = failed or self._library.espeak_Synchronize()
        if failed:
            raise SpeakingError(f"espeak-ng gave its error {failed} on {text!r}")
        return bytes(self._samples)

    def _collect(self, samples: Any, n_samples: int, _: object) -> int:
        if samples and n_samples > 0:
            self._samples += ctypes.string_at(samples, 2 * n_samples)
        return 0


def _nearest_first(came: str, names: list[str]) -> str:
    """The known names, with those like the one that came first: a message shows only the first ones."""
    return ", ".join(dict.fromkeys([*get_close_matches(came, names), *names]))


def _tags(address: int) -> Iterator[tuple[int, str]]:
    """Yield the language tags of a voice with their priorities (low is first); the list ends with a null byte."""
    while priority := ctypes.string_at(address, 1)[0]:
        tag = ctypes.string_at(address + 1)
        yield priority, tag.decode()
        address += len(tag) + 2


@contextmanager
def loaded() -> Iterator[Speaker]:
    """Load espeak-ng, in about a millisecond, and unload it.

    The library keeps the phase of its oscillators from one text to the next; unloading it makes a text always sound the
    same.
    """
    try:
        library = ctypes.CDLL(espeakng_loader.get_library_path())
    except OSError as error:
        raise SpeakingError(f"the library of espeak-ng cannot be loaded ({error})") from error
    try:
        yield Speaker(library, Path(espeakng_loader.get_data_path()))
        library.espeak_Terminate()
    finally:
        _unload(library)


def _unload(library: ctypes.CDLL) -> None:
    if sys.platform == "win32":
        unload = ctypes.windll.kernel32.FreeLibrary
    else:
        unload = ctypes.CDLL(None).dlclose
    unload(ctypes.c_void_p(library._handle))


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests until the input ends."""
    for line in requests:
        request = json.loads(line)
        try:
            with loaded() as speaker:
                if "list" in request:
                    languages = {tag: name for tag, (_, name) in speaker.languages().items()}
                    _answer(answers, {"languages": languages, "variants": speaker.variants()})
                    continue
                speaker.choose(request["language"], request["variant"])
                sound = speaker.say(request["text"], speed=request["speed"], pitch=request["pitch"])
                _answer(answers, {"rate_hz": speaker.rate_hz, "n_samples": len(sound) // 2}, sound)
        except SpeakingError as error:
            _answer(answers, {"error": str(error)})


def _answer(answers: BinaryIO, head: dict[str, Any], sound: bytes = b"") -> None:
    answers.write(json.dumps(head).encode() + b"\n" + sound)
    answers.flush()


def _main() -> None:
    """Serve the parent process; output of the library goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides when to stop, by closing the pipe
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    _main()
