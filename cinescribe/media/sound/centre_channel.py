"""What stands in the middle between left and right: voices mostly, while music and places spread to the sides."""

from __future__ import annotations

import numpy as np
from scipy.fft import irfft, rfft

from cinescribe.media.film.resample import Samples

_LENGTH, _HOP = 1024, 512  # samples of a window, and from one to the next
_SILENT = 1e-12  # power below which there is nothing to share out


class CentreChannel:
    """Takes stereo sound bit by bit and gives its middle in one channel, as long as what was taken.

    Each frequency of each window keeps the share of its power that both sides have in common, `2 Re(L R*) / (|L|² +
    |R|²)`: 1 for equal sides, 0 for sides that have nothing to do with each other or stand against each other.
    """

    def __init__(self) -> None:
        self._window = np.sqrt(np.hanning(_LENGTH + 1)[:-1]).astype(np.float32)
        self._kept = np.zeros((2, _LENGTH - _HOP), np.float32)  # the first window begins before the sound
        self._tail = np.zeros(_LENGTH - _HOP, np.float32)
        self._n_early = _LENGTH - _HOP  # samples given before the sound begins, which nobody wants
        self._n_owed = 0

    def put(self, samples: Samples) -> Samples:
        """The middle of what can be told so far, (m,); `samples` are (2, n)."""
        self._n_owed += samples.shape[1]
        return self._given(self._next(samples))

    def rest(self) -> Samples:
        """The middle of what is left."""
        return self._given(self._next(np.zeros((2, _LENGTH), np.float32)))

    def _given(self, out: Samples) -> Samples:
        n_early = min(self._n_early, len(out))
        self._n_early -= n_early
        out = out[n_early:][: self._n_owed]
        self._n_owed -= len(out)
        return out

    def _next(self, samples: Samples) -> Samples:
        both = np.concatenate([self._kept, samples], axis=1)
        n_windows = max(0, (both.shape[1] - _LENGTH) // _HOP + 1)
        self._kept = both[:, n_windows * _HOP :]
        if not n_windows:
            return np.zeros(0, np.float32)
        windows = np.lib.stride_tricks.sliding_window_view(both, _LENGTH, axis=1)[:, : n_windows * _HOP : _HOP]
        left, right = rfft(windows * self._window)
        power = np.abs(left) ** 2 + np.abs(right) ** 2 + _SILENT
        share = np.clip(2 * (left * right.conj()).real / power, 0, 1)
        middle = irfft(share * (left + right) / 2, _LENGTH) * self._window
        halves = middle.reshape(n_windows, 2, _HOP)
        out = halves[:, 0].copy()
        out[0] += self._tail
        out[1:] += halves[:-1, 1]
        self._tail = halves[-1, 1].astype(np.float32)
        return np.asarray(out.reshape(-1), np.float32)
