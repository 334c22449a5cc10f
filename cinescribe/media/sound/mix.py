"""Mixes narration with the sound of a film: the film is ducked under the voice and keeps its loudness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.media.sound.ducking import SpokenCue, ducked, placed
from cinescribe.media.sound.level_gain import decibels, gain_to, powers, share
from cinescribe.media.sound.limiter import limited, true_peak
from cinescribe.media.sound.loudness import loudness
from cinescribe.media.sound.mix_levels import AS_THE_FILM, MixLevels
from cinescribe.media.sound.soundtrack import Soundtrack, disk_array, silent_track
from cinescribe.timing import Seconds

DESCRIPTION_LUFS = -23.0  # LUFS of a voice in a silent film (EBU R 128)
SILENT = -60.0  # LUFS; a softer film counts as silent
CEILING_DB = -2.0  # dBTP

_HEADROOM_DB = 0.1  # precision of the limiter's peak measurement
CEILING = share(CEILING_DB - _HEADROOM_DB)  # of the limiter


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


def describe_mix(film: Soundtrack, cues: Sequence[SpokenCue], *, levels: MixLevels = AS_THE_FILM) -> DescribedMix:
    """Mix cues into the sound of a film, which is ducked under them.

    Each voice is at least as loud as the film on average, and `ABOVE_BED` louder than the film under it. The mix has
    the integrated loudness of the film, or the one asked for, and true peaks under `CEILING_DB`. In a silent film the
    voice is at `DESCRIPTION_LUFS`. Voice beyond the end of the film is cut off.

    Args:
        film: sound of the film.
        cues: spoken cues; each starts exactly on its sample.
        levels: ducking and loudness, if they are not to follow the film.

    Raises:
        OutputError: when the temporary folder is full.
    """
    film_powers = powers(film.samples, film.rate_hz)
    before = loudness(film_powers)
    level = before if before > SILENT else DESCRIPTION_LUFS
    voices = [placed(cue, film_powers, film, level, ducking=levels.ducking) for cue in cues]
    mixed = disk_array(*film.samples.shape)
    for first, block in ducked(film, sorted(voices, key=lambda one: one.first)):
        mixed[:, first : first + block.shape[1]] = block
    wanted = levels.loudness
    if wanted is None:
        wanted = before if before > SILENT else loudness(powers(mixed, film.rate_hz))
    gain = gain_to(wanted, mixed, ceiling=CEILING, rate_hz=film.rate_hz)
    for first, block in limited(mixed, gain=gain, ceiling=CEILING, rate_hz=film.rate_hz):
        mixed[:, first : first + block.shape[1]] = block
    return DescribedMix(
        Soundtrack(mixed, film.rate_hz),
        tuple(one.gain_db for one in voices),
        before,
        loudness(powers(mixed, film.rate_hz)),
        decibels(true_peak(mixed)),
    )


def narration(cues: Sequence[SpokenCue], duration: Seconds, *, levels: MixLevels = AS_THE_FILM) -> Soundtrack:
    """Return only the voice, on a track as long as the film: mono, 48 kHz, `DESCRIPTION_LUFS` or as given."""
    return describe_mix(silent_track(duration), cues, levels=levels).sound
