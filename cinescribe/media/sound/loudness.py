"""Loudness after ITU-R BS.1770-4, measured as the sound goes by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from pyloudnorm import IIRfilter
from scipy.signal import sosfilt

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

STEP: Seconds = 0.1  # the blocks of 0.4 s that are judged begin this far apart
_STEPS = 4  # in a block
_ABSOLUTE_GATE = -70.0  # LUFS
_RELATIVE_GATE = -10.0  # LU


class LoudnessMeter:
    """Sums up the power of sound, weighted as the ear does, every tenth of a second; memory a few bytes a second.

    Args:
        rate_hz: samples per second.
        n_channels: 1 or 2.
    """

    def __init__(self, rate_hz: int, n_channels: int) -> None:
        # The two filters of BS.1770's K weighting, for any rate: a shelf for the head, a high pass.
        filters = (
            IIRfilter(4.0, 1 / np.sqrt(2), 1500.0, rate_hz, "high_shelf"),
            IIRfilter(0.0, 0.5, 38.0, rate_hz, "high_pass"),
        )
        self._sections = np.array([[*one.b, *one.a] for one in filters])
        self._state = np.zeros((len(filters), n_channels, 2))
        self._length = round(STEP * rate_hz)
        self._rest = np.zeros(0)
        self._powers: list[NDArray[np.float64]] = []

    def take(self, samples: Samples) -> None:
        """Hear the next samples, (n_channels, n)."""
        weighted, self._state = sosfilt(self._sections, samples, axis=1, zi=self._state)
        power = np.concatenate([self._rest, np.square(weighted).sum(axis=0)])
        n_whole = len(power) - len(power) % self._length
        self._powers.append(power[:n_whole].reshape(-1, self._length).mean(axis=1))
        self._rest = power[n_whole:]

    def powers(self) -> NDArray[np.float64]:
        """Weighted mean square of each whole tenth of a second, channels summed, (T,)."""
        return np.concatenate([np.zeros(0), *self._powers])


def loudness(powers: NDArray[np.float64]) -> float:
    """Gated loudness in LUFS of steps of 0.1 s; less than four are taken as one block; -inf where nothing is heard."""
    if not len(powers):
        return -np.inf
    n_steps = min(_STEPS, len(powers))
    blocks = np.convolve(powers, np.full(n_steps, 1 / n_steps), "valid")
    heard = blocks[_lufs(blocks) >= _ABSOLUTE_GATE]
    if not len(heard):
        return -np.inf
    return float(_lufs(heard[_lufs(heard) > _lufs(heard.mean()) + _RELATIVE_GATE].mean()))


def _lufs(power: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.asarray(-0.691 + 10 * np.log10(power))
