"""The default voice: espeak-ng, in a separate process."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import VoiceError
from cinescribe.media.voice.voice import Spoken
from cinescribe.media.voice.worker_process import WorkerProcess

DEFAULT_LANGUAGE = "en-us"
WPM = 160.0
# espeak-ng assumes longer words than those of descriptions: five descriptions had 1.27 times its speed setting.
SPEED_PER_WPM = 1 / 1.27
SLOWEST, FASTEST = 80, 450  # bounds of espeak-ng's speed setting

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

    def __init__(
        self, language: str = DEFAULT_LANGUAGE, *, pitch: int = 50, variant: str = "", wpm: float = WPM
    ) -> None:
        if not 0 <= pitch <= 100:
            raise VoiceError(f"`pitch` is {pitch!r}; give 0 to 100, 50 is normal")
        self._language, self._pitch, self._variant, self._wpm = language, pitch, variant.removeprefix("+"), wpm
        self._worker = WorkerProcess(_WORKER, name=self.name)

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
            raise VoiceError(f"`rate` is {rate!r}; {self.name} can speak at {slowest:.2f} to {fastest:.2f}")
        request = {"text": text, "language": self._language, "variant": self._variant}
        return self._worker.speak(request | {"speed": speed, "pitch": self._pitch})

    def close(self) -> None:
        """End the process; the next text starts another."""
        self._worker.close()

    def __enter__(self) -> EspeakVoice:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass(frozen=True)
class EspeakVoices:
    """The voices of the installed espeak-ng.

    Args:
        languages: its language tags in order, with the name of each one's voice.
        variants: speakers in which every language can be spoken.
    """

    languages: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]


def espeak_voices() -> EspeakVoices:
    """Return the languages and variants of espeak-ng.

    Raises:
        VoiceError: when espeak-ng cannot be loaded.
    """
    worker = WorkerProcess(_WORKER, name="espeak-ng")
    answer = worker.ask({"list": True})
    worker.close()
    return EspeakVoices(tuple(sorted(answer["languages"].items())), tuple(answer["variants"]))
