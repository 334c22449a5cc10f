"""Compares pictures by their shapes and their light, robust to movement.

Shapes are compared by the correlation of thumbnails, maximal over small shifts and normalised by contrast; light and
colours by histograms.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.shots.frame_signature import N_BINS, Floats, Signatures

Indices = NDArray[np.intp]

SHIFTS = (-2, 0, 2)  # thumbnail pixels, both ways
_MARGIN = 2  # thumbnail pixels at the edges, reserved for shifts
FLOOR = 4.0  # luma levels of contrast that count as noise


class PictureComparison:
    """Dissimilarity of pictures of one chunk, 0 (the same) to about 1."""

    def __init__(self, signatures: Signatures) -> None:
        thumbs = signatures.thumbs
        height, width = thumbs.shape[1:]
        self._views = {
            (dy, dx): thumbs[:, _MARGIN + dy : height - _MARGIN + dy, _MARGIN + dx : width - _MARGIN + dx]
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
