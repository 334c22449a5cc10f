"""Measures loudness and similarity to music of a film's sound, every half second."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import median_filter

from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.sound_blocks import BlockBuffer
from cinescribe.timing import Seconds, Span

_RATE_HZ = 16000
_WINDOW: Seconds = 0.5
FLOOR_DB = -100.0  # dBFS of digital silence
QUIET_DB = -60.0  # dBFS; softer sound does not count as music

_LENGTH = round(_WINDOW * _RATE_HZ)
_FRAME, _HOP = 2048, 500  # samples: long enough to resolve a chord, short against a note
_BINS = slice(round(80 * _FRAME / _RATE_HZ), round(5000 * _FRAME / _RATE_HZ))  # 80 Hz to 5 kHz: the range of notes
_STEADY = 30  # percentile of a bin's power over a second: the power it keeps for most of the time
_NEIGHBOURS = 41  # bins, 320 Hz, for the noise floor around a partial
_PARTIAL = 6.0  # power of a partial, relative to the floor
# Share of power in steady partials: .02 at most in nine of ten windows of speech, .07 to .75 in music.
_EVEN = 0.04  # share at which music is as likely as not

_SMOOTHING = 5  # windows of the median, which removes single steady vowels


@dataclass(frozen=True)
class SoundLevels:
    """Measurements of sound, one for each window of half a second.

    Args:
        times: start of each window in seconds, (T,).
        level_db: RMS in dBFS, at least -100, (T,).
        music: similarity to music (steady pitches, no voice), 0..1, (T,).
    """

    times: NDArray[np.float64]
    level_db: NDArray[np.float32]
    music: NDArray[np.float32]

    def quietest(self, span: Span) -> Seconds | None:
        """Return the middle of the quietest window within a span; None if it has no whole window."""
        inside = (self.times >= span.start) & (self.times + _WINDOW <= span.end)
        if not inside.any():
            return None
        return float(self.times[inside][self.level_db[inside].argmin()]) + _WINDOW / 2


class SoundMeter:
    """A `SoundSink` that measures loudness and steadiness of pitch; it needs a few bytes per second of film."""

    def __init__(self) -> None:
        self._blocks = BlockBuffer(_LENGTH, _RATE_HZ)
        self._near: deque[Samples] = deque([np.zeros(_LENGTH, np.float32)] * 2, maxlen=2)  # the last two windows
        self._level_db: list[float] = []
        self._music: list[float] = []

    @property
    def wants(self) -> Sound:
        """16 kHz, mono."""
        return Sound(_RATE_HZ)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Measure the next samples, (1, n)."""
        for block in self._blocks.push(start, samples):
            self._measure(block[0])

    def levels(self) -> SoundLevels:
        """Return the measurements; call it at the end of the film."""
        last = self._blocks.flush()
        if last is not None:
            self._measure(last[0])
        level_db = np.array(self._level_db, np.float32)
        if not self._level_db:
            return SoundLevels(np.zeros(0), level_db, level_db)
        # The music of a window is measured with the next one: the first value is that of the silence before the film.
        likeness = [*self._music[1:], self._music_of(np.zeros(_LENGTH, np.float32), self._level_db[-1])]
        music = median_filter(np.array(likeness, np.float32), _SMOOTHING, mode="nearest")
        return SoundLevels(np.arange(len(level_db), dtype=np.float64) * _WINDOW, level_db, music)

    def _measure(self, samples: NDArray[np.float32]) -> None:
        power = float(np.mean(np.square(samples, dtype=np.float64)))
        whole = np.pad(samples, (0, _LENGTH - len(samples)))
        self._music.append(self._music_of(whole, self._level_db[-1] if self._level_db else FLOOR_DB))
        self._near.append(whole)
        self._level_db.append(max(FLOOR_DB, 10 * np.log10(power)) if power > 0 else FLOOR_DB)

    def _music_of(self, after: NDArray[np.float32], level_db: float) -> float:
        """Return the similarity of the last window to music, given the window after it."""
        if level_db < QUIET_DB:
            return 0.0
        around = np.concatenate([*self._near, after])[_LENGTH // 2 : -_LENGTH // 2]
        share = steady_share(around)
        return share**2 / (share**2 + _EVEN**2)


def steady_share(samples: NDArray[np.float32]) -> float:
    """Return the share of a second's power, between 80 Hz and 5 kHz, in partials of constant pitch.

    A note keeps its frequencies for most of a second, a voice glides, and noise has no partials.
    """
    frames = np.lib.stride_tricks.sliding_window_view(samples, _FRAME)[::_HOP] * np.hanning(_FRAME).astype(np.float32)
    power = np.abs(np.fft.rfft(frames, axis=1)[:, _BINS]) ** 2
    steady = np.partition(power, len(power) * _STEADY // 100, axis=0)[len(power) * _STEADY // 100]
    partials = steady > _PARTIAL * median_filter(steady, _NEIGHBOURS)
    total = float(power.mean(axis=0).sum())
    return float(steady[partials].sum()) / total if total > 0 else 0.0
