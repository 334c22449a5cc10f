"""A part of a described film's sound, without the rest: the levels of the whole are given, or expected from the film.

How loud a voice and the mix are depends on the loudness of the whole film. It is measured once; the gain of the mix
follows from it and from when voices are heard, so that no other part need be decoded or spoken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.sound.ducking import ABOVE_BED, ATTACK, DEEPEST_DB, RELEASE, SpokenCue, ducked, placed
from cinescribe.media.sound.level_gain import powers, share
from cinescribe.media.sound.limiter import limited
from cinescribe.media.sound.loudness import STEP, loudness
from cinescribe.media.sound.mix import CEILING, DESCRIPTION_LUFS, SILENT
from cinescribe.media.sound.mix_levels import AS_THE_FILM, MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.timing import Seconds, Span

_OFFSET = -0.691  # LUFS of a power of 1, see BS.1770
_N_ATTACK, _N_RELEASE = math.ceil(ATTACK / STEP), math.ceil(RELEASE / STEP)  # tenths of a second


@dataclass(frozen=True)
class WholeMix:
    """What a part must know of the whole.

    Args:
        level: loudness of the film in LUFS, or of a voice in a silent one.
        gain_db: of the finished mix, which brings it to its loudness.
    """

    level: float
    gain_db: float = 0.0


def mix_excerpt(
    film: Soundtrack, cues: Sequence[SpokenCue], whole: WholeMix, *, levels: MixLevels = AS_THE_FILM
) -> Soundtrack:
    """Mix cues into a part of a film's sound, as loud as in the whole.

    Args:
        film: the part, with a quarter of a second more at both ends, in which the filters settle.
        cues: those that are heard in the part; each starts on its clock, and lies inside.
        whole: levels of the whole film.
        levels: ducking and loudness, if they are not to follow the film.
    """
    film_powers = powers(film.samples, film.rate_hz)
    voices = [placed(cue, film_powers, film, whole.level, ducking=levels.ducking) for cue in cues]
    mixed = np.concatenate([block for _, block in ducked(film, sorted(voices, key=lambda one: one.first))], axis=1)
    gain = share(whole.gain_db)
    pieces = [piece for _, piece in limited(mixed, gain=gain, ceiling=CEILING, rate_hz=film.rate_hz)]
    return Soundtrack(np.concatenate(pieces, axis=1), film.rate_hz)


def expected_mix(
    film_powers: NDArray[np.float64],
    heard: Sequence[Span],
    *,
    waiting: Seconds = 0.0,
    levels: MixLevels = AS_THE_FILM,
) -> WholeMix:
    """Return the levels of a whole mix from the powers of its film, without a sample of it.

    Args:
        film_powers: of every tenth of a second, see `LoudnessMeter`.
        heard: when voices are heard over the running film.
        waiting: seconds of voices that are heard while the film waits.
        levels: ducking and loudness, if they are not to follow the film.
    """
    before = loudness(film_powers)
    level = before if before > SILENT else DESCRIPTION_LUFS
    under, voices = _under_voices(film_powers, heard, level, levels.ducking)
    mixed = np.concatenate([under + voices, np.full(round(waiting / STEP), _power(level))])
    wanted = levels.loudness
    if wanted is None:
        wanted = before if before > SILENT else loudness(mixed)
    found = loudness(mixed)
    return WholeMix(level, wanted - found if np.isfinite(found) else 0.0)


def sampled_mix(sampled: NDArray[np.float64], *, levels: MixLevels = AS_THE_FILM) -> WholeMix:
    """Return the levels of a whole mix from the powers of a few stretches of its film: those of the film only.

    Args:
        sampled: of every tenth of a second of the stretches.
        levels: ducking and loudness, if they are not to follow the film.
    """
    level = loudness(sampled)
    if level <= SILENT:
        return WholeMix(DESCRIPTION_LUFS)
    return WholeMix(level, 0.0 if levels.loudness is None else levels.loudness - level)


def _under_voices(
    film: NDArray[np.float64], heard: Sequence[Span], level: float, ducking: float | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the powers of the ducked film, and those of the voices."""
    total = np.concatenate([[0.0], np.cumsum(film)])
    gains_db, voices = np.zeros(len(film)), np.zeros(len(film))
    for span in heard:
        first, after = int(span.start / STEP), min(int(span.end / STEP) + 1, len(film))
        if first >= after:
            continue
        here = _lufs((total[after] - total[first]) / (after - first))
        needed_db = min(0.0, level - ABOVE_BED - here)
        gain_db = max(needed_db, DEEPEST_DB) if ducking is None else -ducking
        voices[first:after] += _power(level + max(gain_db - needed_db, 0.0))
        near = np.arange(max(first - _N_ATTACK, 0), min(after + _N_RELEASE, len(film)))
        corners = [span.start - ATTACK, span.start, span.end, span.end + RELEASE]
        ramp = np.interp((near + 0.5) * STEP, corners, [0.0, gain_db, gain_db, 0.0])
        gains_db[near] = np.minimum(gains_db[near], ramp)
    return film * 10 ** (gains_db / 10), voices


def _power(lufs: float) -> float:
    return float(10 ** ((lufs - _OFFSET) / 10))


def _lufs(power: float) -> float:
    return _OFFSET + 10 * math.log10(power) if power > 0 else -math.inf
