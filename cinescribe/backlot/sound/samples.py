"""Sound samples: rate, levels and mixing."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.timing import Seconds

SoundSamples: TypeAlias = NDArray[np.float32]

SOUND_RATE_HZ = 48000


def to_sample(time: Seconds) -> int:
    """Return the sample index of a time."""
    return round(time * SOUND_RATE_HZ)


def gain(level_db: float) -> float:
    """Convert decibels to an amplitude factor."""
    return float(10 ** (level_db / 20))


def add_at(out: SoundSamples, sound: NDArray[np.floating[Any]], at: int) -> None:
    """Add a sound to `out`, in place, from sample `at`; samples beyond the end are dropped."""
    n = min(len(sound), len(out) - at)
    out[at : at + n] += sound[:n].astype(np.float32, copy=False)
