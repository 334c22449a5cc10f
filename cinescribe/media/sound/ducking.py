"""Lowers a film under the cues of its description, and adds their voices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.level_gain import gain_to, share
from cinescribe.media.sound.limiter import limited
from cinescribe.media.sound.loudness import STEP, loudness
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.voice.voice import Spoken
from cinescribe.timing import Seconds

ABOVE_BED = 6.0  # LU of the voice over the film under it
DEEPEST_DB = -20.0  # the film is not ducked further; the voice is raised by the rest
ATTACK: Seconds = 0.25  # before the voice
RELEASE: Seconds = 0.4  # after it

_VOICE_CEILING_DB = -4.0  # dBTP of the voice by itself
_AT_ONCE = 1 << 18  # samples


@dataclass(frozen=True)
class SpokenCue:
    """A spoken cue that starts at `start`, on the clock of the track."""

    start: Seconds
    spoken: Spoken


@dataclass(frozen=True)
class PlacedCue:
    """A cue at the film's rate and level, its first sample, and the gain of the film under it."""

    first: int
    samples: NDArray[np.float32]
    gain_db: float

    @property
    def after(self) -> int:
        """The first sample after it."""
        return self.first + len(self.samples)


def placed(
    cue: SpokenCue, powers: NDArray[np.float64], film: Soundtrack, level: float, *, ducking: float | None
) -> PlacedCue:
    """Set the level of a voice, and compute how far the film is ducked under it.

    Args:
        cue: the voice.
        powers: of the film, see `level_gain.powers`.
        film: its sound.
        level: loudness of the whole film in LUFS.
        ducking: by how many dB the film is lowered; None: as far as the voice needs it.
    """
    steps = slice(int(cue.start / STEP), int((cue.start + cue.spoken.duration) / STEP) + 1)
    needed_db = min(0.0, level - ABOVE_BED - loudness(powers[steps]))
    gain_db = max(needed_db, DEEPEST_DB) if ducking is None else -ducking
    # The voice enters every channel, which makes it louder by their number.
    wanted = level + max(gain_db - needed_db, 0.0) - 10 * np.log10(len(film.samples))
    voice = _resampled(cue.spoken, film.rate_hz)[None]
    # The voice is limited before mixing: the limiter of the mix would lower the voice against the film.
    gain = gain_to(wanted, voice, ceiling=share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    pieces = limited(voice, gain=gain, ceiling=share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    samples = np.concatenate([voice[0, :0], *(piece[0] for _, piece in pieces)])
    return PlacedCue(round(cue.start * film.rate_hz), samples, gain_db)


def ducked(film: Soundtrack, cues: Sequence[PlacedCue]) -> Iterator[tuple[int, Samples]]:
    """Yield the ducked film plus the voices, in pieces with their first sample index."""
    attack, release = round(ATTACK * film.rate_hz), round(RELEASE * film.rate_hz)
    for first in range(0, film.samples.shape[1], _AT_ONCE):
        block = np.array(film.samples[:, first : first + _AT_ONCE])
        after = first + block.shape[1]
        near = [one for one in cues if one.first - attack < after and one.after + release > first]
        if near:
            at = np.arange(first, after)
            # Linear in decibels; where ramps of two cues overlap, the lower one applies.
            ramps = [np.interp(at, *_ramp(one, attack, release)) for one in near]
            block *= (10 ** (np.minimum.reduce(ramps) / 20)).astype(np.float32)
        for one in near:
            begin, end = max(one.first, first), min(one.after, after)
            if begin < end:
                block[:, begin - first : end - first] += one.samples[begin - one.first : end - one.first]
        yield first, block


def _resampled(spoken: Spoken, rate_hz: int) -> NDArray[np.float32]:
    common = gcd(spoken.rate_hz, rate_hz)
    return np.asarray(resample_poly(spoken.samples, rate_hz // common, spoken.rate_hz // common), np.float32)


def _ramp(one: PlacedCue, attack: int, release: int) -> tuple[list[int], list[float]]:
    return [one.first - attack, one.first, one.after, one.after + release], [0.0, one.gain_db, one.gain_db, 0.0]
