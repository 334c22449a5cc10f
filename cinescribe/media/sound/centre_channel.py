"""Extracts the centre of stereo sound: mostly voices, while music and ambience are at the sides."""

from __future__ import annotations

import numpy as np
from scipy.fft import irfft, rfft

from cinescribe.media.film.downmix import OPPOSITE
from cinescribe.media.film.resample import Samples

_LENGTH, _HOP = 1024, 512  # samples of a window, and from one to the next
_REVERSED = -(1 - OPPOSITE) / (1 + OPPOSITE)  # of the power that both sides have in common: as for a mix to mono
_SILENT = 1e-12  # avoids a division by zero power


class CentreChannel:
    """Converts a stream of stereo sound to its centre in one channel, of the same length.

    Each frequency of each window keeps the share of its power that both sides have in common, `2 Re(L R*) / (|L|² +
    |R|²)`: 1 for equal sides, 0 for uncorrelated or opposite sides. Where nearly all sound of a block has the opposite
    polarity on one side, that side is inverted.
    """

    def __init__(self) -> None:
        self._window = np.sqrt(np.hanning(_LENGTH + 1)[:-1]).astype(np.float32)
        self._pending = np.zeros((2, _LENGTH - _HOP), np.float32)  # the first window begins before the sound
        self._tail = np.zeros(_LENGTH - _HOP, np.float32)
        self._n_early = _LENGTH - _HOP  # samples to drop: they come before the sound begins
        self._n_due = 0

    def push(self, samples: Samples) -> Samples:
        """Add samples, (2, n), and return the centre of those that are complete, (m,)."""
        self._n_due += samples.shape[1]
        return self._trimmed(self._next(samples))

    def flush(self) -> Samples:
        """Return the centre of the rest."""
        return self._trimmed(self._next(np.zeros((2, _LENGTH), np.float32)))

    def _trimmed(self, out: Samples) -> Samples:
        n_early = min(self._n_early, len(out))
        self._n_early -= n_early
        out = out[n_early:][: self._n_due]
        self._n_due -= len(out)
        return out

    def _next(self, samples: Samples) -> Samples:
        both = np.concatenate([self._pending, samples], axis=1)
        n_windows = max(0, (both.shape[1] - _LENGTH) // _HOP + 1)
        self._pending = both[:, n_windows * _HOP :]
        if not n_windows:
            return np.zeros(0, np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(both, _LENGTH, axis=1)[:, : n_windows * _HOP : _HOP]
        left, right = rfft(windows * self._window)
        power = np.abs(left) ** 2 + np.abs(right) ** 2 + _SILENT
        common = 2 * (left * right.conj()).real
        if common.sum() < _REVERSED * power.sum():  # one side has the opposite polarity: its centre is the difference
            right, common = -right, -common
        share = np.clip(common / power, 0, 1)
        middle = irfft(share * (left + right) / 2, _LENGTH) * self._window
        halves = middle.reshape(n_windows, 2, _HOP)
        out = halves[:, 0].copy()
        out[0] += self._tail
        out[1:] += halves[:-1, 1]
        self._tail = halves[-1, 1].astype(np.float32)
        return np.asarray(out.reshape(-1), np.float32)
