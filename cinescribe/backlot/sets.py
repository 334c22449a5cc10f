"""The places of a film: each painted once in each of its layouts, by day and by night, and kept."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from cinescribe.backlot.brush import DAY, NIGHT, Brush, Picture, View
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


def backdrop(picture: Picture, view: View, *, blur: float) -> Picture:
    """What a view shows of a painted set; `blur` is in centimetres of the stage."""
    shrink = min(1.0, view.scale / _SCALE)
    if shrink < 1.0:
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur * _SCALE * shrink)
    grow = view.scale / (_SCALE * shrink)
    left = view.width / 2 - view.x * view.scale - picture.shape[1] * grow / 2
    top = view.height / 2 - (view.y - SET_TOP) * view.scale
    move = np.array([[grow, 0.0, left], [0.0, grow, top]])
    return cv2.warpAffine(picture, move, (view.width, view.height), borderMode=cv2.BORDER_REPLICATE)
