"""A track played at another speed and from another moment, to a fraction of a sample, read in parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from scipy.fft import irfft, rfft

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.mono import MonoTrack

Reader: TypeAlias = Callable[[int, int], Samples]  # first sample and how many -> (n,)

_SHORTEST, _LONGEST = 16_000, 24_000  # samples of a block, among which one is looked for whose new length is whole
_MARGIN = 0.06  # share of a block at both sides that its being taken for periodic may spoil


def retimed(track: MonoTrack, *, ratio: float, offset: float) -> Reader:
    """A reader of the track on a clock on which its sample s stands at `ratio * s + offset`.

    Blocks are taken to the new number of samples, and moved by the fraction that is left, in the frequency domain;
    their length is chosen so that the new number is whole to a thousandth or so.

    Args:
        track: the sound.
        ratio: new samples per old one.
        offset: new sample at which the track begins; any number.
    """
    n_old = _block_length(ratio)
    n_new = round(n_old * ratio)
    margin = int(_MARGIN * n_new)
    kept = n_new - 2 * margin

    def read(first: int, n_samples: int) -> Samples:
        out = np.empty(n_samples, np.float32)
        for at in range(0, n_samples, kept):
            old = (first + at - margin - offset) / ratio
            start = int(np.floor(old))
            block = _at_rate(track.part(start, n_old), n_new, shift=(old - start) * ratio)
            n = min(kept, n_samples - at)
            out[at : at + n] = block[margin : margin + n]
        return out

    return read


def _block_length(ratio: float) -> int:
    lengths = np.arange(_SHORTEST, _LONGEST, 80)
    errors = np.abs(lengths * ratio - np.round(lengths * ratio))
    return int(lengths[np.argmin(errors)])


def _at_rate(samples: Samples, n_new: int, *, shift: float) -> Samples:
    """One period of samples as `n_new` samples, (n_new,), beginning `shift` of them later."""
    spectrum = rfft(samples)
    n_bins = min(len(spectrum), n_new // 2 + 1)
    turn = np.exp(2j * np.pi * shift / n_new * np.arange(n_bins)).astype(np.complex64)
    turned = spectrum[:n_bins] * turn
    return np.asarray(irfft(turned, n_new) * np.float32(n_new / len(samples)), np.float32)
