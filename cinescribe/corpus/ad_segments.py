"""When a narrator speaks, decided from what a described track holds besides its film."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter1d, median_filter, uniform_filter1d

from cinescribe.media.residual import HOP, BandPowers, Values, usual_gain
from cinescribe.timing import Seconds, Span

SHORTEST: Seconds = 1.0  # of a narration (Rohrbach et al. 2016, section 3.1)
PAUSE: Seconds = 0.35  # between two words of one narration, at most
LONG_PAUSE: Seconds = 1.0  # the same, while the mixer keeps the film down

_FIRM_DB, _FAINT_DB = 6.0, 3.0  # least evidence that starts a stretch, and that carries it on
_MOST_DB = 25.0  # evidence of one band at most: no band decides alone
_CALM = 30  # percentile of the residual that is taken for what prediction leaves anyway
_ABOVE_CALM = 4.0  # power over it that says nothing yet
_BEST_PREDICTION = 10**-2.8  # of the film's power is left at least; coders leave more
_FAINTEST = 1e-6  # of the track's loud power, shared among bands, is taken for silence
_DUCKED_DB = 2.5  # by which the film goes down at least where a mixer ducks it


@dataclass(frozen=True)
class Stretch:
    """A stretch of narration and how sure it is, 0 to 1."""

    span: Span
    confidence: float


def narration(powers: BandPowers, *, within: Sequence[Span]) -> tuple[Stretch, ...]:
    """The stretches in which a voice speaks that is not the film's.

    Args:
        powers: of the described track and the film in it, frames from the track's start on.
        within: stretches of the described track that are of the film; nothing is decided elsewhere.
    """
    gain = powers.gain()
    evidence = np.where(_inside(within, len(gain)), _evidence(powers, gain), 0)
    threshold = _otsu(evidence)
    firm, faint = max(threshold, _FIRM_DB), max(threshold / 2, _FAINT_DB)
    stretches = _hysteresis(evidence, firm, faint)
    joined = _bridged(stretches, _ducking_db(gain))
    long_enough = [(start, end) for start, end in joined if (end - start) * HOP >= SHORTEST]
    return tuple(
        Stretch(Span(start * HOP, end * HOP), _confidence(evidence[start:end], firm)) for start, end in long_enough
    )


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


def _hysteresis(evidence: Values, firm: float, faint: float) -> list[tuple[int, int]]:
    """Runs of frames above `faint` that somewhere are above `firm`."""
    return [(start, end) for start, end in _runs(evidence > faint) if evidence[start:end].max() > firm]


def _runs(mask: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of True."""
    turns = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(np.int8)))
    return zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True)


def _ducking_db(gain: Values) -> Values:
    """By how much the film is lowered, (T,), against what it mostly is when it is not."""
    least = 0.03  # -30 dB: nobody lowers a film further
    return np.asarray(-20 * np.log10(np.maximum(uniform_filter1d(gain, 9), least) / max(usual_gain(gain), least)))


def _bridged(stretches: Sequence[tuple[int, int]], ducking_db: Values) -> list[tuple[int, int]]:
    """Stretches joined over pauses between words: short ones, and longer ones through which the film stays lowered."""
    out: list[tuple[int, int]] = []
    for start, end in stretches:
        if out and _is_one(out[-1], (start, end), ducking_db):
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def _is_one(before: tuple[int, int], after: tuple[int, int], ducking_db: Values) -> bool:
    pause = (after[0] - before[1]) * HOP
    if pause < PAUSE:
        return True
    around = np.median(np.concatenate([ducking_db[slice(*before)], ducking_db[slice(*after)]]))
    least = float(ducking_db[before[1] : after[0]].min())
    return bool(pause < LONG_PAUSE and around > _DUCKED_DB and least > 0.8 * around)


def _confidence(evidence: Values, firm: float) -> float:
    """0 at the threshold, .9 at 10 dB above it."""
    margin_db = max(float(evidence.mean()) - firm / 2, 0.0)
    return float(1 - 10 ** (-margin_db / 10))
