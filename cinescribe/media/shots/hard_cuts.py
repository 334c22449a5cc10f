"""Detects hard cuts by comparing pictures, robust to movement.

Pictures are compared by the correlation of their thumbnails (maximum over small shifts, normalised by contrast) and by
their histograms. At a cut the three pictures before differ from the three after, but not among each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.shots.frame_signature import N_BINS, Floats, Signatures

Indices = NDArray[np.intp]

SHIFTS = (-2, 0, 2)  # thumbnail pixels, both ways
MARGIN = 2  # thumbnail pixels at the edges, reserved for shifts
FLOOR = 4.0  # luma levels of contrast that count as noise
SIDE = 3  # pictures compared on each side of a cut
SAME_SHOT = 0.08  # dissimilarity below which neighbours are surely one shot, if ...
SAME_SHOT_NEXT = 0.12  # ... the next but one stays below this
WITHIN = 0.6  # weight of the dissimilarity within a side, against a cut
LEVELS = 10.0  # change of luma from which a pixel counts as changed
CHANGED = 0.3  # minimum share of pixels that a cut changes: less is a caption, or somebody moving


def cut_scores(signatures: Signatures) -> Floats:
    """Return the score of a cut before each picture, (T,): about 0 for none, at least 0.25 for a cut."""
    n = len(signatures.means)
    scores = np.zeros(n, np.float32)
    if n < 2:
        return scores
    compare = PictureComparison(signatures)
    frames = np.arange(n)
    step = compare.from_level(SAME_SHOT, frames[:-1], frames[1:])
    leap = compare.from_level(SAME_SHOT, frames[:-2], frames[2:])
    is_apart = step >= SAME_SHOT
    is_apart[:-1] |= leap >= SAME_SHOT_NEXT
    where = np.flatnonzero(is_apart) + 1
    where = where[_changed(signatures, where) >= CHANGED]
    if len(where):
        scores[where] = _scores_at(where, n, compare)
    return scores


def _changed(signatures: Signatures, where: Indices) -> Floats:
    """Return the share of pixels that differ from the picture before, (K,)."""
    lumas = signatures.thumbs + signatures.means[:, None, None]
    return np.asarray((np.abs(lumas[where] - lumas[where - 1]) > LEVELS).mean(axis=(1, 2)))


def _scores_at(where: Indices, n: int, compare: PictureComparison) -> Floats:
    before = [np.maximum(where - 1 - k, 0) for k in range(SIDE)]
    after = [np.minimum(where + k, n - 1) for k in range(SIDE)]
    across = np.sort(np.stack([compare(one, other) for one in before for other in after]), axis=0)[1]
    within_before = np.maximum(compare(before[1], before[0]), 0), compare(before[2], before[1])
    within_after = compare(after[0], after[1]), compare(after[1], after[2])
    within = np.maximum(np.minimum(*within_before), np.minimum(*within_after))
    return np.asarray(across - WITHIN * within, np.float32)


class PictureComparison:
    """Dissimilarity of pictures of one chunk, 0 (the same) to about 1."""

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
        """Return the dissimilarity of each picture of `one` to the same element of `other`, (K,)."""
        return self._dissimilarity(self.correlation(one, other), one, other)

    def from_level(self, level: float, one: Indices, other: Indices) -> Floats:
        """Return dissimilarities that are exact from `level` up; below, shifts are skipped, as they only lower them."""
        values = self._dissimilarity(self._correlation(one, other, (0, 0)), one, other)
        unsure = np.flatnonzero(values >= level)
        if len(unsure):
            values[unsure] = self(one[unsure], other[unsure])
        return values

    def correlation(self, one: Indices, other: Indices) -> Floats:
        """Return the correlation of shapes, maximal over small shifts and independent of light, 1 if equal, (K,)."""
        return np.asarray(np.max([self._correlation(one, other, shift) for shift in self._views], axis=0))

    def _correlation(self, one: Indices, other: Indices, shift: tuple[int, int]) -> Floats:
        fixed, moved = self._views[0, 0][one], self._views[shift][other]
        power = np.sqrt(_products(fixed, fixed) * _products(moved, moved))
        return np.asarray(_products(fixed, moved) / (power + FLOOR))

    def _dissimilarity(self, correlation: Floats, one: Indices, other: Indices) -> Floats:
        # In flat pictures only noise correlates: their histograms decide.
        flat = FLOOR / (np.maximum(self._contrasts[one], self._contrasts[other]) + FLOOR)
        shapes = np.maximum(1 - correlation - flat, 0)
        n_parts = self._histograms.shape[1] // N_BINS
        overlap = np.einsum("nk,nk->n", self._histograms[one], self._histograms[other]) / n_parts
        greys = np.sqrt(np.maximum(1 - overlap, 0))
        return np.asarray(0.5 * shapes + 0.75 * greys, np.float32)


def _products(one: Floats, other: Floats) -> Floats:
    """Return the mean product of the pixels of each pair of thumbnails, (K,)."""
    return np.asarray(np.einsum("nij,nij->n", one, other) / (one.shape[1] * one.shape[2]), np.float32)
