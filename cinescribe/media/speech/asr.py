"""The interface of speech recognisers: from sound to words with times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.record import Record
from cinescribe.timing import Span

RATE_HZ = 16000  # sample rate of the sound for recognisers


@dataclass(frozen=True)
class RecognisedWord(Record):
    """A recognised word, or a phrase where the recogniser gives no times of words.

    Args:
        span: its time from the start of the sound.
        text: as the recogniser writes it; some write lower case without punctuation.
        confidence: 0 to 1; comparable within one recogniser only.
    """

    span: Span
    text: str
    confidence: float


class Asr(Protocol):
    """A recogniser of English speech."""

    @property
    def name(self) -> str:
        """Name for the card of a corpus, e.g. `pocketsphinx-en-us`."""
        ...

    def transcribe(self, samples: NDArray[np.float32]) -> tuple[RecognisedWord, ...]:
        """Return the words of a sound, in order.

        Args:
            samples: mono, in -1..1, (n,), at `RATE_HZ`.
        """
        ...
