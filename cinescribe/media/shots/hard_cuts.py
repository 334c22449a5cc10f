"""Hard cuts: how unlike each picture is to the ones before it, whatever moves.

Two pictures are compared by the correlation of their thumbnails, best over small shifts and with contrast taken out,
and by their histograms; a cut is where the three pictures before and the three after are all unlike across, and not so
within.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.shots.frame_signature import N_BINS, Floats, Signatures

Indices = NDArray[np.intp]

SHIFTS = (-2, 0, 2)  # thumbnail pixels, both ways
MARGIN = 2  # thumbnail pixels left out at the edges so that shifts fit
FLOOR = 4.0  # luma levels of contrast that count as noise
SIDE = 3  # pictures compared on each side of a cut
ALIKE = 0.08  # unlikeness below which neighbours are surely one shot, while ...
ALIKE_NEXT = 0.12  # ... the next but one stays below this
WITHIN = 0.6  # how much of the unlikeness within a side speaks against a cut
LEVELS = 10.0  # of luma by which a place in the picture must change to be called changed
CHANGED = 0.3  # share of the places that a cut changes at least: less is a caption, or somebody moving


def cut_scores(signatures: Signatures) -> Floats:
    """How much a cut stands before each picture, (T,); around 0 for none, from 0.25 for one."""
    n = len(signatures.means)
    scores = np.zeros(n, np.float32)
    if n < 2:
        return scores
    compare = Comparison(signatures)
    frames = np.arange(n)
    step = compare.from_level(ALIKE, frames[:-1], frames[1:])
    leap = compare.from_level(ALIKE, frames[:-2], frames[2:])
    is_apart = step >= ALIKE
    is_apart[:-1] |= leap >= ALIKE_NEXT
    where = np.flatnonzero(is_apart) + 1
    where = where[_changed(signatures, where) >= CHANGED]
    if len(where):
        scores[where] = _scores_at(where, n, compare)
    return scores


def _changed(signatures: Signatures, where: Indices) -> Floats:
    """The share of places that differ from the picture before, (K,)."""
    lumas = signatures.thumbs + signatures.means[:, None, None]
    return np.asarray((np.abs(lumas[where] - lumas[where - 1]) > LEVELS).mean(axis=(1, 2)))


def _scores_at(where: Indices, n: int, compare: Comparison) -> Floats:
    before = [np.maximum(where - 1 - k, 0) for k in range(SIDE)]
    after = [np.minimum(where + k, n - 1) for k in range(SIDE)]
    across = np.sort(np.stack([compare(one, other) for one in before for other in after]), axis=0)[1]
    within_before = np.maximum(compare(before[1], before[0]), 0), compare(before[2], before[1])
    within_after = compare(after[0], after[1]), compare(after[1], after[2])
    within = np.maximum(np.minimum(*within_before), np.minimum(*within_after))
    return np.asarray(across - WITHIN * within, np.float32)


class Comparison:
    """Unlikeness of pictures of one chunk, 0 (the same) to about 1."""

    def __init__(self, signatures: Signatures) -> None:
        thumbs = signatures.thumbs
        height, width = thumbs.shape[1:]
        self._views = {
            (dy, dx): thumbs[:, MARGIN + dy : height - MARGIN + dy, MARGIN + dx : width - MARGIN + dx]
            for dy in SHIFTS
            for dx in SHIFTS
        }
        self._histograms = signatures.histograms
        self._contrasts = np.sqrt(_products(thumbs, thumbs))

    def __call__(self, one: Indices, other: Indices) -> Floats:
        """Unlikeness of each picture of `one` to the picture of `other` in the same place, (K,)."""
        return self._unlikeness(self.correlation(one, other), one, other)

    def from_level(self, level: float, one: Indices, other: Indices) -> Floats:
        """The same, exact from `level` up: below it without trying shifts, which only make pictures more alike."""
        unlike = self._unlikeness(self._correlation(one, other, (0, 0)), one, other)
        unsure = np.flatnonzero(unlike >= level)
        if len(unsure):
            unlike[unsure] = self(one[unsure], other[unsure])
        return unlike

    def correlation(self, one: Indices, other: Indices) -> Floats:
        """How alike the shapes are, whatever the light, best over small shifts: 1 the same, 0 not at all, (K,)."""
        return np.asarray(np.max([self._correlation(one, other, shift) for shift in self._views], axis=0))

    def _correlation(self, one: Indices, other: Indices, shift: tuple[int, int]) -> Floats:
        fixed, moved = self._views[0, 0][one], self._views[shift][other]
        power = np.sqrt(_products(fixed, fixed) * _products(moved, moved))
        return np.asarray(_products(fixed, moved) / (power + FLOOR))

    def _unlikeness(self, correlation: Floats, one: Indices, other: Indices) -> Floats:
        # Two flat pictures correlate in nothing but noise: their histograms must tell.
        flat = FLOOR / (np.maximum(self._contrasts[one], self._contrasts[other]) + FLOOR)
        shapes = np.maximum(1 - correlation - flat, 0)
        n_parts = self._histograms.shape[1] // N_BINS
        overlap = np.einsum("nk,nk->n", self._histograms[one], self._histograms[other]) / n_parts
        greys = np.sqrt(np.maximum(1 - overlap, 0))
        return np.asarray(0.5 * shapes + 0.75 * greys, np.float32)


def _products(one: Floats, other: Floats) -> Floats:
    """The mean product of the pixels of each pair of thumbnails, (K,)."""
    return np.asarray(np.einsum("nij,nij->n", one, other) / (one.shape[1] * one.shape[2]), np.float32)
