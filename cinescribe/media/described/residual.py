"""What a described track holds besides the film: the powers of both and what they have in common, band by band.

The film is predicted from the original by a transfer function (Wiener's, one factor a frequency, estimated again and
again with less weight where the prediction fails, which is where somebody else speaks) and by a gain that changes with
time, since mixers lower the film under the voice. What the prediction leaves is the residual.
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
_N_SAMPLED = 24  # stretches of `_AT_ONCE` frames from which the transfer function is estimated
_N_ROUNDS = 5  # of the estimate
_SMOOTHED = 10  # frames over which the gain is measured
_GAIN_MOST = 4.0  # of the film in the described track, against what it mostly is: a compressor lifts what is quiet
_LEAST_LEFT = 1e-6  # of the film's power, by any prediction
_FAILED = 1e4  # times more than usual left: no need to tell worse from worst
_SILENT = 1e-12


@dataclass(frozen=True)
class BandPowers:
    """Powers a frame and band, (T, K): frame t stands at `t * HOP` on the described track's clock.

    Args:
        described: of the described track.
        film: of the film as predicted without ducking.
        common: real part of their cross-power.
    """

    described: Values
    film: Values
    common: Values

    def gain(self) -> Values:
        """How much of the film is in the described track, (T,): the weighted median of the bands' Wiener gains."""
        common = uniform_filter1d(self.common, _SMOOTHED, axis=0)
        film = uniform_filter1d(self.film, _SMOOTHED, axis=0) + _SILENT
        return np.clip(_weighted_median(common / film, np.sqrt(film)), 0, _GAIN_MOST)

    def residual(self, gain: Values) -> Values:
        """Power of what is left of the described track without `gain` times the film, (T, K)."""
        by = gain[:, None]
        return np.asarray(np.maximum(self.described - 2 * by * self.common + by**2 * self.film, 0), np.float32)


def transfer(film: Reader, described: MonoTrack) -> NDArray[np.complex64]:
    """The factor a frequency by which the film enters the described track, (F,), ducking left out.

    Iteratively reweighted least squares over stretches spread over the track: frames count the less the more of them
    the prediction leaves.
    """
    sampled = list(_sampled(film, described))
    ours = np.concatenate([one for one, _ in sampled])
    theirs = np.concatenate([one for _, one in sampled])
    weights, gains = np.ones(len(ours), np.float32), np.ones(len(ours), np.float32)
    factor = np.ones(ours.shape[1], np.complex64)
    for _ in range(_N_ROUNDS):
        shares = (weights * gains)[:, None]
        cross = np.sum(theirs * ours.conj() * shares, axis=0)
        power = np.sum(np.abs(ours) ** 2 * (shares * gains[:, None]), axis=0)
        factor = (cross / (power + _SILENT)).astype(np.complex64)
        powers = _band_powers(ours * factor, theirs)
        gains = powers.gain()
        weights = _weights(powers, gains)
    return factor


def _weights(powers: BandPowers, gains: Values) -> Values:
    """How much each frame counts, (T,): half where the prediction leaves what it usually does, less where it fails."""
    film = gains**2 * powers.film.sum(axis=1)
    left = powers.residual(gains).sum(axis=1) / (film + _SILENT)
    usual = float(np.median(left[film > _SILENT])) if np.any(film > _SILENT) else 1.0
    return np.asarray(1 / (1 + np.minimum(left / (usual + _LEAST_LEFT), _FAILED) ** 2), np.float32)


def usual_gain(gain: Values) -> float:
    """The film's gain where nobody ducks it: the median of the upper half, for ducking only lowers."""
    return float(np.median(gain[gain >= np.median(gain)]))


def loudness(factor: NDArray[np.complex64]) -> float:
    """How much louder a transfer function makes a voice's frequencies, as a factor."""
    return float(np.sqrt(np.mean(np.abs(factor[_EDGES[0] : _EDGES[-1]]) ** 2)))


def band_powers(
    film: Reader,
    described: MonoTrack,
    factor: NDArray[np.complex64],
    *,
    progress: Callable[[Seconds], None] | None = None,
) -> BandPowers:
    """The powers of the whole track, read in stretches.

    Args:
        film: the film on the described track's clock.
        described: the described track.
        factor: what `transfer` gave.
        progress: told which second has been reached.
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
    """How many frames a track has."""
    return track.n_samples // FRAME_STEP + 1


def _sampled(film: Reader, described: MonoTrack) -> Iterator[tuple[Spectra, Spectra]]:
    """Spectra of stretches of both, spread evenly."""
    whole = n_frames(described)
    n_stretches = min(_N_SAMPLED, -(-whole // _AT_ONCE))
    length = min(_AT_ONCE, whole)
    for n in range(n_stretches):
        first = round(n * (whole - length) / max(n_stretches - 1, 1))
        yield spectra(film, first, length), spectra(described.part, first, length)


def spectra(read: Reader, first: int, count: int) -> Spectra:
    """The spectra of `count` frames from frame `first` on, (count, F), each around its own time."""
    samples = read(first * FRAME_STEP - FRAME_LENGTH // 2, (count - 1) * FRAME_STEP + FRAME_LENGTH)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME_LENGTH)[::FRAME_STEP]
    return np.asarray(rfft(frames * WINDOW), np.complex64)


def _band_powers(film: Spectra, described: Spectra) -> BandPowers:
    common = film.real * described.real + film.imag * described.imag
    return BandPowers(_banded(_power(described)), _banded(_power(film)), _banded(common))


def _power(of: Spectra) -> Values:
    return np.asarray(of.real**2 + of.imag**2, np.float32)


def _banded(values: Values) -> Values:
    """Sums over each band, (T, F) -> (T, K)."""
    return np.asarray(np.add.reduceat(values, _EDGES, axis=1)[:, :-1], np.float32)


def _weighted_median(values: Values, weights: Values) -> Values:
    """The weighted median of each row, (T, K) -> (T,)."""
    order = np.argsort(values, axis=1)
    heaped = np.cumsum(np.take_along_axis(weights, order, axis=1), axis=1)
    at = np.argmax(heaped >= heaped[:, -1:] / 2, axis=1)
    chosen = np.take_along_axis(order, at[:, None], axis=1)
    return np.asarray(np.take_along_axis(values, chosen, axis=1)[:, 0], np.float32)


def _edges() -> NDArray[np.int_]:
    """First frequency of each band, and the one after the last band; none of them is empty."""
    wanted = np.geomspace(*_BANDS_HZ, _N_BANDS + 1) * FRAME_LENGTH * HOP / FRAME_STEP
    return np.unique(np.round(wanted).astype(int))


WINDOW = np.hanning(FRAME_LENGTH + 1)[:-1].astype(np.float32)
_EDGES = _edges()
