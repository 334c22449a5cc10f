"""A process that speaks, so that a library under the GPL stays out of the caller's process."""

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

WORKER_TIMEOUT: Seconds = 60.0  # espeak-ng takes about ten milliseconds for a cue, a neural voice may load for seconds
QUIET = 60 / 32768  # of full scale; softer ends of the sound count as silence


class WorkerProcess:
    """A worker that answers requests. It starts with the first one, and is restarted once if it dies.

    A request is one line of JSON. The answer is one line, `{"rate_hz", "n_samples"}`, followed by the samples as 16-bit
    integers; or another object without samples; or `{"error"}`. The process ends with `close` or with this object.

    Args:
        script: the program of the worker.
        name: of the voice's engine, for errors.
    """

    def __init__(self, script: Path, *, name: str) -> None:
        self._script, self._name = script, name
        self._running: _Running | None = None
        self._lock = threading.Lock()

    def speak(self, request: dict[str, Any]) -> Spoken:
        """Return the sound of a request's `text`, without silence at its ends.

        Raises:
            VoiceError: when the worker refuses the request, makes no sound, or dies twice.
        """
        text = request["text"]
        if "\0" in text or not text.strip():
            raise VoiceError(f"the text to speak is {text!r}; give words")
        head, samples = self._ask(request)
        spoken = Spoken(_trimmed(samples), head["rate_hz"])
        if not len(spoken.samples):
            raise VoiceError(f"{self._name} made no sound of {text!r}; give it words")
        return spoken

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a request that is not about sound.

        Raises:
            VoiceError: when the worker refuses the request, or dies twice.
        """
        return self._ask(request)[0]

    def close(self) -> None:
        """End the process; the next request starts another."""
        if self._running is not None:
            self._running.stop()
            self._running = None

    def _ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], NDArray[np.float32]]:
        with self._lock:
            for _ in range(2):
                self._running = self._running or _Running(self._script)
                try:
                    return self._running.ask(request)
                except _WorkerDeadError as error:
                    died = error
                    self.close()
        about = f" on {request['text']!r}; change the text" if "text" in request else "; install it again"
        raise VoiceError(f"the process of {self._name} died twice ({died}){about}") from died


class _WorkerDeadError(Exception):
    """The process died, or was killed, before it answered."""


class _Running:
    """The running process and its pipes."""

    def __init__(self, script: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(script)],  # -P: the folder of the file does not join the import path
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.stop = weakref.finalize(self, _stop, self._process)

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], NDArray[np.float32]]:
        """Return the answer to a request, and its samples, (n,).

        Raises:
            VoiceError: when the process refuses it.
            _WorkerDeadError: when the process dies, or does not answer in time.
        """
        assert self._process.stdin
        assert self._process.stdout
        watch = threading.Timer(WORKER_TIMEOUT, self._process.kill)
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
        return head, np.frombuffer(sound, np.int16).astype(np.float32) * np.float32(1 / 32768)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()  # closes the pipes and waits


def _trimmed(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the samples between the first and the last audible one, (n,)."""
    audible = np.flatnonzero(np.abs(samples) > QUIET)
    return samples[audible[0] : audible[-1] + 1] if len(audible) else samples[:0]
