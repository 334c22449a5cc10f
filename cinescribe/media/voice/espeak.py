"""The default voice: espeak-ng, held in a separate process."""

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
# espeak-ng counts words longer than those of descriptions: its speed setting times 1.27 is what five of them measured.
SPEED_PER_WPM = 1 / 1.27
SLOWEST, FASTEST = 80, 450  # bounds of espeak-ng's speed setting
PATIENCE: Seconds = 60.0  # a cue takes about ten milliseconds
QUIET = 60 / 32768  # full scale; below this an end of the sound counts as silence

_WORKER = Path(__file__).with_name("espeak_worker.py")


class EspeakVoice:
    """Speaks by espeak-ng; the same words give the same samples every time.

    The library (GPL) is loaded by a process of its own, started at the first word, started once more if it dies, and
    ended with `close`, at the end of a `with` block, or with this object.

    Args:
        language: a language tag of espeak-ng, e.g. `en-us`, `en-gb`, `de`.
        pitch: 0 to 100, 50 is normal.
        variant: another speaker of the same language, e.g. `f3` or `m4` (also `+f3`); "" for the plain one.
        wpm: words a minute at rate 1, in short descriptive sentences.
    """

    def __init__(self, language: str = "en-us", *, pitch: int = 50, variant: str = "", wpm: float = WPM) -> None:
        if not 0 <= pitch <= 100:
            raise VoiceError(f"pitch came as {pitch!r}; 0 to 100 is wanted, 50 is normal")
        self._language, self._pitch, self._variant, self._wpm = language, pitch, variant.removeprefix("+"), wpm
        self._worker: _Worker | None = None
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """E.g. `espeak-ng:en-us+f3`."""
        return f"espeak-ng:{self._language}" + (f"+{self._variant}" if self._variant else "")

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """The text as sound, silence at both ends cut off.

        Args:
            text: what to say.
            rate: speed, 1 is normal.

        Raises:
            VoiceError: when there is nothing to say, the voice is unknown, the rate is out of reach, or the process
                fails.
        """
        speed = round(self._wpm * rate * SPEED_PER_WPM)
        if not SLOWEST <= speed <= FASTEST:
            slowest, fastest = (bound / SPEED_PER_WPM / self._wpm for bound in (SLOWEST, FASTEST))
            raise VoiceError(f"rate came as {rate!r}; {slowest:.2f} to {fastest:.2f} is what {self.name} can do")
        if "\0" in text or not text.strip():
            raise VoiceError(f"{text!r} came as text to say; words are wanted")
        request = {"text": text, "language": self._language, "variant": self._variant}
        with self._turn:
            spoken = self._ask(request | {"speed": speed, "pitch": self._pitch})
        if not len(spoken.samples):
            raise VoiceError(f"{self.name} made no sound of {text!r}; give it words")
        return spoken

    def close(self) -> None:
        """End the process; the next word starts another."""
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
    """The process ended, or had to be ended, before it answered."""


class _Worker:
    """The running process and its two pipes."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER)],  # -P: the folder of the file does not join the import path
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.stop = weakref.finalize(self, _stop, self._process)

    def ask(self, request: dict[str, Any]) -> Spoken:
        """The answer to one request.

        Raises:
            VoiceError: when the process refuses.
            _WorkerDeadError: when it dies, or says nothing for too long.
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
    """What lies between the first and the last sample that can be heard, (n,)."""
    heard = np.flatnonzero(np.abs(samples) > QUIET)
    return samples[heard[0] : heard[-1] + 1] if len(heard) else samples[:0]
