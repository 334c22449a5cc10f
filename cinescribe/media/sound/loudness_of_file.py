"""The loudness and the true peak of a sound file or of a film's sound."""

from __future__ import annotations

import math
from dataclasses import dataclass
from os import PathLike

from cinescribe.media.film.probe import probe
from cinescribe.media.sound.limiter import true_peak
from cinescribe.media.sound.loudness import LoudnessMeter, loudness
from cinescribe.media.sound.soundtrack import COPIED, film_soundtrack


@dataclass(frozen=True)
class SoundLoudness:
    """How loud a sound is.

    Args:
        lufs: integrated loudness by ITU-R BS.1770-4; -inf for silence.
        peak_dbtp: true peak in decibels relative to full scale; -inf for silence.
    """

    lufs: float
    peak_dbtp: float


def file_loudness(path: str | PathLike[str]) -> SoundLoudness:
    """Return the loudness and the true peak of a sound file, or of a film's first sound stream.

    Raises:
        FilmError: when the file cannot be read.
        OutputError: when the temporary folder is full.
    """
    track = film_soundtrack(probe(path))
    meter = LoudnessMeter(track.rate_hz, len(track.samples))
    for first in range(0, track.samples.shape[1], COPIED):
        meter.take(track.samples[:, first : first + COPIED])
    peak = true_peak(track.samples)
    return SoundLoudness(loudness(meter.powers()), 20 * math.log10(peak) if peak > 0 else -math.inf)
