"""Measures the colours below a face, where the clothes of its person are."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

GRID = 8  # rows and columns of the means
# The region, in heights of the face's box below it and in widths of it: from below the neck to about the waist.
# Narrower than the shoulders (about two widths of such a box), so that little background comes with it.
_FROM, _TO, _WIDTH = 0.35, 1.85, 1.4


def torso(image: Image, box: Box) -> tuple[NDArray[np.uint8], float]:
    """Return the mean colours of a grid over the region below a face, and the share of it inside the picture.

    Args:
        image: RGB, (H, W, 3).
        box: of the face.

    Returns:
        RGB means of the part inside the picture, (8, 8, 3), zeros where nothing of it is inside; and the share.
    """
    height, width = image.shape[:2]
    middle, half = (box[0] + box[2]) / 2 * width, (box[2] - box[0]) * width * _WIDTH / 2
    face = (box[3] - box[1]) * height
    left, right = middle - half, middle + half
    top, bottom = box[3] * height + _FROM * face, box[3] * height + _TO * face
    inside = [max(round(left), 0), max(round(top), 0), min(round(right), width), min(round(bottom), height)]
    if inside[0] >= inside[2] or inside[1] >= inside[3]:
        return np.zeros((GRID, GRID, 3), np.uint8), 0.0
    patch = image[inside[1] : inside[3], inside[0] : inside[2]]
    seen = (inside[2] - inside[0]) * (inside[3] - inside[1])
    share = min(1.0, seen / max((right - left) * (bottom - top), 1.0))
    return np.asarray(cv2.resize(patch, (GRID, GRID), interpolation=cv2.INTER_AREA), np.uint8), share
