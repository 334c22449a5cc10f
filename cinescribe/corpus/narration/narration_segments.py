"""Detects narration in the residual of a described track, which is its sound without the film's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d, median_filter, uniform_filter1d

from cinescribe.media.described.residual import HOP, BandPowers, Values, unducked_gain
from cinescribe.record import Record
from cinescribe.timing import Seconds, Span

MIN_DURATION: Seconds = 1.0  # of a narration (Rohrbach et al. 2016, section 3.1)
MAX_BREATH: Seconds = 8.0  # longest speech without a pause, for most speakers
MIN_WORD: Seconds = 0.3  # shorter sounds are no speech
MAX_PAUSE: Seconds = 0.3  # within a narration, between two words or clauses
MAX_DUCKED_PAUSE: Seconds = 1.0  # the same, while the mixer keeps the film down

_MIN_FIRM_DB = 9.0  # evidence that starts a segment: coding noise reaches 8, voices 15 to 25
_MAX_BAND_DB = 25.0  # limit of one band's evidence, so that no single band decides
_FLOOR_PERCENTILE = 30  # of the residual, taken as the usual prediction error
_FLOOR_FACTOR = 4.0  # power over the usual prediction error that is no evidence yet
_MIN_ERROR = 10**-2.8  # prediction error as a share of the film's power; coders leave more
_SILENCE = 1e-6  # share of the track's loud power, over all bands, that counts as silence
_MIN_DUCKING_DB = 2.5  # by which a mixer lowers the film
_MIN_FILM_GAIN = 0.15  # of the film's usual gain, -16 dB: no mixer lowers it further
_STILL_DUCKED = 0.7  # share of the ducking that lasts through a pause
_FRAME_MARGIN: Seconds = 0.015  # a frame covers this much before and after its time


_Frames: TypeAlias = tuple[int, int]  # the first frame of a run, and the first after it


@dataclass(frozen=True)
class NarrationSegment(Record):
    """A segment of narration on the described track's clock, and its confidence, 0 to 1."""

    span: Span
    confidence: float


@dataclass(frozen=True)
class NarrationDetection:
    """The segments of narration, and the spans where the described track has something else than the film."""

    narration: tuple[NarrationSegment, ...]
    other: tuple[Span, ...]


def detect_narration(powers: BandPowers, *, within: Sequence[Span]) -> NarrationDetection:
    """Detect speech in a described track that is not the film's.

    Args:
        powers: powers of the described track and of the film in it; frames begin at the track's start.
        within: spans of the described track that have the film's sound; other spans are ignored.
    """
    gain = powers.gain()
    evidence = np.where(_inside(within, len(gain)), _evidence(powers, gain), 0)
    firm = max(_otsu(evidence), _MIN_FIRM_DB)
    candidates = _hysteresis(evidence, firm, firm / 2)
    other = [one for one in candidates if _is_other(powers, *one, usual=unducked_gain(gain))]
    narration = _long_enough(_bridged([one for one in candidates if one not in other], _ducking_db(gain)))
    segments = tuple(NarrationSegment(_span(*one), _confidence(evidence[slice(*one)], firm)) for one in narration)
    return NarrationDetection(segments, tuple(_span(*one) for one in other))


def _is_other(powers: BandPowers, start: int, end: int, *, usual: float) -> bool:
    """Whether the film is absent for longer than a breath, as in another scene; narration does not cover it so long.

    A voice has nothing in common with the film, so over that time it does not hide how much of the film is present.
    """
    if _length(start, end) <= MAX_BREATH:
        return False
    film_gain = powers.common[start:end].sum(axis=0) / (powers.film[start:end].sum(axis=0) + 1e-12)
    return float(np.median(film_gain)) < _MIN_FILM_GAIN * usual


def _span(start: int, end: int) -> Span:
    """Return the time of frames `start` to `end`, without their margins."""
    return Span(round(start * HOP + _FRAME_MARGIN, 3), round((end - 1) * HOP - _FRAME_MARGIN, 3))


def _inside(spans: Sequence[Span], n_frames: int) -> NDArray[np.bool_]:
    mask = np.zeros(n_frames, bool)
    for span in spans:
        mask[max(math.ceil(span.start / HOP), 0) : math.ceil(span.end / HOP)] = True
    return mask


def _evidence(powers: BandPowers, gain: Values) -> Values:
    """Return the level of the residual over the usual prediction error, in dB, mean of all bands, (T,)."""
    residual = uniform_filter1d(powers.residual(gain), 3, axis=0)
    film = uniform_filter1d(powers.film * gain[:, None] ** 2, 3, axis=0)
    silence = np.percentile(powers.described.sum(axis=1), 95) * _SILENCE / residual.shape[1] + 1e-12
    usual = np.maximum(np.percentile(residual / (film + silence), _FLOOR_PERCENTILE, axis=0), _MIN_ERROR)
    expected = _FLOOR_FACTOR * usual * maximum_filter1d(film, 7, axis=0) + 3 * silence
    over_db = 10 * np.log10((residual + 1e-14) / expected)
    return np.asarray(median_filter(np.clip(over_db, 0, _MAX_BAND_DB).mean(axis=1), 5), np.float32)


def _otsu(values: Values, n_bins: int = 128) -> float:
    """Return the threshold that maximises the variance between two classes (Otsu 1979)."""
    counts, edges = np.histogram(values, n_bins)
    middles = (edges[:-1] + edges[1:]) / 2
    below, sums = np.cumsum(counts)[:-1], np.cumsum(counts * middles)
    above = len(values) - below
    means = sums[:-1] / np.maximum(below, 1), (sums[-1] - sums[:-1]) / np.maximum(above, 1)
    variance = below * above * (means[0] - means[1]) ** 2
    return float(edges[1:-1][np.argmax(variance)])


def _hysteresis(evidence: Values, firm: float, faint: float) -> list[_Frames]:
    """Return the runs of frames above `faint` that are above `firm` somewhere."""
    return [(start, end) for start, end in _runs(evidence > faint) if evidence[start:end].max() > firm]


def _runs(mask: NDArray[np.bool_]) -> Iterator[_Frames]:
    """Yield start and end of each run of True."""
    changes = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return zip(changes[::2].tolist(), changes[1::2].tolist(), strict=True)


def _ducking_db(gain: Values) -> Values:
    """Return by how many dB the film is lowered against its usual gain, (T,)."""
    least = 0.03  # -30 dB: films are never lowered further
    return np.asarray(-20 * np.log10(np.maximum(uniform_filter1d(gain, 9), least) / max(unducked_gain(gain), least)))


def _bridged(runs: Sequence[_Frames], ducking_db: Values) -> list[_Frames]:
    """Join runs over short pauses, and over longer ones through which the film stays lowered."""
    voiced = [ducking_db[slice(*one)] for one in runs]
    depth = float(np.median(np.concatenate(voiced))) if voiced else 0.0
    out: list[_Frames] = []
    for start, end in runs:
        if out and _is_pause(out[-1][1], start, ducking_db, depth):
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def _is_pause(end: int, start: int, ducking_db: Values, depth: float) -> bool:
    """Whether the narrator only pauses from frame `end` to `start`, in a film that is mostly lowered by `depth`."""
    pause = _length(end, start) + 2 * _FRAME_MARGIN
    if pause < MAX_PAUSE:
        return True
    ducking = float(np.percentile(ducking_db[end:start], 25))
    return pause < MAX_DUCKED_PAUSE and depth > _MIN_DUCKING_DB and ducking > _STILL_DUCKED * depth


def _long_enough(runs: Sequence[_Frames]) -> list[_Frames]:
    """Return runs of at least `MIN_DURATION`; shorter ones that may be words join a near run or are dropped."""
    out: list[_Frames] = []
    for start, end in (one for one in runs if _length(*one) >= MIN_WORD):
        is_near = bool(out) and _length(out[-1][1], start) < MAX_DUCKED_PAUSE
        if is_near and min(_length(*out[-1]), _length(start, end)) < MIN_DURATION:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return [one for one in out if _length(*one) >= MIN_DURATION]


def _length(start: int, end: int) -> Seconds:
    return (end - start) * HOP


def _confidence(evidence: Values, firm: float) -> float:
    """Return a confidence of 0 at the threshold and .9 at 10 dB above it."""
    margin_db = max(float(evidence.mean()) - firm / 2, 0.0)
    return float(1 - 10 ** (-margin_db / 10))
