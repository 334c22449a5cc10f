"""A voice that speaks a cue; its duration is known by speaking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.timing import Seconds


@dataclass(frozen=True)
class Spoken:
    """Speech as sound, silence at both ends cut off: `samples` float32 in -1..1, (n,), mono, at `rate_hz`."""

    samples: NDArray[np.float32]
    rate_hz: int

    @property
    def duration(self) -> Seconds:
        """Length in seconds."""
        return len(self.samples) / self.rate_hz


class Voice(Protocol):
    """Speaks. `rate` 1 is the voice's normal speed, 1.2 a fifth faster."""

    @property
    def name(self) -> str: ...

    def say(self, text: str, *, rate: float = 1.0) -> Spoken: ...
