"""Sets: pictures and label maps of places, cached for each layout, by day and by night."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.drawing.brush import DAYLIGHT, NIGHT, Brush, Picture, Point, StageView, as_picture
from cinescribe.backlot.drawing.indoors import INDOORS
from cinescribe.backlot.drawing.labels import LabelBrush, LabelMap
from cinescribe.backlot.drawing.outdoors import OUTDOORS

SET_WIDTH, SET_TOP, SET_BOTTOM = 820.0, -330.0, 90.0  # cm: extent of a set on the stage
_SCALE = 2.0  # pixels per centimetre of a painted set
_LABEL_SCALE = 1.0  # pixels per centimetre of its label map
_PAINTERS = INDOORS | OUTDOORS


@lru_cache(maxsize=12)
def painted_set(place: str, layout: int, *, night: bool) -> Picture:
    """Return the picture of a place over the whole stage, (H, W, 3), at `_SCALE` pixels per centimetre."""
    view = _whole(_SCALE)
    picture = np.zeros((view.height, view.width, 3), np.uint8)
    _PAINTERS[place](Brush(picture, view, NIGHT if night else DAYLIGHT), layout)
    picture.setflags(write=False)
    return picture


@lru_cache(maxsize=64)
def set_labels(place: str, layout: int) -> LabelMap:
    """Return the label map of a place: furniture, trees, houses; it is the same by night."""
    view = _whole(_LABEL_SCALE)
    brush = LabelBrush(LabelMap(np.zeros((view.height, view.width), np.uint8)), view)
    _PAINTERS[place](brush, layout)
    brush.picture.setflags(write=False)
    return brush.label_map()


def labels_behind(labels: LabelMap, view: StageView) -> LabelMap:
    """Return the labels of a set as a view shows them, like `Backdrop.behind`; outside the set there are none."""
    move = _onto(labels.numbers, view)
    size = (view.width, view.height)
    return LabelMap(as_picture(cv2.warpAffine(labels.numbers, move, size, flags=cv2.INTER_NEAREST)), labels.pieces)


class Backdrop:
    """The set behind one take: cropped once for all views of the camera, then only shifted and scaled.

    Args:
        picture: the painted set.
        first, last: the camera moves in a straight line between these views; equal when it does not move.
        blur: blur of the set, in centimetres of the stage.
    """

    def __init__(self, picture: Picture, first: StageView, last: StageView, *, blur: float) -> None:
        self._still = first == last
        self._view = first if self._still else _covering(first, last)
        self._picture = _cut(picture, self._view, blur=blur)

    def behind(self, view: StageView) -> Picture:
        """Return a new picture of the set as a view shows it."""
        if self._still:
            return self._picture.copy()
        own = self._view
        grow = view.scale / own.scale
        left = view.width / 2 - (view.x - own.x) * view.scale - own.width / 2 * grow
        top = view.height / 2 - (view.y - own.y) * view.scale - own.height / 2 * grow
        return _moved(self._picture, _move(grow, (left, top)), view)


def _covering(first: StageView, last: StageView) -> StageView:
    """Return the smallest view, at the finer scale, that covers both."""
    finest = max(first.scale, last.scale)
    wide = max(first.width / first.scale, last.width / last.scale) + abs(first.x - last.x) + 2
    tall = max(first.height / first.scale, last.height / last.scale) + 2
    return StageView((first.x + last.x) / 2, first.y, finest, math.ceil(wide * finest), math.ceil(tall * finest))


def _cut(picture: Picture, view: StageView, *, blur: float) -> Picture:
    shrink = min(1.0, view.scale / _SCALE)
    if shrink < 1.0:
        size = round(picture.shape[1] * shrink), round(picture.shape[0] * shrink)
        picture = as_picture(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    if blur:
        picture = as_picture(cv2.GaussianBlur(picture, (0, 0), blur * _SCALE * shrink))
    return _moved(picture, _onto(picture, view), view)


def _onto(picture: Picture, view: StageView) -> NDArray[np.float64]:
    """Return the (2, 3) matrix from a painted set, at any scale, to a view."""
    grow = view.scale * SET_WIDTH / picture.shape[1]
    left = view.width / 2 - view.x * view.scale - picture.shape[1] * grow / 2
    top = view.height / 2 - (view.y - SET_TOP) * view.scale
    return _move(grow, (left, top))


def _move(grow: float, corner: Point) -> NDArray[np.float64]:
    return np.array([[grow, 0.0, corner[0]], [0.0, grow, corner[1]]])


def _whole(scale: float) -> StageView:
    """Return the view of a whole set, at `scale` pixels per centimetre."""
    width, height = round(SET_WIDTH * scale), round((SET_BOTTOM - SET_TOP) * scale)
    return StageView(0.0, (SET_TOP + SET_BOTTOM) / 2, scale, width, height)


def _moved(picture: Picture, move: NDArray[np.float64], view: StageView) -> Picture:
    size = (view.width, view.height)
    return as_picture(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE))
