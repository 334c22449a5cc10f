"""The interface of transcribers: from sound to words with times, and the language that is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.record import Record
from cinescribe.timing import Span

TRANSCRIBER_RATE_HZ = 16000  # sample rate of the sound for transcribers


@dataclass(frozen=True)
class HeardWord(Record):
    """A word that was heard, or a phrase where the transcriber gives no times of words.

    Args:
        span: its time from the start of the sound.
        text: as the transcriber writes it; some write lower case without punctuation.
        confidence: 0 to 1; comparable within one transcriber only.
    """

    span: Span
    text: str
    confidence: float


@dataclass(frozen=True)
class Transcription(Record):
    """What was heard in a sound.

    Args:
        words: in order.
        language: that is spoken, as a BCP 47 tag; None if the transcriber does not say.
        no_speech: probability of no speech, 0 to 1; None if the transcriber does not say.
    """

    words: tuple[HeardWord, ...] = ()
    language: str | None = None
    no_speech: float | None = None

    @property
    def text(self) -> str:
        """The words in one line."""
        return " ".join(word.text for word in self.words)


class Transcriber(Protocol):
    """Transcribes the speech of a sound."""

    @property
    def name(self) -> str:
        """Name that is kept with what it wrote, e.g. `pocketsphinx-en-us`; another training has another name."""
        ...

    def transcribe(self, samples: NDArray[np.float32], *, language: str | None = None) -> Transcription:
        """Return the words of a sound, in order.

        Args:
            samples: mono, in -1..1, (n,), at `TRANSCRIBER_RATE_HZ`.
            language: that is spoken, as a BCP 47 tag; None to find it out.

        Raises:
            ModelError: when the model cannot be asked.
        """
        ...
