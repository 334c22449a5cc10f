"""Neural voices, Piper and Kokoro, in a separate process."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cinescribe.errors import VoiceError
from cinescribe.media.voice.voice import Spoken
from cinescribe.media.voice.worker_process import WorkerProcess

SLOWEST, FASTEST = 0.5, 2.0  # times the normal speed; Kokoro refuses others

_WORKER = Path(__file__).with_name("neural_worker.py")


class NeuralVoice:
    """A voice of Piper or Kokoro; the same text gives the same samples every time.

    The packages run in a process of its own: piper-tts is under the GPL, and both use espeak-ng. It starts with the
    first text, is restarted once if it dies, and ends with `close` or this object.

    Args:
        name: of the voice.
        request: what the worker needs to load it: engine, files and settings.
    """

    def __init__(self, name: str, request: Mapping[str, str]) -> None:
        self._name, self._request = name, dict(request)
        self._worker = WorkerProcess(_WORKER, name=name)

    @property
    def name(self) -> str:
        """Name of engine and voice, e.g. `piper:en_US-joe-medium`."""
        return self._name

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a spoken text without silence at its ends.

        Args:
            text: the text.
            rate: speed, 1 is normal.

        Raises:
            VoiceError: when the text is empty, the voice cannot be loaded, the rate is out of range, or the process
                fails.
        """
        if not SLOWEST <= rate <= FASTEST:
            raise VoiceError(f"`rate` is {rate!r}; {self._name} can speak at {SLOWEST} to {FASTEST}")
        return self._worker.speak({**self._request, "text": text, "rate": rate})

    def close(self) -> None:
        """End the process; the next text starts another."""
        self._worker.close()
