"""How loud a film's sound is, and how much like music, half a second at a time."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import median_filter

from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.sound_blocks import Blocks
from cinescribe.timing import Seconds

RATE_HZ = 16000
WINDOW: Seconds = 0.5
FLOOR_DB = -100.0  # dBFS; digital silence stands here
QUIET_DB = -60.0  # dBFS; softer than this nothing is called music

_LENGTH = round(WINDOW * RATE_HZ)
_FRAME, _HOP = 2048, 500  # samples: long enough to part the strings of a chord, short against a note
_BINS = slice(round(80 * _FRAME / RATE_HZ), round(5000 * _FRAME / RATE_HZ))  # 80 Hz to 5 kHz: where notes are
_STEADY = 30  # percentile over a second of a frequency's power: what it keeps for most of the time
_NEIGHBOURS = 41  # bins, 320 Hz: the floor from which a partial stands out
_STANDS_OUT = 6.0  # times the floor
# Share of power in steady partials: .02 at most in nine of ten windows of speech, .07 to .75 in music.
_EVEN = 0.04  # the share at which music is as likely as not

_LASTS = 5  # windows; the median over them drops the odd vowel held as steadily as a note


@dataclass(frozen=True)
class SoundLevels:
    """The sound as plain measurements, one row a window of half a second.

    Args:
        times: start of each window in seconds, (T,).
        level_db: RMS in dBFS, floored at -100, (T,).
        music: how much like music it sounds (steady pitches, not a voice), 0..1, (T,).
    """

    times: NDArray[np.float64]
    level_db: NDArray[np.float32]
    music: NDArray[np.float32]


class SoundMeter:
    """Measures loudness and steadiness of pitch; a `SoundSink` for one film, memory a few bytes a second."""

    def __init__(self) -> None:
        self._blocks = Blocks(_LENGTH, RATE_HZ)
        self._near: deque[Samples] = deque([np.zeros(_LENGTH, np.float32)] * 2, maxlen=2)  # the last two windows
        self._level_db: list[float] = []
        self._music: list[float] = []

    @property
    def wants(self) -> Sound:
        """16 kHz, mono."""
        return Sound(RATE_HZ)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Measure the next samples, (1, n)."""
        for block in self._blocks.put(start, samples):
            self._measure(block[0])

    def levels(self) -> SoundLevels:
        """The measurements of all that was heard; ask when the film is at its end."""
        last = self._blocks.rest()
        if last is not None:
            self._measure(last[0])
        level_db = np.array(self._level_db, np.float32)
        if not self._level_db:
            return SoundLevels(np.zeros(0), level_db, level_db)
        # A window's pitches are known when the next one is heard; the first of the row is the silence before the film.
        likeness = [*self._music[1:], self._music_of(np.zeros(_LENGTH, np.float32), self._level_db[-1])]
        music = median_filter(np.array(likeness, np.float32), _LASTS, mode="nearest")
        return SoundLevels(np.arange(len(level_db), dtype=np.float64) * WINDOW, level_db, music)

    def _measure(self, samples: NDArray[np.float32]) -> None:
        power = float(np.mean(np.square(samples, dtype=np.float64)))
        whole = np.pad(samples, (0, _LENGTH - len(samples)))
        self._music.append(self._music_of(whole, self._level_db[-1] if self._level_db else FLOOR_DB))
        self._near.append(whole)
        self._level_db.append(max(FLOOR_DB, 10 * np.log10(power)) if power > 0 else FLOOR_DB)

    def _music_of(self, after: NDArray[np.float32], level_db: float) -> float:
        """How much like music the last window is, given the one after it."""
        if level_db < QUIET_DB:
            return 0.0
        around = np.concatenate([*self._near, after])[_LENGTH // 2 : -_LENGTH // 2]
        share = steady_share(around)
        return share**2 / (share**2 + _EVEN**2)


def steady_share(samples: NDArray[np.float32]) -> float:
    """The share of a second's power, between 80 Hz and 5 kHz, that lies in partials of unchanging pitch.

    A note keeps its frequencies for most of a second, a voice glides through them, a noise has none that stand out.
    """
    frames = np.lib.stride_tricks.sliding_window_view(samples, _FRAME)[::_HOP] * np.hanning(_FRAME).astype(np.float32)
    power = np.abs(np.fft.rfft(frames, axis=1)[:, _BINS]) ** 2
    kept = np.partition(power, len(power) * _STEADY // 100, axis=0)[len(power) * _STEADY // 100]
    partials = kept > _STANDS_OUT * median_filter(kept, _NEIGHBOURS)
    total = float(power.mean(axis=0).sum())
    return float(kept[partials].sum()) / total if total > 0 else 0.0
