"""A limiter that looks ahead: no peak, not even between two samples, goes over a ceiling."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import minimum_filter1d, uniform_filter1d
from scipy.signal import resample_poly

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

OVERSAMPLING = 4  # ITU-R BS.1770-4, annex 2
LOOK: Seconds = 0.02  # the gain begins to fall twice this long before a peak and is back as long after it

_AT_ONCE = 1 << 18  # samples
_TAPS = 32  # samples that the oversampling filter reaches to either side, and some more
# Between samples of half the ceiling no peak reaches the ceiling but in sounds made for it.
_SURELY_LOW = 0.5


def limited(samples: Samples, *, gain: float, ceiling: float, rate_hz: int) -> Iterator[tuple[int, Samples]]:
    """The sound times `gain`, its true peaks held under `ceiling`, in pieces with the sample each begins at.

    A piece may be written back into `samples` before the next is asked for.

    Args:
        samples: sound, (C, n).
        gain: what to multiply it with.
        ceiling: highest true peak, as a share of full scale.
        rate_hz: samples per second.
    """
    look = round(LOOK * rate_hz)
    reach = 2 * look + _TAPS
    before = samples[:, :0]
    for first in range(0, samples.shape[1], _AT_ONCE):
        after = min(first + _AT_ONCE, samples.shape[1])
        piece = np.concatenate([before, samples[:, first : after + reach]], axis=1) * np.float32(gain)
        inner = slice(before.shape[1], before.shape[1] + after - first)
        before = np.array(samples[:, max(after - reach, 0) : after])
        yield first, (piece * _reduction(piece, ceiling, look))[:, inner]


def true_peak(samples: Samples) -> float:
    """The highest peak of the sound, (C, n), between samples too, as a share of full scale."""
    highest = 0.0
    for first in range(0, samples.shape[1], _AT_ONCE):
        piece = samples[:, max(first - _TAPS, 0) : first + _AT_ONCE + _TAPS]
        if np.abs(piece).max(initial=0) > _SURELY_LOW * highest:
            highest = max(highest, float(_peaks(piece).max()))
    return highest


def _reduction(samples: Samples, ceiling: float, look: int) -> NDArray[np.float32]:
    """The gain, 0..1, that holds each sample and its surroundings under the ceiling, changing smoothly, (n,)."""
    if np.abs(samples).max(initial=0) < _SURELY_LOW * ceiling:
        return np.ones(samples.shape[1], np.float32)
    needed = np.minimum(1, ceiling / np.maximum(_peaks(samples), 1e-9))
    # The lowest gain around a sample, averaged over no wider a window (two boxes make a triangle): at a peak the window
    # holds nothing higher than the peak needs.
    smooth = minimum_filter1d(needed, 2 * look + 1, mode="nearest")
    for _ in range(2):
        smooth = uniform_filter1d(smooth, look // 2 * 2 + 1, mode="nearest")
    return np.asarray(smooth, np.float32)


def _peaks(samples: Samples) -> NDArray[np.float32]:
    """The highest magnitude from each sample to just before the next, over all channels, (n,)."""
    between = np.abs(resample_poly(samples, OVERSAMPLING, 1, axis=1))
    return np.asarray(between.reshape(len(samples), -1, OVERSAMPLING).max(axis=(0, 2)))
