"""The places of a film: each painted once in each of its layouts, by day and by night, and kept.

What stands where in each is kept besides, for pictures that tell what they show.
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.drawing.brush import DAY, NIGHT, Brush, Picture, Point, View, as_picture
from cinescribe.backlot.drawing.indoors import INDOORS
from cinescribe.backlot.drawing.labels import LabelBrush, Labelled
from cinescribe.backlot.drawing.outdoors import OUTDOORS

SET_WIDTH, SET_TOP, SET_BOTTOM = 820.0, -330.0, 90.0  # cm: how much of the stage a set covers
_SCALE = 2.0  # pixels a centimetre at which a set is painted
_LABEL_SCALE = 1.0  # and at which its pieces are told apart
_PAINTERS = INDOORS | OUTDOORS


@lru_cache(maxsize=12)
def painted_set(place: str, layout: int, *, night: bool) -> Picture:
    """A place as a picture of the whole stage, (H, W, 3), `_SCALE` pixels a centimetre."""
    view = _whole(_SCALE)
    picture = np.zeros((view.height, view.width, 3), np.uint8)
    _PAINTERS[place](Brush(picture, view, NIGHT if night else DAY), layout)
    picture.setflags(write=False)
    return picture


@lru_cache(maxsize=64)
def labelled_set(place: str, layout: int) -> Labelled:
    """The same place in numbers: which piece of furniture, tree or house stands where; night changes none of it."""
    view = _whole(_LABEL_SCALE)
    brush = LabelBrush(Labelled(np.zeros((view.height, view.width), np.uint8)), view)
    _PAINTERS[place](brush, layout)
    brush.picture.setflags(write=False)
    return brush.labelled()


def labelled_behind(labelled: Labelled, view: View) -> Labelled:
    """A set's pieces as a view shows them, as `Backdrop.behind` does its colours; beyond the set there are none."""
    move = _onto(labelled.numbers, view)
    size = (view.width, view.height)
    return Labelled(as_picture(cv2.warpAffine(labelled.numbers, move, size, flags=cv2.INTER_NEAREST)), labelled.pieces)


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
        return _moved(self._picture, _move(grow, (left, top)), view)


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
    return _moved(picture, _onto(picture, view), view)


def _onto(picture: Picture, view: View) -> NDArray[np.float64]:
    """The (2, 3) matrix that takes a painted set, however fine, to what a view shows."""
    grow = view.scale * SET_WIDTH / picture.shape[1]
    left = view.width / 2 - view.x * view.scale - picture.shape[1] * grow / 2
    top = view.height / 2 - (view.y - SET_TOP) * view.scale
    return _move(grow, (left, top))


def _move(grow: float, corner: Point) -> NDArray[np.float64]:
    return np.array([[grow, 0.0, corner[0]], [0.0, grow, corner[1]]])


def _whole(scale: float) -> View:
    """The view of all of a set, so many pixels a centimetre."""
    width, height = round(SET_WIDTH * scale), round((SET_BOTTOM - SET_TOP) * scale)
    return View(0.0, (SET_TOP + SET_BOTTOM) / 2, scale, width, height)


def _moved(picture: Picture, move: NDArray[np.float64], view: View) -> Picture:
    size = (view.width, view.height)
    return as_picture(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE))
