"""Reads a track at another speed and offset, precise to a fraction of a sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy.fft import irfft, rfft

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.mono import MonoTrack

Reader: TypeAlias = Callable[[int, int], Samples]  # first sample, number of samples -> (n,)

_SHORTEST, _LONGEST = 16_000, 24_000  # samples of a block; a length is chosen for which the new length is an integer
_MARGIN = 0.06  # share of a block at both ends that the periodic boundary may distort


def retimed(track: MonoTrack, *, ratio: float, offset: float) -> Reader:
    """Return a reader of a track on a clock on which sample s is at `ratio * s + offset`.

    Blocks are resampled, and shifted by the remaining fraction, in the frequency domain; their length is chosen so that
    the new length is an integer to about a thousandth.

    Args:
        track: the sound.
        ratio: new samples per old sample.
        offset: new sample index of the start of the track; may be fractional.
    """
    n_old = _block_length(ratio)
    n_new = round(n_old * ratio)
    margin = int(_MARGIN * n_new)
    n_valid = n_new - 2 * margin

    def read(first: int, n_samples: int) -> Samples:
        out = np.empty(n_samples, np.float32)
        for at in range(0, n_samples, n_valid):
            old = (first + at - margin - offset) / ratio
            start = int(np.floor(old))
            block = _at_rate(track.part(start, n_old), n_new, shift=(old - start) * ratio)
            n = min(n_valid, n_samples - at)
            out[at : at + n] = block[margin : margin + n]
        return out

    return read


def _block_length(ratio: float) -> int:
    lengths = np.arange(_SHORTEST, _LONGEST, 80)
    errors = np.abs(lengths * ratio - np.round(lengths * ratio))
    return int(lengths[np.argmin(errors)])


def _at_rate(samples: Samples, n_new: int, *, shift: float) -> Samples:
    """Resample one period to `n_new` samples, (n_new,), starting `shift` samples later."""
    spectrum = rfft(samples)
    n_bins = min(len(spectrum), n_new // 2 + 1)
    phase = np.exp(2j * np.pi * shift / n_new * np.arange(n_bins)).astype(np.complex64)
    return np.asarray(irfft(spectrum[:n_bins] * phase, n_new) * np.float32(n_new / len(samples)), np.float32)
