"""The gain that gives sound a loudness, where the limiter takes some of it back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.limiter import limited, true_peak
from cinescribe.media.sound.loudness import LoudnessMeter, loudness

_TOLERANCE = 0.03  # LU by which the sound may miss the loudness

_AT_ONCE = 1 << 18  # samples
_ROUNDS = 6  # of limiting and measuring
_PUSH_DB = 6.0  # largest extra gain against the limiter; a film that needs more becomes softer instead of crushed


def gain_to(wanted: float, samples: Samples, *, ceiling: float, rate_hz: int) -> float:
    """Return the gain that gives sound a loudness in LUFS after limiting; 1 for silence.

    Args:
        wanted: the loudness.
        samples: sound, (C, n).
        ceiling: highest true peak, as a share of full scale.
        rate_hz: samples per second.
    """
    found = loudness(powers(samples, rate_hz))
    if found == -np.inf:
        return 1.0
    gain_db = wanted - found
    peak = true_peak(samples)
    for _ in range(_ROUNDS):
        if peak * share(gain_db) <= ceiling:
            break
        meter = LoudnessMeter(rate_hz, len(samples))
        for _, block in limited(samples, gain=share(gain_db), ceiling=ceiling, rate_hz=rate_hz):
            meter.take(block)
        missing = wanted - loudness(meter.powers())
        if abs(missing) <= _TOLERANCE:
            break
        gain_db = min(gain_db + missing, wanted - found + _PUSH_DB)
    return share(gain_db)


def powers(samples: Samples, rate_hz: int) -> NDArray[np.float64]:
    """Return the K-weighted power of every tenth of a second of sound, (C, n)."""
    meter = LoudnessMeter(rate_hz, len(samples))
    for first in range(0, samples.shape[1], _AT_ONCE):
        meter.take(samples[:, first : first + _AT_ONCE])
    return meter.powers()


def share(db: float) -> float:
    """Return decibels as a factor of amplitude."""
    return float(10 ** (db / 20))


def decibels(share: float) -> float:
    """Return a factor of amplitude in decibels; -inf for 0."""
    return float(20 * np.log10(share)) if share > 0 else -np.inf
