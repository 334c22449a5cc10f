"""Lines on which two versions of a film may run together: a speed and an offset each, voted for by short windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from cinescribe.media.described.sound_alignment import SURE_MATCH
from cinescribe.media.sound.envelope import SPEEDS, WindowMatches
from cinescribe.media.versions.film_signature import PICTURE_HZ
from cinescribe.media.versions.picture_vectors import Floats
from cinescribe.timing import Seconds

_WINDOW = 10  # pictures of a window: 2 s, shorter than most scenes
_STEP = 2  # pictures from one window to the next
_BLOCK = 100  # pictures that are compared with a whole film at a time: 16 MB for two hours; a multiple of `_STEP`
_ALIKE = 0.7  # mean similarity of the pictures of two windows; encoding alone leaves .95
_NEAR_BEST = 0.1  # below the best place of a window, at which another may be the right one
_N_PLACES = 6  # for each window, at most
_APART = 5  # pictures between two places of a window
_BIN: Seconds = 0.1  # half the width of the offsets that vote together
_NEAR: Seconds = 0.15  # from a line, of the windows that are on it
_MIN_VOTES = 0.9  # windows, weighted by their similarity: one is enough, as a scene may last no longer
_UNUSUAL = 0.8  # by which the votes for another speed than that of most windows are weighted
_MAX_LINES = 300


@dataclass(frozen=True)
class Line:
    """`new = offset + speed * old`, for as long as it holds.

    Args:
        speed: seconds of the new version for a second of the old one.
        offset: second of the new version at which the old one would begin.
    """

    speed: float
    offset: Seconds

    def old(self, new: NDArray[np.float64]) -> NDArray[np.float64]:
        """The times in the old version."""
        return (new - self.offset) / self.speed


@dataclass(frozen=True)
class Votes:
    """Windows of the new version, each at a place in the old one where it may be from.

    Args:
        new, old: middle of the windows, in seconds, (n,).
        weights: how alike they are, (n,).
    """

    new: NDArray[np.float64]
    old: NDArray[np.float64]
    weights: NDArray[np.float64]

    def without(self, gone: NDArray[np.bool_]) -> Votes:
        """Return the other windows."""
        return Votes(self.new[~gone], self.old[~gone], self.weights[~gone])


def picture_votes(old: Floats, new: Floats) -> Votes:
    """Return where windows of pictures are found.

    Args:
        old: vectors of pictures, (T, D).
        new: the same of the new version, (T', D).
    """
    found: list[tuple[float, float, float]] = []
    length = min(_WINDOW, len(old), len(new))
    lit_new = np.asarray(new.any(axis=1), np.bool_)
    n_windows = len(new) - length + 1 if length else 0
    for block in range(0, n_windows, _BLOCK):  # windows overlap: each picture is compared once
        similar = np.asarray(new[block : block + _BLOCK + length - 1] @ old.T)  # (_BLOCK + length - 1, T)
        for first in range(block, min(block + _BLOCK, n_windows), _STEP):
            n_lit = int(lit_new[first : first + length].sum())
            if n_lit < length / 2:
                continue
            total = np.zeros(len(old) - length + 1, np.float32)
            for k in range(length):
                total += np.asarray(similar[first - block + k, k : k + len(total)])
            mean = np.asarray(total / n_lit, np.float32)
            half = length / 2
            found += [
                ((first + half) / PICTURE_HZ, (n + half) / PICTURE_HZ, float(mean[n])) for n in _places(mean).tolist()
            ]
    return Votes(*np.array(found, np.float64).reshape(-1, 3).T)


def _places(mean: Floats) -> NDArray[np.intp]:
    """The places where a window is most alike, the best first, each the best of its surroundings."""
    alike = np.flatnonzero(mean >= max(_ALIKE, float(mean.max()) - _NEAR_BEST))
    around = sliding_window_view(np.pad(mean, _APART, constant_values=-1), 2 * _APART + 1)
    peaks = alike[mean[alike] >= around[alike].max(axis=1)]
    return np.asarray(peaks[np.argsort(-mean[peaks], kind="stable")[:_N_PLACES]], np.intp)


def sound_votes(windows: WindowMatches) -> Votes:
    """Return where windows of sound are found.

    Args:
        windows: of the new version, in the old one.
    """
    sure = windows.similarity >= SURE_MATCH
    new = windows.times[sure]
    return Votes(new, (new - windows.offsets[sure]) / windows.speed, windows.similarity[sure])


def common_lines(votes: Sequence[Votes]) -> list[Line]:
    """Return the lines for which windows vote, the one with the most votes first.

    Args:
        votes: of pictures and of sound.
    """
    left = Votes(*(np.concatenate([getattr(one, name) for one in votes]) for name in ("new", "old", "weights")))
    lines: list[Line] = []
    while len(lines) < _MAX_LINES and len(left.new):
        usual = lines[0].speed if lines else 1.0  # short windows fit several speeds: that of the rest is likely
        found = [_best(left, speed) for speed in SPEEDS]
        speed, offset, weight = max(found, key=lambda one: one[2] * (1.0 if one[0] == usual else _UNUSUAL))
        if weight < _MIN_VOTES:
            break
        on_line = np.abs(Line(speed, offset).old(left.new) - left.old) < _NEAR
        if not on_line.any():
            break
        new, old = float(np.median(left.new[on_line])), float(np.median(left.old[on_line]))
        lines += [Line(one, new - one * old) for one in dict.fromkeys((speed, usual))]
        left = left.without(on_line)
    return lines


def _best(votes: Votes, speed: float) -> tuple[float, Seconds, float]:
    """Return the speed, the offset for which most windows vote, and their weight."""
    offsets = votes.new - votes.old * speed
    bins = np.floor(offsets / _BIN).astype(int)
    low = int(bins.min())
    counts = np.bincount(bins - low, votes.weights)
    pairs = counts[:-1] + counts[1:] if len(counts) > 1 else counts
    at = int(np.argmax(pairs))
    edge = 1 if len(counts) > 1 else 0.5
    return speed, (low + at + edge) * _BIN, float(pairs[at])
