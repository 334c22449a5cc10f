"""A look-ahead limiter: keeps true peaks, also those between samples, under a ceiling."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter1d, uniform_filter1d
from scipy.signal import resample_poly

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

OVERSAMPLING = 4  # ITU-R BS.1770-4, annex 2
LOOK_AHEAD: Seconds = 0.02  # the gain falls twice this long before a peak, and recovers as long after it

_AT_ONCE = 1 << 18  # samples
_TAPS = 32  # samples: reach of the oversampling filter to either side, rounded up
# Where samples stay under half the ceiling, no true peak reaches it in real sound.
_SAFE_SHARE = 0.5


def limited(samples: Samples, *, gain: float, ceiling: float, rate_hz: int) -> Iterator[tuple[int, Samples]]:
    """Yield the sound times `gain` with true peaks under `ceiling`, in pieces with their first sample index.

    A piece may be written back into `samples` before the next one is requested.

    Args:
        samples: sound, (C, n).
        gain: factor to multiply it with.
        ceiling: highest true peak, as a share of full scale.
        rate_hz: samples per second.
    """
    n_ahead = round(LOOK_AHEAD * rate_hz)
    reach = 2 * n_ahead + _TAPS
    before = samples[:, :0]
    for first in range(0, samples.shape[1], _AT_ONCE):
        after = min(first + _AT_ONCE, samples.shape[1])
        piece = np.concatenate([before, samples[:, first : after + reach]], axis=1) * np.float32(gain)
        inner = slice(before.shape[1], before.shape[1] + after - first)
        before = np.array(samples[:, max(after - reach, 0) : after])
        yield first, (piece * _reduction(piece, ceiling, n_ahead))[:, inner]


def true_peak(samples: Samples) -> float:
    """Return the true peak of sound, (C, n), as a share of full scale."""
    highest = 0.0
    for first in range(0, samples.shape[1], _AT_ONCE):
        piece = samples[:, max(first - _TAPS, 0) : first + _AT_ONCE + _TAPS]
        if np.abs(piece).max(initial=0) > _SAFE_SHARE * highest:
            highest = max(highest, float(_peaks(piece).max()))
    return highest


def _reduction(samples: Samples, ceiling: float, n_ahead: int) -> NDArray[np.float32]:
    """Return the smooth gain, 0..1, that keeps each sample and its neighbours under the ceiling, (n,)."""
    if np.abs(samples).max(initial=0) < _SAFE_SHARE * ceiling:
        return np.ones(samples.shape[1], np.float32)
    needed = np.minimum(1, ceiling / np.maximum(_peaks(samples), 1e-9))
    # The minimum gain around a sample, averaged over a window of the same width (two boxes make a triangle): at a peak,
    # the whole window has the gain that the peak needs.
    smooth = minimum_filter1d(needed, 2 * n_ahead + 1, mode="nearest")
    for _ in range(2):
        smooth = uniform_filter1d(smooth, n_ahead // 2 * 2 + 1, mode="nearest")
    return np.asarray(smooth, np.float32)


def _peaks(samples: Samples) -> NDArray[np.float32]:
    """Return the highest magnitude from each sample to just before the next, over all channels, (n,)."""
    between = np.abs(resample_poly(samples, OVERSAMPLING, 1, axis=1))
    return np.asarray(between.reshape(len(samples), -1, OVERSAMPLING).max(axis=(0, 2)))
