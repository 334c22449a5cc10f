"""Faces, shaded and in natural proportion, as sprites that the camera pastes onto its figures.

A face is painted once for each turn, mouth and eyelids it is seen with, at about the size it is shown in; `head` keeps
the recent ones. Measures are half faces (see `hair`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from cinescribe.backlot.drawing.brush import (
    Brush,
    Colour,
    Picture,
    Point,
    Points,
    View,
    as_picture,
    blend,
    shade,
    smooth,
)
from cinescribe.backlot.drawing.cast import Look
from cinescribe.backlot.drawing.face_base import eye_middle, outline, paint_ears, paint_still
from cinescribe.backlot.drawing.hair import paint_back_of_head
from cinescribe.backlot.drawing.head_pose import STRAIGHT, Turn
from cinescribe.backlot.drawing.tint import oval, ribbon, soft

SPRITE_WIDTH, SPRITE_HEIGHT = 3.0, 3.2  # half faces
SPRITE_MIDDLE = -0.25  # y of the sprite's middle row
FACE_BOX = (-0.76, -0.7, 0.76, 1.03)  # of a face that looks straight ahead

_FINEST = 48  # pixels a half face below which painting is done larger and shrunk
_DARK: Colour = (28, 18, 18)


@dataclass(frozen=True)
class Face:
    """What changes about a face from frame to frame.

    Args:
        turn: where it looks.
        mouth: 0 closed to 1 wide open.
        lids: 0 open to 1 shut.
    """

    turn: Turn = STRAIGHT
    mouth: float = 0.0
    lids: float = 0.0


@lru_cache(maxsize=256)
def head(look: Look, face: Face | None, unit: int) -> Picture:
    """A head as an RGBA sprite, `unit` pixels a half face; seen from behind when `face` is None."""
    fine = max(unit, _FINEST)
    sprite = _blank(fine)
    if face is None:
        _paint_behind(sprite, look)
    else:
        sprite = _bare(look, face.turn, fine).copy()
        _paint_moving(sprite, look, face)
    if fine != unit:
        size = (round(SPRITE_WIDTH * unit), round(SPRITE_HEIGHT * unit))
        sprite = as_picture(cv2.resize(sprite, size, interpolation=cv2.INTER_AREA))
    return sprite


def _blank(unit: int) -> Picture:
    return np.zeros((round(SPRITE_HEIGHT * unit), round(SPRITE_WIDTH * unit), 4), np.uint8)


def _brush(sprite: Picture) -> Brush:
    height, width = sprite.shape[:2]
    return Brush(sprite, View(0.0, SPRITE_MIDDLE, height / SPRITE_HEIGHT, width, height))


@lru_cache(maxsize=96)
def _bare(look: Look, turn: Turn, unit: int) -> Picture:
    sprite = _blank(unit)
    paint_still(_brush(sprite), look, turn)
    return sprite


def _paint_behind(sprite: Picture, look: Look) -> None:
    brush = _brush(sprite)
    paint_ears(brush, look, STRAIGHT)
    brush.polygon(outline(look, STRAIGHT), shade(look.skin, 0.86))
    paint_back_of_head(brush, look)


def _paint_moving(sprite: Picture, look: Look, face: Face) -> None:
    brush = _brush(sprite)
    for side in (-1, 1):
        _eye(brush, look, face, side)
    _mouth(brush, look, face)
    _glasses(brush, look, face.turn)


def _eye(brush: Brush, look: Look, face: Face, side: int) -> None:
    turn = face.turn
    x, y = eye_middle(look, side)
    size = 1 + 0.19 * look.eye_size
    half, up, down = 0.155 * size, 0.085 * size, 0.055 * size
    tilt = 0.032 * look.eye_tilt
    open_ = 1.0 - face.lids

    def at(dx: float, dy: float) -> Point:
        return turn.on_face(x + side * dx, y + dy - tilt * dx / half, 0.02)

    arch = ((-0.45, 0.85), (0.15, 1.0), (0.7, 0.5))
    over = [at(half * along, down - (up * high + down) * open_) for along, high in arch]
    upper = smooth([at(-half, 0.02), *over, at(half, 0.0)], closed=False)
    lower = smooth([at(-half, 0.02), at(-half * 0.3, down * 0.9), at(half * 0.3, down), at(half, 0.0)], closed=False)
    lash = blend(_DARK, look.skin, 0.1)
    if open_ > 0.2:
        _ball(brush, look, np.concatenate([upper, lower[::-1]]), at(0.0 + side * 0.05 * turn.yaw, -0.018))
    else:
        soft(brush, np.concatenate([upper, lower[::-1]]), shade(look.skin, 0.85), strength=0.9, blur=0.01)
    heavy = 0.034 if look.gender == "woman" else 0.024
    brush.curve(upper, lash, heavy)
    if look.gender == "woman":
        brush.curve([at(half * 0.9, -0.005), at(half * 1.18, -0.045)], lash, 0.022)
    crease = [at(-half * 0.8, -up * 0.75), at(0.0, -up * 1.55), at(half * 0.95, -up * 0.6)]
    soft(brush, ribbon(crease, 0.03), shade(look.skin, 0.5), strength=0.7, blur=0.008)
    soft(brush, ribbon([*(tuple(p) for p in lower[::4])], 0.022), shade(look.skin, 0.5), strength=0.6, blur=0.006)


def _ball(brush: Brush, look: Look, opening: Points, iris: Point) -> None:
    """The eyeball, seen through the opening of the lids."""
    layer = brush.picture.copy()
    ball = Brush(layer, brush.view)
    size = 1 + 0.1 * look.eye_size
    ball.polygon(opening, (238, 234, 230))
    soft(ball, opening[: len(opening) // 2], (120, 104, 100), strength=0.6, blur=0.02)
    ball.disc(iris, 0.076 * size, shade(look.iris, 0.55))
    ball.disc(iris, 0.062 * size, look.iris)
    ball.disc(iris, 0.034 * size, (12, 10, 12))
    ball.disc((iris[0] - 0.025, iris[1] - 0.028), 0.017, (255, 255, 255))
    mask = np.zeros(layer.shape[:2], np.uint8)
    Brush(mask, brush.view).polygon(opening, (255, 255, 255))
    share = mask[:, :, None] / np.float32(255)
    brush.picture[:] = np.rint(brush.picture * (1 - share) + layer * share)


def _mouth(brush: Brush, look: Look, face: Face) -> None:
    turn = face.turn
    half = 0.27 * (1 + 0.24 * look.mouth_width) * (1 - 0.12 * face.mouth)
    full = 1 + 0.55 * look.lip_fullness
    y = 0.585 + 0.035 * look.nose_length
    corner = -0.034 * look.smile - 0.008
    drop = 0.2 * face.mouth

    def at(dx: float, dy: float, out: float = 0.06) -> Point:
        return turn.on_face(dx * half, y + dy, out)

    bow = [at(x, y * full) for x, y in ((-0.45, -0.045), (-0.13, -0.068), (0, -0.05), (0.13, -0.068), (0.45, -0.045))]
    top = [at(-1, corner, 0.0), *bow, at(1, corner, 0.0)]
    low = [
        at(1, corner, 0.0),
        at(0.5, drop * 0.85 + 0.06 * full),
        at(0, drop + 0.085 * full),
        at(-0.5, drop * 0.85 + 0.06 * full),
    ]
    seam = [at(-1, corner, 0.0), at(-0.4, 0.004), at(0, 0.012), at(0.4, 0.004), at(1, corner, 0.0)]
    brush.polygon(smooth([*top, *low]), look.lips)
    soft(brush, smooth(top, closed=False), shade(look.lips, 0.72), strength=0.6, blur=0.012)
    shine = at(-0.1, drop + 0.045 * full)
    soft(brush, oval(shine, half * 0.35, 0.016), shade(look.lips, 1.35), strength=0.5, blur=0.015)
    if face.mouth > 0.1:
        bottom = [at(0.62, drop * 0.7), at(0, drop * 0.95), at(-0.62, drop * 0.7)]
        brush.polygon(smooth([*seam, *bottom]), (70, 24, 28))
        teeth = [
            at(-0.6, 0.004),
            at(0, 0.012),
            at(0.6, 0.004),
            at(0.5, min(0.06, drop * 0.5)),
            at(-0.5, min(0.06, drop * 0.5)),
        ]
        brush.polygon(teeth, (240, 236, 230))
    else:
        brush.curve(smooth(seam, closed=False), shade(look.lips, 0.45), 0.02)
    for side in (-1, 1):
        soft(brush, oval(at(side * 1.04, corner, 0.0), 0.03, 0.03), shade(look.skin, 0.55), strength=0.5, blur=0.02)


def _glasses(brush: Brush, look: Look, turn: Turn) -> None:
    if look.glasses == "none":
        return
    frame = look.glasses_colour
    inner = []
    for side in (-1, 1):
        x, y = eye_middle(look, side)
        power = 1.0 if look.glasses == "round" else 0.45
        angle = np.linspace(0, 2 * math.pi, 33)
        rim = [
            turn.on_face(
                x + 0.235 * math.copysign(abs(math.cos(a)) ** power, math.cos(a)),
                y
                + 0.03
                + (0.2 if look.glasses == "round" else 0.165) * math.copysign(abs(math.sin(a)) ** power, math.sin(a)),
                0.14,
            )
            for a in angle
        ]
        soft(brush, rim, (214, 226, 236), strength=0.14, blur=0.01)
        brush.curve(rim, frame, 0.04)
        inner.append(turn.on_face(x - side * 0.235, y + 0.0, 0.16))
        brush.curve([turn.on_face(x + side * 0.235, y, 0.14), turn.at((side * 0.77, y - 0.02, -0.05))], frame, 0.035)
    brush.curve(inner, frame, 0.04)
