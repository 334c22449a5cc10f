"""Vectors of pictures that another encoding, size or light leaves alike, and the crop that makes two films agree."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.versions.film_signature import FilmSignature

Floats = NDArray[np.float32]

GRID = (9, 16)  # rows and columns of cells, of which each gives a number of the vector
_FLAT = 5.0  # luma levels of contrast below which a picture has no shapes to compare: black, white, one colour
_SCALES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)  # of width and height: down to 4:3 cut from 16:9
_N_SAMPLES = 48  # pictures by which crops are compared
_EVERY = 2  # pictures of the other film that they are compared with: 2.5 a second
_ALIKE = 0.95  # similarity of the same picture with the right crop: then no other is tried
_BETTER = 0.02  # similarity by which another crop must be better than none


@dataclass(frozen=True)
class Crop:
    """The part of a picture that is compared, in thumbnail pixels.

    Args:
        top, bottom, left, right: edges; fractions are allowed.
    """

    top: float
    bottom: float
    left: float
    right: float

    def scaled(self, height: float, width: float) -> Crop:
        """Return the middle of this part, with a share of its height and width."""
        dy, dx = (self.bottom - self.top) * (1 - height) / 2, (self.right - self.left) * (1 - width) / 2
        return Crop(self.top + dy, self.bottom - dy, self.left + dx, self.right - dx)


def picture_vectors(thumbs: NDArray[np.uint8], crop: Crop) -> Floats:
    """Return a vector for each thumbnail, (T, 144): length 1, or 0 where the picture has no shapes.

    Args:
        thumbs: grey pictures, (T, H, W).
        crop: the part that is compared.
    """
    rows = _cells(GRID[0], crop.top, crop.bottom, thumbs.shape[1])
    columns = _cells(GRID[1], crop.left, crop.right, thumbs.shape[2])
    out = np.empty((len(thumbs), GRID[0] * GRID[1]), np.float32)
    for first in range(0, len(thumbs), 2000):
        part = thumbs[first : first + 2000].astype(np.float32)
        cells = (rows @ part @ columns.T).reshape(len(part), -1)
        cells -= cells.mean(axis=1, keepdims=True)
        contrast = np.sqrt(np.mean(cells**2, axis=1, keepdims=True))
        length = contrast * np.float32(np.sqrt(cells.shape[1]))
        out[first : first + 2000] = np.where(contrast < _FLAT, 0, cells / np.maximum(length, 1e-6))
    return out


def matching_vectors(old: FilmSignature, new: FilmSignature) -> tuple[Floats, Floats]:
    """Return the vectors of two films, (T, 144) and (T', 144), after the crop with which they agree best."""
    crops = _own_crop(old), _own_crop(new)
    vectors = picture_vectors(old.thumbs, crops[0]), picture_vectors(new.thumbs, crops[1])
    lit = np.flatnonzero(vectors[0].any(axis=1))
    if not len(lit) or not vectors[1].any():
        return vectors
    chosen = lit[np.linspace(0, len(lit) - 1, min(_N_SAMPLES, len(lit))).astype(int)]
    best = _agreement(vectors[0][chosen], vectors[1])
    if best >= _ALIKE:
        return vectors
    found, best = None, best + _BETTER
    sampled = old.thumbs[chosen]
    for height, width in product(_SCALES, _SCALES):
        for of_old in (True, False):
            one = crops[0].scaled(height, width) if of_old else crops[0]
            other = crops[1] if of_old else crops[1].scaled(height, width)
            reached = _agreement(picture_vectors(sampled, one), picture_vectors(new.thumbs[::_EVERY], other))
            if reached > best:
                found, best = (one, other), reached
    if found is None:
        return vectors
    return picture_vectors(old.thumbs, found[0]), picture_vectors(new.thumbs, found[1])


def _own_crop(signature: FilmSignature) -> Crop:
    rows, columns = signature.crop
    return Crop(rows.start, rows.stop, columns.start, columns.stop)


def _cells(n_cells: int, start: float, end: float, length: int) -> Floats:
    """Return the share of each pixel in each cell of a part of a row or column, (n_cells, length)."""
    edges = np.linspace(start, end, n_cells + 1)
    pixels = np.arange(length)
    inside = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
    return (inside.clip(0) / np.diff(edges)[:, None]).astype(np.float32)


def _agreement(some: Floats, others: Floats) -> float:
    """Return how similar the better half of some pictures are to the most similar others; many may be cut."""
    nearest = np.sort((some @ others.T).max(axis=1))
    return float(nearest[len(nearest) // 2 :].mean())
