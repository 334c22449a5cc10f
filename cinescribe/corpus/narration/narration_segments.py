"""When a narrator speaks, decided from what a described track holds besides its film."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d, median_filter, uniform_filter1d

from cinescribe.media.described.residual import HOP, BandPowers, Values, usual_gain
from cinescribe.timing import Seconds, Span

SHORTEST: Seconds = 1.0  # of a narration (Rohrbach et al. 2016, section 3.1)
LONGEST_BREATH: Seconds = 8.0  # most speakers' longest without a pause
WORD: Seconds = 0.3  # shorter sounds are no speech
PAUSE: Seconds = 0.3  # within a narration, at most: between two words or clauses
LONG_PAUSE: Seconds = 1.0  # the same, while the mixer keeps the film down

_FIRM_DB = 9.0  # least evidence that starts a stretch: coders' noise reaches 8, voices 15 to 25
_MOST_DB = 25.0  # evidence of one band at most: no band decides alone
_CALM = 30  # percentile of the residual that is taken for what prediction leaves anyway
_ABOVE_CALM = 4.0  # power over it that says nothing yet
_BEST_PREDICTION = 10**-2.8  # of the film's power is left at least; coders leave more
_FAINTEST = 1e-6  # of the track's loud power, shared among bands, is taken for silence
_DUCKED_DB = 2.5  # by which the film goes down at least where a mixer ducks it
_HARDLY_THERE = 0.15  # of the film's usual gain, -16 dB: no mixer lowers it so far
_STILL_DUCKED = 0.7  # of that depth is kept through a pause, or the mixer has let go
_HEARD_AROUND: Seconds = 0.015  # a frame hears this much before and after its time


Frames: TypeAlias = tuple[int, int]  # the first of a stretch, and the first after it


@dataclass(frozen=True)
class Stretch:
    """A stretch of narration and how sure it is, 0 to 1."""

    span: Span
    confidence: float


@dataclass(frozen=True)
class Decision:
    """The stretches of narration, and those in which the described track has something else instead of the film."""

    narration: tuple[Stretch, ...]
    other: tuple[Span, ...]


def decided(powers: BandPowers, *, within: Sequence[Span]) -> Decision:
    """When a voice speaks that is not the film's.

    Args:
        powers: of the described track and the film in it, frames from the track's start on.
        within: stretches of the described track that are of the film; nothing is decided elsewhere.
    """
    gain = powers.gain()
    evidence = np.where(_inside(within, len(gain)), _evidence(powers, gain), 0)
    firm = max(_otsu(evidence), _FIRM_DB)
    stretches = _hysteresis(evidence, firm, firm / 2)
    other = [one for one in stretches if _is_other(powers, *one, usual=usual_gain(gain))]
    told = _long_enough(_bridged([one for one in stretches if one not in other], _ducking_db(gain)))
    found = tuple(Stretch(_span(*one), _confidence(evidence[slice(*one)], firm)) for one in told)
    return Decision(found, tuple(_span(*one) for one in other))


def _is_other(powers: BandPowers, start: int, end: int, *, usual: float) -> bool:
    """Whether nothing of the film is heard for longer than a breath: no narrator covers it so, but another scene does.

    Over so long a time a voice, which has nothing in common with the film, does not hide how much of it is there.
    """
    if _length(start, end) <= LONGEST_BREATH:
        return False
    there = powers.common[start:end].sum(axis=0) / (powers.film[start:end].sum(axis=0) + 1e-12)
    return float(np.median(there)) < _HARDLY_THERE * usual


def _span(start: int, end: int) -> Span:
    """The time of frames `start` to `end`, what they only hear around left out."""
    return Span(round(start * HOP + _HEARD_AROUND, 3), round((end - 1) * HOP - _HEARD_AROUND, 3))


def _inside(spans: Sequence[Span], n_frames: int) -> NDArray[np.bool_]:
    mask = np.zeros(n_frames, bool)
    for span in spans:
        mask[max(math.ceil(span.start / HOP), 0) : math.ceil(span.end / HOP)] = True
    return mask


def _evidence(powers: BandPowers, gain: Values) -> Values:
    """By how many dB the residual stands over what the prediction leaves anyway, mean of all bands, (T,)."""
    left = uniform_filter1d(powers.residual(gain), 3, axis=0)
    film = uniform_filter1d(powers.film * gain[:, None] ** 2, 3, axis=0)
    silence = np.percentile(powers.described.sum(axis=1), 95) * _FAINTEST / left.shape[1] + 1e-12
    usual = np.maximum(np.percentile(left / (film + silence), _CALM, axis=0), _BEST_PREDICTION)
    expected = _ABOVE_CALM * usual * maximum_filter1d(film, 7, axis=0) + 3 * silence
    over_db = 10 * np.log10((left + 1e-14) / expected)
    return np.asarray(median_filter(np.clip(over_db, 0, _MOST_DB).mean(axis=1), 5), np.float32)


def _otsu(values: Values, n_bins: int = 128) -> float:
    """The value that parts a histogram into two groups that are most unlike (Otsu 1979)."""
    counts, edges = np.histogram(values, n_bins)
    middles = (edges[:-1] + edges[1:]) / 2
    below, sums = np.cumsum(counts)[:-1], np.cumsum(counts * middles)
    above = len(values) - below
    unlike = below * above * (sums[:-1] / np.maximum(below, 1) - (sums[-1] - sums[:-1]) / np.maximum(above, 1)) ** 2
    return float(edges[1:-1][np.argmax(unlike)])


def _hysteresis(evidence: Values, firm: float, faint: float) -> list[Frames]:
    """Runs of frames above `faint` that somewhere are above `firm`."""
    return [(start, end) for start, end in _runs(evidence > faint) if evidence[start:end].max() > firm]


def _runs(mask: NDArray[np.bool_]) -> Iterator[Frames]:
    """Start and end of each run of True."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True)


def _ducking_db(gain: Values) -> Values:
    """By how much the film is lowered, (T,), against what it mostly is when it is not."""
    least = 0.03  # -30 dB: nobody lowers a film further
    return np.asarray(-20 * np.log10(np.maximum(uniform_filter1d(gain, 9), least) / max(usual_gain(gain), least)))


def _bridged(stretches: Sequence[Frames], ducking_db: Values) -> list[Frames]:
    """Stretches joined over pauses between words: short ones, and longer ones through which the film stays lowered."""
    voiced = [ducking_db[slice(*one)] for one in stretches]
    depth = float(np.median(np.concatenate(voiced))) if voiced else 0.0
    out: list[Frames] = []
    for start, end in stretches:
        if out and _is_one(out[-1][1], start, ducking_db, depth):
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def _is_one(end: int, start: int, ducking_db: Values, depth: float) -> bool:
    """Whether the narrator only pauses from frame `end` to `start`, in a film that is mostly lowered by `depth`."""
    pause = _length(end, start) + 2 * _HEARD_AROUND
    if pause < PAUSE:
        return True
    kept = float(np.percentile(ducking_db[end:start], 25))
    return pause < LONG_PAUSE and depth > _DUCKED_DB and kept > _STILL_DUCKED * depth


def _long_enough(stretches: Sequence[Frames]) -> list[Frames]:
    """Stretches of at least `SHORTEST`: shorter ones, if they are a word, join what is near, or go where nothing is."""
    out: list[Frames] = []
    for start, end in (one for one in stretches if _length(*one) >= WORD):
        if out and _length(out[-1][1], start) < LONG_PAUSE and min(_length(*out[-1]), _length(start, end)) < SHORTEST:
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return [one for one in out if _length(*one) >= SHORTEST]


def _length(start: int, end: int) -> Seconds:
    return (end - start) * HOP


def _confidence(evidence: Values, firm: float) -> float:
    """0 at the threshold, .9 at 10 dB above it."""
    margin_db = max(float(evidence.mean()) - firm / 2, 0.0)
    return float(1 - 10 ** (-margin_db / 10))
