"""The residual of a described track after subtracting the film, as powers in frequency bands.

The film in the described track is predicted from the original by a transfer function and a time-varying gain, since
mixers lower the film under the voice. The transfer function is Wiener's, one factor per frequency; it is reweighted
iteratively, with low weight where the prediction fails, which is where a narrator speaks. The rest is the residual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft
from scipy.ndimage import uniform_filter1d

from cinescribe.media.sound.mono import MonoTrack
from cinescribe.media.sound.retimed_track import Reader
from cinescribe.timing import Seconds

HOP: Seconds = 0.01  # from one frame to the next
FRAME_LENGTH, FRAME_STEP = 512, 160  # samples, at 16 kHz

Spectra = NDArray[np.complex64]  # (T, F)
Values = NDArray[np.float32]

_AT_ONCE = 1000  # frames in memory
_N_BANDS = 24
_BANDS_HZ = (120.0, 6800.0)  # from the lowest to the highest voice; lossy codecs cut off what is above
_N_SAMPLED = 24  # spans of `_AT_ONCE` frames from which the transfer function is estimated
_N_ROUNDS = 5  # of reweighting
_SMOOTHED = 10  # frames over which the gain is measured
_MAX_GAIN = 4.0  # of the film against its usual gain: a compressor amplifies quiet sound
_MIN_RESIDUAL = 1e-6  # of the film's power
_MAX_EXCESS = 1e4  # of the residual over the usual one; larger values make no difference
_SILENT = 1e-12


@dataclass(frozen=True)
class BandPowers:
    """Powers by frame and band, (T, K); frame t is at `t * HOP` on the clock of the described track.

    Args:
        described: powers of the described track.
        film: powers of the film as predicted without ducking.
        common: real part of their cross-power.
    """

    described: Values
    film: Values
    common: Values

    def gain(self) -> Values:
        """Return the gain of the film in the described track, (T,): the weighted median of Wiener gains over bands."""
        common = uniform_filter1d(self.common, _SMOOTHED, axis=0)
        film = uniform_filter1d(self.film, _SMOOTHED, axis=0) + _SILENT
        return np.clip(_weighted_median(common / film, np.sqrt(film)), 0, _MAX_GAIN)

    def residual(self, gain: Values) -> Values:
        """Return the power of the described track minus `gain` times the film, (T, K)."""
        by = gain[:, None]
        return np.asarray(np.maximum(self.described - 2 * by * self.common + by**2 * self.film, 0), np.float32)


def transfer_function(film: Reader, described: MonoTrack) -> NDArray[np.complex64]:
    """Return the transfer function from film to described track without ducking, one factor per frequency, (F,).

    It is estimated by iteratively reweighted least squares over spans of the track: frames with large residuals have
    low weights.
    """
    sampled = list(_sampled(film, described))
    film_spectra = np.concatenate([one for one, _ in sampled])
    described_spectra = np.concatenate([one for _, one in sampled])
    weights, gains = np.ones(len(film_spectra), np.float32), np.ones(len(film_spectra), np.float32)
    factor = np.ones(film_spectra.shape[1], np.complex64)
    for _ in range(_N_ROUNDS):
        shares = (weights * gains)[:, None]
        cross = np.sum(described_spectra * film_spectra.conj() * shares, axis=0)
        power = np.sum(np.abs(film_spectra) ** 2 * (shares * gains[:, None]), axis=0)
        factor = (cross / (power + _SILENT)).astype(np.complex64)
        powers = _band_powers(film_spectra * factor, described_spectra)
        gains = powers.gain()
        weights = _weights(powers, gains)
    return factor


def _weights(powers: BandPowers, gains: Values) -> Values:
    """Return the weight of each frame, (T,): one half for a usual residual, less for a larger one."""
    film = gains**2 * powers.film.sum(axis=1)
    residual = powers.residual(gains).sum(axis=1) / (film + _SILENT)
    usual = float(np.median(residual[film > _SILENT])) if np.any(film > _SILENT) else 1.0
    return np.asarray(1 / (1 + np.minimum(residual / (usual + _MIN_RESIDUAL), _MAX_EXCESS) ** 2), np.float32)


def unducked_gain(gain: Values) -> float:
    """Return the gain of the film without ducking: the median of the upper half, since ducking only lowers it."""
    return float(np.median(gain[gain >= np.median(gain)]))


def transfer_gain(factor: NDArray[np.complex64]) -> float:
    """Return the mean amplitude factor of a transfer function over the frequencies of voices."""
    return float(np.sqrt(np.mean(np.abs(factor[_EDGES[0] : _EDGES[-1]]) ** 2)))


def band_powers(
    film: Reader,
    described: MonoTrack,
    factor: NDArray[np.complex64],
    *,
    progress: Callable[[Seconds], None] | None = None,
) -> BandPowers:
    """Return the powers of the whole track, computed in parts.

    Args:
        film: the film on the clock of the described track.
        described: the described track.
        factor: the transfer function.
        progress: called with the second that was reached.
    """
    whole = n_frames(described)
    out = BandPowers(*np.empty((3, whole, len(_EDGES) - 1), np.float32))
    for first in range(0, whole, _AT_ONCE):
        here = slice(first, min(first + _AT_ONCE, whole))
        length = here.stop - first
        powers = _band_powers(spectra(film, first, length) * factor, spectra(described.part, first, length))
        out.described[here], out.film[here], out.common[here] = powers.described, powers.film, powers.common
        if progress is not None:
            progress(here.stop * HOP)
    return out


def n_frames(track: MonoTrack) -> int:
    """Return the number of frames of a track."""
    return track.n_samples // FRAME_STEP + 1


def _sampled(film: Reader, described: MonoTrack) -> Iterator[tuple[Spectra, Spectra]]:
    """Yield spectra of evenly spread spans of both tracks."""
    whole = n_frames(described)
    n_spans = min(_N_SAMPLED, -(-whole // _AT_ONCE))
    length = min(_AT_ONCE, whole)
    for n in range(n_spans):
        first = round(n * (whole - length) / max(n_spans - 1, 1))
        yield spectra(film, first, length), spectra(described.part, first, length)


def spectra(read: Reader, first: int, count: int) -> Spectra:
    """Return the spectra of `count` frames from frame `first`, (count, F), each centred on its time."""
    samples = read(first * FRAME_STEP - FRAME_LENGTH // 2, (count - 1) * FRAME_STEP + FRAME_LENGTH)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME_LENGTH)[::FRAME_STEP]
    return np.asarray(rfft(frames * WINDOW), np.complex64)


def _band_powers(film: Spectra, described: Spectra) -> BandPowers:
    common = film.real * described.real + film.imag * described.imag
    return BandPowers(_banded(_power(described)), _banded(_power(film)), _banded(common))


def _power(values: Spectra) -> Values:
    return np.asarray(values.real**2 + values.imag**2, np.float32)


def _banded(values: Values) -> Values:
    """Sum over each band, (T, F) -> (T, K)."""
    return np.asarray(np.add.reduceat(values, _EDGES, axis=1)[:, :-1], np.float32)


def _weighted_median(values: Values, weights: Values) -> Values:
    """Return the weighted median of each row, (T, K) -> (T,)."""
    order = np.argsort(values, axis=1)
    cumulative = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    at = np.argmax(cumulative >= cumulative[:, -1:] / 2, axis=1)
    chosen = np.take_along_axis(order, at[:, None], axis=1)
    return np.asarray(np.take_along_axis(values, chosen, axis=1)[:, 0], np.float32)


def _edges() -> NDArray[np.int_]:
    """Return the first frequency bin of each band, and the end of the last band; no band is empty."""
    wanted = np.geomspace(*_BANDS_HZ, _N_BANDS + 1) * FRAME_LENGTH * HOP / FRAME_STEP
    return np.unique(np.round(wanted).astype(int))


WINDOW = np.hanning(FRAME_LENGTH + 1)[:-1].astype(np.float32)
_EDGES = _edges()
