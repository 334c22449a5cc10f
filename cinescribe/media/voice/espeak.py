"""The default voice: espeak-ng, in a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import VoiceError
from cinescribe.media.voice.voice import Spoken
from cinescribe.timing import Seconds

WPM = 160.0
# espeak-ng assumes longer words than those of descriptions: five descriptions had 1.27 times its speed setting.
SPEED_PER_WPM = 1 / 1.27
SLOWEST, FASTEST = 80, 450  # bounds of espeak-ng's speed setting
PATIENCE: Seconds = 60.0  # a cue takes about ten milliseconds
QUIET = 60 / 32768  # of full scale; softer ends of the sound count as silence

_WORKER = Path(__file__).with_name("espeak_worker.py")


class EspeakVoice:
    """An espeak-ng voice; the same text gives the same samples every time.

    The library (GPL) runs in a process of its own. It starts with the first text, is restarted once if it dies, and
    ends with `close`, a `with` block, or this object.

    Args:
        language: a language tag of espeak-ng, e.g. `en-us`, `en-gb`, `de`.
        pitch: 0 to 100, 50 is normal.
        variant: another speaker of the language, e.g. `f3` or `m4` (also `+f3`); "" for the default.
        wpm: words per minute at rate 1, in short descriptive sentences.
    """

    def __init__(self, language: str = "en-us", *, pitch: int = 50, variant: str = "", wpm: float = WPM) -> None:
        if not 0 <= pitch <= 100:
            raise VoiceError(f"`pitch` came as {pitch!r}; give 0 to 100, 50 is normal")
        self._language, self._pitch, self._variant, self._wpm = language, pitch, variant.removeprefix("+"), wpm
        self._worker: _Worker | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Name of engine, language and variant, e.g. `espeak-ng:en-us+f3`."""
        return f"espeak-ng:{self._language}" + (f"+{self._variant}" if self._variant else "")

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a spoken text without silence at its ends.

        Args:
            text: the text.
            rate: speed, 1 is normal.

        Raises:
            VoiceError: when the text is empty, the voice is unknown, the rate is out of range, or the process fails.
        """
        speed = round(self._wpm * rate * SPEED_PER_WPM)
        if not SLOWEST <= speed <= FASTEST:
            slowest, fastest = (bound / SPEED_PER_WPM / self._wpm for bound in (SLOWEST, FASTEST))
            raise VoiceError(f"`rate` came as {rate!r}; {self.name} can speak at {slowest:.2f} to {fastest:.2f}")
        if "\0" in text or not text.strip():
            raise VoiceError(f"{text!r} came as the text to speak; give words")
        request = {"text": text, "language": self._language, "variant": self._variant}
        with self._lock:
            spoken = self._ask(request | {"speed": speed, "pitch": self._pitch})
        if not len(spoken.samples):
            raise VoiceError(f"{self.name} made no sound of {text!r}; give it words")
        return spoken

    def close(self) -> None:
        """End the process; the next text starts another."""
        if self._worker is not None:
            self._worker.stop()
            self._worker = None

    def __enter__(self) -> EspeakVoice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask(self, request: dict[str, Any]) -> Spoken:
        for _ in range(2):
            self._worker = self._worker or _Worker()
            try:
                return self._worker.ask(request)
            except _WorkerDeadError as error:
                died = error
                self.close()
        raise VoiceError(
            f"the process of espeak-ng died twice ({died}) on {request['text']!r}; change the text"
        ) from died


class _WorkerDeadError(Exception):
    """The process died, or was killed, before it answered."""


class _Worker:
    """The running process and its pipes."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER)],  # -P: the folder of the file does not join the import path
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.stop = weakref.finalize(self, _stop, self._process)

    def ask(self, request: dict[str, Any]) -> Spoken:
        """Return the answer to a request.

        Raises:
            VoiceError: when the process refuses it.
            _WorkerDeadError: when the process dies, or does not answer in time.
        """
        assert self._process.stdin
        assert self._process.stdout
        watch = threading.Timer(PATIENCE, self._process.kill)
        watch.start()
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            head = json.loads(self._process.stdout.readline() or b"null")
            sound = self._process.stdout.read(2 * head.get("n_samples", 0)) if head else b""
        except (OSError, json.JSONDecodeError) as error:
            raise _WorkerDeadError(str(error)) from error
        finally:
            watch.cancel()
        if head is None or len(sound) < 2 * head.get("n_samples", 0):
            raise _WorkerDeadError(f"exit code {self._process.wait()}")
        if "error" in head:
            raise VoiceError(head["error"])
        samples = np.frombuffer(sound, np.int16).astype(np.float32) * np.float32(1 / 32768)
        return Spoken(_trimmed(samples), head["rate_hz"])


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()  # closes the pipes and waits


def _trimmed(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the samples between the first and the last audible one, (n,)."""
    audible = np.flatnonzero(np.abs(samples) > QUIET)
    return samples[audible[0] : audible[-1] + 1] if len(audible) else samples[:0]
