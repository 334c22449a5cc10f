"""Loudness by ITU-R BS.1770-4, measured on a stream of sound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyloudnorm import IIRfilter
from scipy.signal import sosfilt

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

STEP: Seconds = 0.1  # from one block of 0.4 s to the next
_STEPS = 4  # per block
_ABSOLUTE_GATE = -70.0  # LUFS
_RELATIVE_GATE = -10.0  # LU


class LoudnessMeter:
    """Sums the K-weighted power of every tenth of a second; it needs a few bytes per second of sound.

    Args:
        rate_hz: samples per second.
        n_channels: 1 or 2.
    """

    def __init__(self, rate_hz: int, n_channels: int) -> None:
        # The two filters of BS.1770's K weighting, for any rate: a high shelf for the head, and a high pass.
        filters = (
            IIRfilter(4.0, 1 / np.sqrt(2), 1500.0, rate_hz, "high_shelf"),
            IIRfilter(0.0, 0.5, 38.0, rate_hz, "high_pass"),
        )
        self._sections = np.array([[*section.b, *section.a] for section in filters])
        self._state = np.zeros((len(filters), n_channels, 2))
        self._length = round(STEP * rate_hz)
        self._rest = np.zeros(0)
        self._powers: list[NDArray[np.float64]] = []

    def take(self, samples: Samples) -> None:
        """Measure the next samples, (n_channels, n)."""
        weighted, self._state = sosfilt(self._sections, samples, axis=1, zi=self._state)
        power = np.concatenate([self._rest, np.square(weighted).sum(axis=0)])
        n_whole = len(power) - len(power) % self._length
        self._powers.append(power[:n_whole].reshape(-1, self._length).mean(axis=1))
        self._rest = power[n_whole:]

    def powers(self) -> NDArray[np.float64]:
        """Return the weighted mean square of each whole tenth of a second, summed over channels, (T,)."""
        return np.concatenate([np.zeros(0), *self._powers])


def loudness(powers: NDArray[np.float64]) -> float:
    """Return the gated loudness in LUFS of powers of 0.1 s; -inf for silence. Fewer than four powers form one block."""
    if not len(powers):
        return -np.inf
    n_steps = min(_STEPS, len(powers))
    blocks = np.convolve(powers, np.full(n_steps, 1 / n_steps), "valid")
    audible = blocks[_lufs(blocks) >= _ABSOLUTE_GATE]
    if not len(audible):
        return -np.inf
    return float(_lufs(audible[_lufs(audible) > _lufs(audible.mean()) + _RELATIVE_GATE].mean()))


def _lufs(power: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.asarray(-0.691 + 10 * np.log10(power))
