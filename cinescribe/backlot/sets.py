"""The places of a film: each painted once in each of its layouts, by day and by night, and kept."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from cinescribe.backlot.brush import DAY, NIGHT, Brush, Picture, Point, View, as_picture
from cinescribe.backlot.indoors import INDOORS
from cinescribe.backlot.outdoors import OUTDOORS

SET_WIDTH, SET_TOP, SET_BOTTOM = 820.0, -330.0, 90.0  # cm: how much of the stage a set covers
_SCALE = 2.0  # pixels a centimetre at which a set is painted


@lru_cache(maxsize=12)
def painted_set(place: str, layout: int, *, night: bool) -> Picture:
    """A place as a picture of the whole stage, (H, W, 3), `_SCALE` pixels a centimetre."""
    width, height = round(SET_WIDTH * _SCALE), round((SET_BOTTOM - SET_TOP) * _SCALE)
    picture = np.zeros((height, width, 3), np.uint8)
    brush = Brush(picture, View(0.0, (SET_TOP + SET_BOTTOM) / 2, _SCALE, width, height), NIGHT if night else DAY)
    painters = INDOORS | OUTDOORS
    painters[place](brush, layout)
    picture.setflags(write=False)
    return picture


class Backdrop:
    """A set behind one take: cut out once for all the views the camera will have, then only shifted and scaled.

    Args:
        picture: the painted set.
        first, last: the views between which the camera moves in a straight line; the same one when it stands still.
        blur: how far out of focus the set lies, in centimetres of the stage.
    """

    def __init__(self, picture: Picture, first: View, last: View, *, blur: float) -> None:
        self._still = first == last
        self._view = first if self._still else _covering(first, last)
        self._picture = _cut(picture, self._view, blur=blur)

    def behind(self, view: View) -> Picture:
        """The set as a view shows it, a fresh picture."""
        if self._still:
            return self._picture.copy()
        kept = self._view
        grow = view.scale / kept.scale
        left = view.width / 2 - (view.x - kept.x) * view.scale - kept.width / 2 * grow
        top = view.height / 2 - (view.y - kept.y) * view.scale - kept.height / 2 * grow
        return _moved(self._picture, grow, (left, top), view)


def _covering(first: View, last: View) -> View:
    """The view, as fine as the finer of two, that shows all of both."""
    finest = max(first.scale, last.scale)
    wide = max(first.width / first.scale, last.width / last.scale) + abs(first.x - last.x) + 2
    tall = max(first.height / first.scale, last.height / last.scale) + 2
    return View((first.x + last.x) / 2, first.y, finest, math.ceil(wide * finest), math.ceil(tall * finest))


def _cut(picture: Picture, view: View, *, blur: float) -> Picture:
    shrink = min(1.0, view.scale / _SCALE)
    if shrink < 1.0:
        size = round(picture.shape[1] * shrink), round(picture.shape[0] * shrink)
        picture = as_picture(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    if blur:
        picture = as_picture(cv2.GaussianBlur(picture, (0, 0), blur * _SCALE * shrink))
    grow = view.scale * SET_WIDTH / picture.shape[1]
    left = view.width / 2 - view.x * view.scale - picture.shape[1] * grow / 2
    top = view.height / 2 - (view.y - SET_TOP) * view.scale
    return _moved(picture, grow, (left, top), view)


def _moved(picture: Picture, grow: float, corner: Point, view: View) -> Picture:
    move = np.array([[grow, 0.0, corner[0]], [0.0, grow, corner[1]]])
    size = (view.width, view.height)
    return as_picture(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE))
