"""Texts read aloud, for raters who cannot see: each is spoken once, when it is first asked for."""

from __future__ import annotations

import hashlib
import threading
import wave
from pathlib import Path

import numpy as np

from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.voice import Voice
from cinescribe.store import writing


class SpokenTexts:
    """Sound files of texts.

    Args:
        folder: for the files.
        voice: of the speech; by default that of espeak-ng, in British English.
    """

    def __init__(self, folder: Path, voice: Voice | None = None) -> None:
        self._folder = folder
        self._voice = EspeakVoice("en-gb") if voice is None else voice
        self._lock = threading.Lock()

    def path(self, text: str) -> Path:
        """Return the WAV file of a text.

        Raises:
            VoiceError: when it cannot be spoken.
            OutputError: when the file cannot be written.
        """
        path = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()}.wav"
        with self._lock:
            if not path.exists():
                self._write(path, text)
        return path

    def _write(self, path: Path, text: str) -> None:
        spoken = self._voice.say(text)
        with writing(path) as partial, open(partial, "wb") as file, wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(spoken.rate_hz)
            out.writeframes((np.clip(spoken.samples, -1, 1) * 32767).round().astype("<i2").tobytes())
