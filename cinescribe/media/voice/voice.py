"""The interface of voices: from text to speech."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Spoken:
    """Speech as mono sound without silence at its ends: `samples` float32 in -1..1, (n,), at `rate_hz`."""

    samples: NDArray[np.float32]
    rate_hz: int

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return len(self.samples) / self.rate_hz


class Voice(Protocol):
    """A text-to-speech voice."""

    @property
    def name(self) -> str:
        """Name of the voice."""
        ...

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        """Return a spoken text; `rate` 1 is the normal speed, 1.2 a fifth faster."""
        ...
