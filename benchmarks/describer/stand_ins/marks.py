"""Marks in the pictures of a request, found by their pixels: coloured circles around heads, squares in corners."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.describer.stand_ins.requests import decoded
from cinescribe.models.vlm.chat import ChatPicture
from cinescribe.schema import Box

# What a model would call these colours; RGB.
_COLOURS = {
    "red": (230, 25, 25),
    "blue": (30, 60, 235),
    "green": (20, 170, 40),
    "yellow": (250, 225, 20),
    "pink": (245, 60, 200),
    "magenta": (255, 0, 255),
    "cyan": (20, 215, 225),
    "orange": (250, 130, 10),
    "purple": (130, 30, 170),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
}
_CLOSE = 70  # of 255: distance of a pixel's colour to that of a mark
_N_ANGLES, _ROUND = 24, 0.7  # directions around a head, and the share of them in which a circle shows
_RING = 0.5, 2.2  # half heights of a head between which the line of its circle lies
_CORNER = 0.3  # of each side
_SOLID = 0.016  # of the picture's width: a square is solid over more than this, the line of a circle is not
_SQUARE = re.compile(
    r"^(?:An?|The) (\w+) (?:square|rectangle|box) is in the (upper|lower|top|bottom) (left|right) corner of "
    r"(?:(?:frame|picture) (\d+)|the frames)\W*$",
    re.IGNORECASE,
)


def circle_around(image: NDArray[np.uint8], head: Box, colours: Iterable[str]) -> str | None:
    """Return which of some colours the circle around a place in the picture has; None if there is none."""
    height, width = image.shape[:2]
    radius = max((head[3] - head[1]) / 2 * height, 2.0)
    row, column = (head[1] + head[3]) / 2 * height, (head[0] + head[2]) / 2 * width
    top, left = max(int(row - radius * _RING[1]), 0), max(int(column - radius * _RING[1]), 0)
    image = image[top : int(row + radius * _RING[1]) + 1, left : int(column + radius * _RING[1]) + 1]
    ys, xs = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    ys, xs = ys + top - row, xs + left - column
    away = np.hypot(ys, xs) / radius
    ring = (away >= _RING[0]) & (away <= _RING[1])
    angles = np.floor((np.arctan2(ys, xs) / (2 * np.pi) % 1) * _N_ANGLES)[ring]
    pixels = image[ring].astype(np.int32)
    shares = {
        colour: len(np.unique(angles[np.linalg.norm(pixels - np.array(_COLOURS[colour]), axis=1) < _CLOSE])) / _N_ANGLES
        for colour in colours
    }
    best = max(shares, key=shares.__getitem__, default=None)
    return best if best is not None and shares[best] >= _ROUND else None


def is_square_there(statement: str, pictures: Sequence[ChatPicture]) -> bool | None:
    """Return whether a statement about a square in a corner of one frame or of all is true; None for another one."""
    found = _SQUARE.match(statement)
    if found is None or found[1].lower() not in _COLOURS:
        return None
    if found[4] is None:
        return all(_has_square(decoded(picture), found) for picture in pictures)
    n = int(found[4])
    return 1 <= n <= len(pictures) and _has_square(decoded(pictures[n - 1]), found)


def _has_square(image: NDArray[np.uint8], found: re.Match[str]) -> bool:
    height, width = image.shape[:2]
    high, wide = int(height * _CORNER), int(width * _CORNER)
    rows = slice(0, high) if found[2].lower() in ("upper", "top") else slice(height - high, height)
    columns = slice(0, wide) if found[3].lower() == "left" else slice(width - wide, width)
    away = image[rows, columns].astype(np.int32) - np.array(_COLOURS[found[1].lower()])
    side = max(int(width * _SOLID), 3)
    alike = (np.linalg.norm(away, axis=2) < _CLOSE).astype(np.uint8)
    return bool(cv2.erode(alike, np.ones((side, side), np.uint8), borderValue=0).any())
