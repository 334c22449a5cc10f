"""Small pictures of people from hair to knees, to recognise people whose face is too small or turned away."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

LOOK_HEIGHT, LOOK_WIDTH = 24, 12  # pixels
# The region, in heights of the face's box from its middle: up, down, and to either side.
ABOVE, BELOW, _ASIDE = 1.0, 5.0, 1.06


def look(image: Image, box: Box) -> NDArray[np.uint8]:
    """Return a small picture of the person of a face, (LOOK_HEIGHT, LOOK_WIDTH, 3); black beyond the picture.

    Args:
        image: RGB, (H, W, 3).
        box: of the face, as fractions of the picture.
    """
    height, width = image.shape[:2]
    unit = max((box[3] - box[1]) * height, 1.0)
    x, y = (box[0] + box[2]) / 2 * width, (box[1] + box[3]) / 2 * height
    left, top = x - _ASIDE * unit, y - ABOVE * unit
    across, down = LOOK_WIDTH / (2 * _ASIDE * unit), LOOK_HEIGHT / ((ABOVE + BELOW) * unit)
    # Averaged to twice the size first, because warping takes single pixels.
    scale = min(1.0, 2 * down)
    small = image if scale == 1 else _shrunk(image, scale)
    matrix = np.array([[across / scale, 0, -left * across], [0, down / scale, -top * down]], np.float32)
    return np.asarray(cv2.warpAffine(small, matrix, (LOOK_WIDTH, LOOK_HEIGHT), flags=cv2.INTER_LINEAR), np.uint8)


def light(image: Image) -> NDArray[np.uint8]:
    """Return the mean colour of a picture, (3,): looks change with it."""
    return np.asarray(np.round(image.mean((0, 1))), np.uint8)


def _shrunk(image: Image, scale: float) -> Image:
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
