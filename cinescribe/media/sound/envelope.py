"""Loudness envelopes of tracks, and where two envelopes match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.signal import butter, sosfilt

from cinescribe.media.sound.mono import MonoTrack
from cinescribe.timing import Seconds

RATE_HZ = 100  # envelope values per second
# Common playback speeds of films: unchanged, NTSC, and PAL of films shot at 24 or 23.976 frames/s.
SPEEDS = (1.0, 1001 / 1000, 1000 / 1001, 25 / 24, 24 / 25, 25.025 / 24, 24 / 25.025)

Envelope = NDArray[np.float32]

_BAND_HZ = (200.0, 4000.0)  # most sound of films, without hum and hiss
_FLOOR = 1e-9  # power of silence: -90 dBFS
_CHUNK = 60  # seconds of sound in memory
_WINDOW: Seconds = 10.0  # long enough to exclude chance, short against scenes
_STEP: Seconds = 5.0  # from one window to the next
_MAX_SHIFT: Seconds = 600.0  # difference in length of two cuts of a film
_MIN_POWER = 0.1  # share of the film's mean power; below it a window would match anything
_SPEED_MARGIN = 1.02  # factor by which a later speed must fit better


@dataclass(frozen=True)
class WindowMatches:
    """Positions in the film of windows of a described track.

    Args:
        times: middle of each window on the clock of the described track, (n,).
        offsets: seconds from the clock of the film, played at `speed`, to that of the described track, (n,).
        similarity: correlation of the two envelopes, -1 to 1, (n,).
        whole: the best offset for the whole track.
        speed: described seconds per second of the film.
    """

    times: NDArray[np.float64]
    offsets: NDArray[np.float64]
    similarity: NDArray[np.float64]
    whole: Seconds
    speed: float


def envelope(track: MonoTrack) -> Envelope:
    """Return the change of the level in dB from each hundredth of a second to the next, (n,)."""
    step = track.rate_hz // RATE_HZ
    shape = butter(2, _BAND_HZ, "bandpass", fs=track.rate_hz, output="sos").astype(np.float32)
    state = np.zeros((len(shape), 2), np.float32)
    powers = []
    for first in range(0, track.n_samples - step + 1, _CHUNK * track.rate_hz):
        part = track.part(first, min(_CHUNK * track.rate_hz, track.n_samples - first))
        filtered, state = sosfilt(shape, part, zi=state)
        whole = filtered[: len(filtered) // step * step].reshape(-1, step)
        powers.append(np.mean(whole**2, axis=1))
    level_db = 10 * np.log10(np.concatenate([*powers, [_FLOOR]]).astype(np.float32) + _FLOOR)
    return np.diff(level_db)


def match_windows(film: Envelope, described: Envelope, *, speeds: Sequence[float] = SPEEDS) -> WindowMatches:
    """Find windows of the described track in the film, at the speed that fits best."""
    speed, lag = _best_speed(film, described, speeds)
    played = at_speed(film, speed)
    length = min(round(_WINDOW * RATE_HZ), len(described))
    starts = range(0, len(described) - length + 1, min(round(_STEP * RATE_HZ), length))
    matches = [_match(played, described[start : start + length], start, near=lag) for start in starts]
    middles = (np.array(starts) + length / 2) / RATE_HZ
    offsets, similarity = np.array(matches).T
    return WindowMatches(middles, offsets, similarity, lag / RATE_HZ, speed)


def at_speed(values: Envelope, speed: float) -> Envelope:
    """Return an envelope stretched to `speed` times its length."""
    at = np.arange(int(len(values) * speed)) / speed
    return np.interp(at, np.arange(len(values)), values).astype(np.float32)


def _best_speed(film: Envelope, described: Envelope, speeds: Sequence[float]) -> tuple[float, int]:
    best = (0.0, 1.0, 0)
    for speed in speeds:
        height, lag = _peak(at_speed(film, speed), described)
        if height > best[0] * _SPEED_MARGIN:
            best = (height, speed, lag)
    return best[1], best[2]


def _peak(played: Envelope, described: Envelope) -> tuple[float, int]:
    """Return the highest correlation, in standard deviations, and its lag in hundredths of a second."""
    correlation = _correlation(played, described)
    at = int(np.argmax(correlation))
    return float(correlation[at] / (correlation.std() or 1.0)), at - len(played) + 1


def _correlation(played: Envelope, described: Envelope) -> Envelope:
    """Return the correlation at every lag from `1 - len(played)` to `len(described) - 1`, (n,)."""
    n_lags = len(played) + len(described) - 1
    size = next_fast_len(n_lags, real=True)
    spectrum = rfft(described, size) * rfft(played[::-1], size)
    return np.asarray(irfft(spectrum, size)[:n_lags], np.float32)


def _match(played: Envelope, window: Envelope, start: int, *, near: int) -> tuple[float, float]:
    """Return the best offset of a window in seconds, and the similarity there."""
    reach, half = round(_MAX_SHIFT * RATE_HZ), len(window) // 2
    first = max(start - near - reach, -half)
    last = min(start - near + reach, len(played) - half) + len(window)
    if last - first < len(window):  # the film is out of reach
        return near / RATE_HZ, 0.0
    searched = np.zeros(last - first, np.float32)  # silence before and after the film
    inside = played[max(first, 0) : last]
    searched[max(-first, 0) :][: len(inside)] = inside
    products = _correlation(window, searched)[len(window) - 1 : len(searched)]
    sums = np.cumsum(np.concatenate([[0.0], searched.astype(np.float64) ** 2]))
    power = np.maximum(sums[len(window) :] - sums[: -len(window)], _MIN_POWER * sums[-1] / len(searched) * len(window))
    similarity = products / np.sqrt(power * np.sum(window**2) + _FLOOR)
    at = int(np.argmax(similarity))
    return (start - first - at) / RATE_HZ, float(similarity[at])
