"""Collects evidence that text is laid over a film: it outlasts cuts, or is seen through."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image

_Floats = NDArray[np.float64]

# Set on the first half of `results/watermarks.json`.
_WIDTH = 240  # pixels of the pictures in which the camera's movement is measured
MIN_RESPONSE = 0.1  # of the phase correlation, below which the camera's movement is not known
_MOVED = 3.0  # pixels of the picture in which lines are followed, from which on something has moved
ALONG = 0.5  # share of the camera's movement by which a line of the scene may move otherwise
_SPREAD = 8.0  # levels of brightness by which what lies behind a line must vary for its opacity to be known
MAX_SLICES = 120  # of a line
# Quantiles of the brightness of a slice of a line: of dark strokes, of what lies behind light ones, of what lies behind
# dark ones, of light strokes. Letters fill a fifth to a third of a line.
_QUANTILES = 0.1, 0.3, 0.7, 0.92
_ROUGH = 16, 9  # pixels in which two pictures are compared as a whole
_SAME_SCENE = 0.8  # smallest correlation of two pictures of one scene


@dataclass(frozen=True)
class PictureChange:
    """How a picture differs from the one before.

    Args:
        is_cut: whether it shows something else.
        camera: how far the whole picture has moved, in pixels across and down; None where that is not known.
    """

    is_cut: bool = False
    camera: tuple[float, float] | None = None


@dataclass(frozen=True)
class OverlayEvidence:
    """What was seen of one line from picture to picture; counts add up.

    Args:
        n_cuts: pictures that show something else than the one before, while the line stayed.
        n_elsewhere: other scenes in which the line is at the same place; see `SceneViews`.
        n_still: pictures before which the camera moved and the line stayed.
        n_along: pictures before which the line moved as the camera did.
        n_own: pictures before which the line moved otherwise.
        slices: brightness of slices of the line, `_QUANTILES` of each, (n, 4).
    """

    n_cuts: int = 0
    n_elsewhere: int = 0
    n_still: int = 0
    n_along: int = 0
    n_own: int = 0
    slices: tuple[tuple[float, ...], ...] = ()

    def __add__(self, other: OverlayEvidence) -> OverlayEvidence:
        """Return the evidence of both."""
        counts = (
            self.n_cuts + other.n_cuts,
            self.n_elsewhere + other.n_elsewhere,
            self.n_still + other.n_still,
            self.n_along + other.n_along,
            self.n_own + other.n_own,
        )
        return OverlayEvidence(*counts, (self.slices + other.slices)[:MAX_SLICES])

    @property
    def is_in_scene(self) -> bool:
        """Whether the line moves with the camera, as objects of the scene do."""
        return self.n_along > self.n_still + self.n_cuts

    @property
    def see_through(self) -> float:
        """How much of what lies behind shows through the letters, 0 to 1; 0 where it is not known.

        Letters of one opacity are as bright as what lies behind them, times what shows through, and a constant.
        """
        if not self.slices:
            return 0.0
        dark, behind_light, behind_dark, light = np.array(self.slices).T
        slopes = [_slope(behind_light, light), _slope(behind_dark, dark)]
        return min((max(0.0, each) for each in slopes if each is not None), default=0.0)


NO_EVIDENCE = OverlayEvidence()


def movement_evidence(shift: tuple[float, float], change: PictureChange) -> OverlayEvidence:
    """Return the evidence of one movement of a line, in pixels across and down, from one picture to the next."""
    if change.is_cut:
        return OverlayEvidence(n_cuts=1)
    if change.camera is None:
        return OverlayEvidence()
    size, length = float(np.hypot(*shift)), float(np.hypot(*change.camera))
    apart = float(np.hypot(shift[0] - change.camera[0], shift[1] - change.camera[1]))
    if length >= _MOVED and apart <= ALONG * length:
        return OverlayEvidence(n_along=1)
    if size < _MOVED / 2:
        return OverlayEvidence(n_still=int(length >= _MOVED))
    return OverlayEvidence(n_own=int(apart >= _MOVED))


def picture_change(before: Image, now: Image) -> PictureChange:
    """Return how a small grey picture (H, W) differs from the one before."""
    if not is_same_scene(before, now):
        return PictureChange(is_cut=True)
    scale = _WIDTH / now.shape[1]
    size = _WIDTH, max(1, round(now.shape[0] * scale))
    one, other = (
        np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA), np.float64) for each in (before, now)
    )
    (x, y), response = cv2.phaseCorrelate(one, other, cv2.createHanningWindow(size, cv2.CV_64F))
    return PictureChange(camera=(x / scale, y / scale) if response >= MIN_RESPONSE else None)


def is_same_scene(one: Image, other: Image) -> bool:
    """Whether two grey pictures (H, W) show much the same, whatever small things have come or gone."""
    rough = [
        np.asarray(cv2.resize(each, _ROUGH, interpolation=cv2.INTER_AREA), np.float32).ravel() for each in (one, other)
    ]
    spread = [float(picture.std()) for picture in rough]
    if min(spread) < 1:  # plain pictures correlate with nothing
        return max(spread) < 1
    return float(np.asarray(np.corrcoef(np.stack(rough)))[0, 1]) >= _SAME_SCENE


def line_slices(crop: Image) -> tuple[tuple[float, ...], ...]:
    """Return quantiles of the brightness of slices of a line, each as wide as it is high.

    Args:
        crop: the line, level, in grey, (H, W).
    """
    height, width = crop.shape
    middle = crop[height // 6 : height - height // 6]
    parts = np.array_split(middle, max(1, round(width / height)), axis=1)
    return tuple(tuple(np.quantile(part, _QUANTILES).tolist()) for part in parts)


def _slope(behind: _Floats, letters: _Floats) -> float | None:
    return None if behind.std() < _SPREAD else float(np.polyfit(behind, letters, 1)[0])
