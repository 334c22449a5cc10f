"""Sound as samples: its rate, its levels, and one sound laid over another."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.timing import Seconds

Samples: TypeAlias = NDArray[np.float32]

RATE_HZ = 48000


def to_sample(time: Seconds) -> int:
    """The sample at a second."""
    return round(time * RATE_HZ)


def gain(level_db: float) -> float:
    """The factor that decibels stand for."""
    return float(10 ** (level_db / 20))


def lay(out: Samples, sound: NDArray[np.floating[Any]], at: int) -> None:
    """Add a sound to `out` from sample `at` on; what hangs over the end is lost."""
    n = min(len(sound), len(out) - at)
    out[at : at + n] += sound[:n].astype(np.float32, copy=False)
