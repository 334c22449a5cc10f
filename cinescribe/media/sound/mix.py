"""The voice and the film as one sound: the film gives way to the voice, and stays as loud as it was."""

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
from cinescribe.media.sound.soundtrack import Soundtrack, on_disk, silence
from cinescribe.media.voice.voice import Spoken
from cinescribe.timing import Seconds

ABOVE_BED = 6.0  # LU that the voice stands over the film under it
DEEPEST_DB = -20.0  # the film is not ducked further; the voice is raised for what is missing
ATTACK: Seconds = 0.25  # before the voice
RELEASE: Seconds = 0.4  # after it
ALONE = -23.0  # LUFS of a voice without a film's sound to follow (EBU R 128)
HARDLY_HEARD = -60.0  # LUFS; a film softer than this counts as silent
CEILING_DB = -2.0  # dBTP
TOLERANCE = 0.03  # LU by which the mix may miss the film's loudness

_VOICE_CEILING_DB = -4.0  # dBTP of the voice by itself
_HEADROOM_DB = 0.1  # the limiter's own oversampling sees peaks this exactly
_AT_ONCE = 1 << 18  # samples
_ROUNDS = 6  # of limiting and measuring anew
_PUSH_DB = 6.0  # gain against what the limiter takes away; a film that needs more comes out softer, not crushed


@dataclass(frozen=True)
class Narration:
    """One cue as it is heard: from `start` on the track's clock."""

    start: Seconds
    spoken: Spoken


@dataclass(frozen=True)
class DescribedMix:
    """A film's sound with its narration.

    Args:
        sound: the mix, as long as the film's sound.
        gains_db: by how much the film is ducked under each cue (0 or less), in the order of the cues given.
        loudness_before: integrated loudness of the film's sound in LUFS; -inf for silence.
        loudness_after: that of the mix.
        true_peak_db: highest true peak of the mix in dBTP; -inf for silence.
    """

    sound: Soundtrack
    gains_db: tuple[float, ...]
    loudness_before: float
    loudness_after: float
    true_peak_db: float


@dataclass(frozen=True)
class _Placed:
    """A cue made ready: its samples at the film's rate and level, from sample `first`, and what the film does."""

    first: int
    samples: NDArray[np.float32]
    gain_db: float

    @property
    def after(self) -> int:
        return self.first + len(self.samples)


def describe_mix(film: Soundtrack, cues: Sequence[Narration]) -> DescribedMix:
    """The film's sound ducked under the cues, and the cues over it.

    Every voice is as loud as the film, and stands `ABOVE_BED` over what it covers. The mix as a whole is brought to the
    film's integrated loudness, its true peaks stay under `CEILING_DB`. A silent film leaves the voice at `ALONE`. Voice
    beyond the film's end is cut off.

    Args:
        film: the film's sound.
        cues: what is said when; a cue starts on its very sample.

    Raises:
        OutputError: when the temporary folder has no room.
    """
    powers = _powers(film.samples, film.rate_hz)
    before = loudness(powers)
    level = before if before > HARDLY_HEARD else ALONE
    placed = [_place(cue, powers, film, level) for cue in cues]
    mixed = on_disk(*film.samples.shape)
    for first, block in _mixed(film, sorted(placed, key=lambda one: one.first)):
        mixed[:, first : first + block.shape[1]] = block
    wanted = before if before > HARDLY_HEARD else loudness(_powers(mixed, film.rate_hz))
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


def narration(cues: Sequence[Narration], duration: Seconds) -> Soundtrack:
    """The voice alone on a track of the film's length, mono at 48 kHz, at `ALONE`."""
    return describe_mix(silence(duration), cues).sound


def _place(cue: Narration, powers: NDArray[np.float64], film: Soundtrack, level: float) -> _Placed:
    """Bring the voice to its level and find how far the film must give way."""
    steps = slice(int(cue.start / STEP), int((cue.start + cue.spoken.duration) / STEP) + 1)
    needed_db = min(0.0, level - ABOVE_BED - loudness(powers[steps]))
    gain_db = max(needed_db, DEEPEST_DB)
    # The voice goes to every channel alike, which makes it louder by their number.
    wanted = level + gain_db - needed_db - 10 * np.log10(len(film.samples))
    voice = _resampled(cue.spoken, film.rate_hz)[None]
    # Its peaks are tamed before it meets the film: the limiter of the mix would make the voice softer, not its bed.
    gain = _gain_to(wanted, voice, ceiling=_share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    pieces = limited(voice, gain=gain, ceiling=_share(_VOICE_CEILING_DB), rate_hz=film.rate_hz)
    samples = np.concatenate([voice[0, :0], *(piece[0] for _, piece in pieces)])
    return _Placed(round(cue.start * film.rate_hz), samples, gain_db)


def _resampled(spoken: Spoken, rate_hz: int) -> NDArray[np.float32]:
    common = gcd(spoken.rate_hz, rate_hz)
    return np.asarray(resample_poly(spoken.samples, rate_hz // common, spoken.rate_hz // common), np.float32)


def _mixed(film: Soundtrack, placed: Sequence[_Placed]) -> Iterator[tuple[int, Samples]]:
    """The ducked film plus the voices, in pieces with the sample each begins at."""
    attack, release = round(ATTACK * film.rate_hz), round(RELEASE * film.rate_hz)
    for first in range(0, film.samples.shape[1], _AT_ONCE):
        block = np.array(film.samples[:, first : first + _AT_ONCE])
        after = first + block.shape[1]
        near = [one for one in placed if one.first - attack < after and one.after + release > first]
        if near:
            at = np.arange(first, after)
            # Straight in decibels; where two cues' ramps meet, the deeper one holds.
            ramps = [np.interp(at, *_ramp(one, attack, release)) for one in near]
            block *= (10 ** (np.minimum.reduce(ramps) / 20)).astype(np.float32)
        for one in near:
            begin, end = max(one.first, first), min(one.after, after)
            if begin < end:
                block[:, begin - first : end - first] += one.samples[begin - one.first : end - one.first]
        yield first, block


def _ramp(one: _Placed, attack: int, release: int) -> tuple[list[int], list[float]]:
    return [one.first - attack, one.first, one.after, one.after + release], [0.0, one.gain_db, one.gain_db, 0.0]


def _gain_to(wanted: float, samples: Samples, *, ceiling: float, rate_hz: int) -> float:
    """The gain that, after limiting, gives sound the loudness wanted, in LUFS."""
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
