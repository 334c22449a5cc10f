"""Signatures of pictures, for comparing shots: small thumbnails and histograms.

Black bars of a film are cropped first, since they make all its pictures similar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image, yuv_planes

Floats = NDArray[np.float32]

THUMB = (48, 27)  # width and height of the thumbnail for shapes
BLEND = (24, 14)  # ... and of the one for mixes: coarser, so that movement matters less
N_BINS = 32  # levels of a histogram
_SMOOTH = np.array([0.25, 0.5, 0.25], np.float32)  # over neighbouring bins, for robustness to small changes of light
BAR = 40  # luma that a black bar never reaches
LIT = 0.05  # share of a row or column that must reach it
_PLAIN = 8.0  # levels of luma around the mean ...
PLAIN_SHARE = 0.9  # ... in which this share of a plain picture lies: it may contain a station logo
MIN_CROP = 0.25  # of width and height: a smaller crop means a dark film, not bars


@dataclass(frozen=True)
class Signatures:
    """Signatures of T consecutive pictures.

    Args:
        thumbs: luma less its mean, blurred, (T, 27, 48).
        blends: luma and colours in one vector, coarse, (T, F): the vector of a mix is the mix of the vectors.
        histograms: square roots of the luma's histograms by quadrant, then the colours', (T, 5 * N_BINS); each part's
            squares sum to 1.
        means: mean luma, (T,).
        plain: whether the picture has a single colour, except for a small logo, (T,).
    """

    thumbs: Floats
    blends: Floats
    histograms: Floats
    means: Floats
    plain: NDArray[np.bool_]


class Bars:
    """Finds black bars: rows and columns that are dark in all pictures so far."""

    def __init__(self) -> None:
        self._brightest: Image | None = None

    def add(self, luma: Image) -> None:
        """Add a picture."""
        if self._brightest is None:
            self._brightest = luma.copy()
        np.maximum(self._brightest, luma, out=self._brightest)

    def crop(self) -> tuple[slice, slice]:
        """Return the rows and columns between the bars."""
        assert self._brightest is not None
        lit = self._brightest > BAR
        return _inside(lit.mean(axis=1)), _inside(lit.mean(axis=0))


def signatures(pictures: Sequence[Image], crop: tuple[slice, slice]) -> Signatures:
    """Return the signatures of `yuv420p` pictures without bars.

    Args:
        pictures: consecutive pictures, each (H * 3 / 2, W).
        crop: rows and columns to use, from `Bars`.
    """
    rows, columns = crop
    halves = slice(rows.start // 2, rows.stop // 2), slice(columns.start // 2, columns.stop // 2)
    planes = [yuv_planes(picture) for picture in pictures]
    lumas = [luma[crop] for luma, _, _ in planes]
    colours = [(blue[halves], red[halves]) for _, blue, red in planes]
    thumbs = np.stack([cv2.resize(luma, THUMB, interpolation=cv2.INTER_AREA) for luma in lumas]).astype(np.float32)
    means = thumbs.mean(axis=(1, 2))
    for thumb in thumbs:
        cv2.GaussianBlur(thumb, (0, 0), 1.0, dst=thumb)
    centred = thumbs - means[:, None, None]
    return Signatures(
        thumbs=centred,
        blends=_blends(thumbs, colours),
        histograms=_histograms(lumas, colours),
        means=means,
        plain=(np.abs(centred) <= _PLAIN).mean(axis=(1, 2)) >= PLAIN_SHARE,
    )


def _inside(share: NDArray[np.floating]) -> slice:
    lit = np.flatnonzero(share > LIT)
    if not len(lit) or lit[-1] + 1 - lit[0] < MIN_CROP * len(share):
        return slice(0, len(share))
    # Even, so that the crop of the colours, at half the size, matches.
    return slice(int(lit[0]) // 2 * 2, -(-(int(lit[-1]) + 1) // 2) * 2)


def _blends(thumbs: Floats, colours: Sequence[tuple[Image, Image]]) -> Floats:
    small = (BLEND[0] // 2, BLEND[1] // 2)
    rows = []
    for thumb, pair in zip(thumbs, colours, strict=True):
        luma = cv2.resize(thumb, BLEND, interpolation=cv2.INTER_AREA)
        tints = [cv2.resize(colour, small, interpolation=cv2.INTER_AREA) for colour in pair]
        # Colours count double: they have a quarter of the pixels and vary less than luma.
        rows.append(np.concatenate([luma.ravel(), *(2 * tint.astype(np.float32).ravel() for tint in tints)]))
    return np.stack(rows) - np.float32(128)


def _histograms(lumas: Sequence[Image], colours: Sequence[tuple[Image, Image]]) -> Floats:
    counts = np.stack([_counts(luma, *pair) for luma, pair in zip(lumas, colours, strict=True)])  # (T, 5, N_BINS)
    padded = np.pad(counts, ((0, 0), (0, 0), (1, 1)))
    smooth = np.sum([weight * padded[..., k : k + N_BINS] for k, weight in enumerate(_SMOOTH)], axis=0)
    return np.asarray(np.sqrt(smooth / np.maximum(smooth.sum(axis=2, keepdims=True), 1)).reshape(len(counts), -1))


def _counts(luma: Image, blue: Image, red: Image) -> Floats:
    """Return histograms of the luma of four quadrants, and of both colours together, (5, N_BINS)."""
    middle, centre = luma.shape[0] // 2, luma.shape[1] // 2
    quadrants = [part for half in (luma[:middle], luma[middle:]) for part in (half[:, :centre], half[:, centre:])]
    rows = [cv2.calcHist([part], [0], None, [N_BINS], [0, 256]).ravel() for part in (*quadrants, blue, red)]
    return np.stack([*rows[:4], rows[4] + rows[5]])
