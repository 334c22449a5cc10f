"""Speech recognition: whatever turns sound into words with their times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.record import Record
from cinescribe.timing import Span

RATE_HZ = 16000  # of the sound that recognisers hear


@dataclass(frozen=True)
class Heard(Record):
    """A word, or a phrase where the recogniser times no words.

    Args:
        span: when, from the beginning of the sound that was given.
        text: as the recogniser writes it: some give small letters without marks.
        confidence: 0 to 1, as the recogniser says; comparable for one recogniser only.
    """

    span: Span
    text: str
    confidence: float


class Asr(Protocol):
    """Recognises English speech."""

    @property
    def name(self) -> str:
        """What stands in a corpus's card, as `pocketsphinx-en-us`."""
        ...

    def transcribe(self, samples: NDArray[np.float32]) -> tuple[Heard, ...]:
        """The words of some sound, in order.

        Args:
            samples: mono, in -1..1, (n,), at `RATE_HZ`.
        """
        ...
