"""How loud a track is from moment to moment, and where two tracks swell and fall alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import butter, sosfilt

from cinescribe.media.sound.mono import MonoTrack
from cinescribe.timing import Seconds

RATE_HZ = 100  # envelope values a second
# Speeds at which a film is commonly played on: as it is, NTSC's, and PAL's of films shot at 24 or 23.976 pictures/s.
SPEEDS = (1.0, 1001 / 1000, 1000 / 1001, 25 / 24, 24 / 25, 25.025 / 24, 24 / 25.025)

Envelope = NDArray[np.float32]

_BAND_HZ = (200.0, 4000.0)  # where films have their sound, hum and hiss left out
_FLOOR = 1e-9  # power: quieter than -90 dB of full scale is silence
_AT_ONCE = 60  # seconds
_WINDOW: Seconds = 10.0  # compared at once: long enough to be told from chance, short against scenes
_EVERY: Seconds = 5.0
_REACH: Seconds = 600.0  # how much longer or shorter another cut of the film may have become
_LEAST = 0.1  # share of the mean power of the film below which a stretch of it resembles anything
_PREFERRED = 1.02  # how much better another speed must fit than one named before it


@dataclass(frozen=True)
class Places:
    """Where windows of a described track were found in the film.

    Args:
        times: middle of each window on the described track's clock, (n,).
        offsets: seconds from the film's clock, played at `speed`, to the described track's, (n,).
        likeness: correlation of the two envelopes there, -1 to 1, (n,).
        whole: the offset at which the whole track is most like the film.
        speed: described seconds per second of the film.
    """

    times: NDArray[np.float64]
    offsets: NDArray[np.float64]
    likeness: NDArray[np.float64]
    whole: Seconds
    speed: float


def envelope(track: MonoTrack) -> Envelope:
    """The change of the level in dB from one hundredth of a second to the next, (n,)."""
    step = track.rate_hz // RATE_HZ
    shape = butter(2, _BAND_HZ, "bandpass", fs=track.rate_hz, output="sos").astype(np.float32)
    state = np.zeros((len(shape), 2), np.float32)
    powers = []
    for first in range(0, track.n_samples - step + 1, _AT_ONCE * track.rate_hz):
        part = track.part(first, min(_AT_ONCE * track.rate_hz, track.n_samples - first))
        heard, state = sosfilt(shape, part, zi=state)
        whole = heard[: len(heard) // step * step].reshape(-1, step)
        powers.append(np.mean(whole**2, axis=1))
    level_db = 10 * np.log10(np.concatenate([*powers, [_FLOOR]]).astype(np.float32) + _FLOOR)
    return np.diff(level_db)


def found_places(film: Envelope, described: Envelope, *, speeds: Sequence[float] = SPEEDS) -> Places:
    """Where windows of the described track are in the film, at the speed that fits best."""
    speed, lag = _best_speed(film, described, speeds)
    played = at_speed(film, speed)
    length = min(round(_WINDOW * RATE_HZ), len(described))
    starts = range(0, len(described) - length + 1, min(round(_EVERY * RATE_HZ), length))
    found = [_found(played, described[start : start + length], start, near=lag) for start in starts]
    middles = (np.array(starts) + length / 2) / RATE_HZ
    offsets, likeness = np.array(found).T
    return Places(middles, offsets, likeness, lag / RATE_HZ, speed)


def at_speed(values: Envelope, speed: float) -> Envelope:
    """An envelope that lasts `speed` times as long."""
    at = np.arange(int(len(values) * speed)) / speed
    return np.interp(at, np.arange(len(values)), values).astype(np.float32)


def _best_speed(film: Envelope, described: Envelope, speeds: Sequence[float]) -> tuple[float, int]:
    best = (0.0, 1.0, 0)
    for speed in speeds:
        height, lag = _peak(at_speed(film, speed), described)
        if height > best[0] * _PREFERRED:
            best = (height, speed, lag)
    return best[1], best[2]


def _peak(played: Envelope, described: Envelope) -> tuple[float, int]:
    """Height of the highest correlation in standard deviations of all, and its lag in hundredths of a second."""
    correlation = _correlation(played, described)
    at = int(np.argmax(correlation))
    return float(correlation[at] / (correlation.std() or 1.0)), at - len(played) + 1


def _correlation(played: Envelope, described: Envelope) -> Envelope:
    """Correlation at every lag from `1 - len(played)` to `len(described) - 1`, (n,)."""
    n_lags = len(played) + len(described) - 1
    size = next_fast_len(n_lags, real=True)
    spectrum = rfft(described, size) * rfft(played[::-1], size)
    return np.asarray(irfft(spectrum, size)[:n_lags], np.float32)


def _found(played: Envelope, window: Envelope, start: int, *, near: int) -> tuple[float, float]:
    """The offset in seconds at which a window is most like the film, and how like it is."""
    reach, half = round(_REACH * RATE_HZ), len(window) // 2
    first = max(start - near - reach, -half)
    last = min(start - near + reach, len(played) - half) + len(window)
    if last - first < len(window):  # none of the film is near
        return near / RATE_HZ, 0.0
    searched = np.zeros(last - first, np.float32)  # silence before and after the film
    inside = played[max(first, 0) : last]
    searched[max(-first, 0) :][: len(inside)] = inside
    products = _correlation(window, searched)[len(window) - 1 : len(searched)]
    sums = np.cumsum(np.concatenate([[0.0], searched.astype(np.float64) ** 2]))
    power = np.maximum(sums[len(window) :] - sums[: -len(window)], _LEAST * sums[-1] / len(searched) * len(window))
    likeness = products / np.sqrt(power * np.sum(window**2) + _FLOOR)
    at = int(np.argmax(likeness))
    return (start - first - at) / RATE_HZ, float(likeness[at])
