"""Mixes narration with the sound of a film: the film is ducked under the voice and keeps its loudness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.limiter import limited, true_peak
from cinescribe.media.sound.loudness import STEP, LoudnessMeter, loudness
from cinescribe.media.sound.mix_levels import AS_THE_FILM, MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack, disk_array, silent_track
from cinescribe.media.voice.voice import Spoken
from cinescribe.timing import Seconds

ABOVE_BED = 6.0  # LU of the voice over the film under it
DEEPEST_DB = -20.0  # the film is not ducked further; the voice is raised by the rest
ATTACK: Seconds = 0.25  # before the voice
RELEASE: Seconds = 0.4  # after it
ALONE = -23.0  # LUFS of a voice in a silent film (EBU R 128)
SILENT = -60.0  # LUFS; a softer film counts as silent
CEILING_DB = -2.0  # dBTP
TOLERANCE = 0.03  # LU by which the mix may miss the film's loudness

_VOICE_CEILING_DB = -4.0  # dBTP of the voice by itself
_HEADROOM_DB = 0.1  # precision of the limiter's peak measurement
_AT_ONCE = 1 << 18  # samples
_ROUNDS = 6  # of limiting and measuring
_PUSH_DB = 6.0  # largest extra gain against the limiter; a film that needs more becomes softer instead of crushed


@dataclass(frozen=True)
class Narration:
    """A spoken cue that starts at `start`, on the clock of the track."""

    start: Seconds
    spoken: Spoken


@dataclass(frozen=True)
class DescribedMix:
    """A film's sound with its narration.

    Args:
        sound: the mix, as long as the film's sound.
        gains_db: gain of the film under each cue (0 or less), in the order of the cues given.
        loudness_before: integrated loudness of the film's sound in LUFS; -inf for silence.
        loudness_after: that of the mix.
        true_peak_db: true peak of the mix in dBTP; -inf for silence.
    """

    sound: Soundtrack
    gains_db: tuple[float, ...]
    loudness_before: float
    loudness_after: float
    true_peak_db: float


@dataclass(frozen=True)
class _PlacedCue:
    """A cue at the film's rate and level, its first sample, and the gain of the film under it."""

    first: int
    samples: NDArray[np.float32]
    gain_db: float

    @property
    def after(self) -> int:
        return self.first + len(self.samples)


def describe_mix(film: Soundtrack, cues: Sequence[Narration], *, levels: MixLevels = AS_THE_FILM) -> DescribedMix:
    """Mix cues into the sound of a film, which is ducked under them.

    Each voice is at least as loud as the film on average, and `ABOVE_BED` louder than the film under it. The mix has
    the integrated loudness of the film, or the one asked for, and true peaks under `CEILING_DB`. In a silent film the
    voice is at `ALONE`. Voice beyond the end of the film is cut off.

    Args:
        film: sound of the film.
        cues: spoken cues; each starts exactly on its sample.
        levels: ducking and loudness, if they are not to follow the film.

    Raises:
        OutputError: when the temporary folder is full.
    """
    powers = _powers(film.samples, film.rate_hz)
    before = loudness(powers)
    level = before if before > SILENT else ALONE
    placed = [_place(cue, powers, film, level, ducking=levels.ducking) for cue in cues]
    mixed = disk_array(*film.samples.shape)
    for first, block in _mixed(film, sorted(placed, key=lambda one: one.first)):
        mixed[:, first : first + block.shape[1]] = block
    wanted = levels.loudness
    if wanted is None:
        wanted = before if before > SILENT else loudness(_powers(mixed, film.rate_hz))
    gain = _gain_to(wanted, mixed, ceiling=_share(CEILING_DB - _HEADROOM_DB), rate_hz=film.rate_hz)
    for first, block in limited(mixed, gain=gain, ceiling=_share(CEILING_DB - _HEADROOM_DB), rate_hz=film.rate_hz):
        mixed[:, first : first + block.shape[1]] = block
    return DescribedMix(
        Soundtrack(mixed, film.rate_hz),
        tuple(one.gain_db for one in placed),
        before,
        loudness(_powers(mixed, film.rate_hz)),
        _db(true_peak(mixed)),
    )


def narration(cues: Sequence[Narration], duration: Seconds, *, levels: MixLevels = AS_THE_FILM) -> Soundtrack:
    """Return the voice alone on a track as long as the film, mono at 48 kHz, at `ALONE` or the loudness asked for."""
    return describe_mix(silent_track(duration), cues, levels=levels).sound


def _place(
    cue: Narration, powers: NDArray[np.float64], film: Soundtrack, level: float, *, ducking: float | None
) -> _PlacedCue:
    """Set the level of the voice, and compute how far the film is ducked."""
    steps = slice(int(cue.start / STEP), int((cue.start + cue.spoken.duration) / STEP) + 1)
    needed_db = min(0.0, level - ABOVE_BED - loudness(powers[steps]))
    gain_db = max(needed_db, DEEPEST_DB) if ducking is None else -ducking
    # The voice enters every channel, which makes it louder by their number.
    wanted = level + max(gain_db - needed_db, 0.0) - 10 * np.log10(len(film.samples))
    voice = _resampled(cue.spoken, film.rate_hz)[None]
    # The voice is limited before mixing: the limiter of the mix would lower the voice against the film.
    gain = _gain_to(wanted, voice, ceiling=_share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    pieces = limited(voice, gain=gain, ceiling=_share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    samples = np.concatenate([voice[0, :0], *(piece[0] for _, piece in pieces)])
    return _PlacedCue(round(cue.start * film.rate_hz), samples, gain_db)


def _resampled(spoken: Spoken, rate_hz: int) -> NDArray[np.float32]:
    common = gcd(spoken.rate_hz, rate_hz)
    return np.asarray(resample_poly(spoken.samples, rate_hz // common, spoken.rate_hz // common), np.float32)


def _mixed(film: Soundtrack, placed: Sequence[_PlacedCue]) -> Iterator[tuple[int, Samples]]:
    """Yield the ducked film plus the voices, in pieces with their first sample index."""
    attack, release = round(ATTACK * film.rate_hz), round(RELEASE * film.rate_hz)
    for first in range(0, film.samples.shape[1], _AT_ONCE):
        block = np.array(film.samples[:, first : first + _AT_ONCE])
        after = first + block.shape[1]
        near = [one for one in placed if one.first - attack < after and one.after + release > first]
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


def _ramp(one: _PlacedCue, attack: int, release: int) -> tuple[list[int], list[float]]:
    return [one.first - attack, one.first, one.after, one.after + release], [0.0, one.gain_db, one.gain_db, 0.0]


def _gain_to(wanted: float, samples: Samples, *, ceiling: float, rate_hz: int) -> float:
    """Return the gain that gives sound a loudness in LUFS after limiting."""
    found = loudness(_powers(samples, rate_hz))
    if found == -np.inf:
        return 1.0
    gain_db = wanted - found
    peak = true_peak(samples)
    for _ in range(_ROUNDS):
        if peak * _share(gain_db) <= ceiling:
            break
        meter = LoudnessMeter(rate_hz, len(samples))
        for _, block in limited(samples, gain=_share(gain_db), ceiling=ceiling, rate_hz=rate_hz):
            meter.take(block)
        missing = wanted - loudness(meter.powers())
        if abs(missing) <= TOLERANCE:
            break
        gain_db = min(gain_db + missing, wanted - found + _PUSH_DB)
    return _share(gain_db)


def _powers(samples: Samples, rate_hz: int) -> NDArray[np.float64]:
    meter = LoudnessMeter(rate_hz, len(samples))
    for first in range(0, samples.shape[1], _AT_ONCE):
        meter.take(samples[:, first : first + _AT_ONCE])
    return meter.powers()


def _share(db: float) -> float:
    return float(10 ** (db / 20))


def _db(share: float) -> float:
    return float(20 * np.log10(share)) if share > 0 else -np.inf
