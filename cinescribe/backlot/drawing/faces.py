"""Heads as shaded sprites, which are pasted onto figures.

A head is painted once for each head pose, mouth and eyelids, at about the size in which it is shown; `head` caches the
recent ones. Lengths are in half faces (see `hair`).
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
    StageView,
    as_picture,
    blend,
    shade,
    smooth,
)
from cinescribe.backlot.drawing.cast import Appearance
from cinescribe.backlot.drawing.face_base import eye_middle, outline, paint_ears, paint_still
from cinescribe.backlot.drawing.hair import paint_back_of_head
from cinescribe.backlot.drawing.head_pose import STRAIGHT, HeadPose
from cinescribe.backlot.drawing.tint import oval, ribbon, soft

SPRITE_WIDTH, SPRITE_HEIGHT = 3.0, 3.2  # half faces
SPRITE_MIDDLE = -0.25  # y of the sprite's middle row
FACE_BOX = (-0.76, -0.7, 0.76, 1.03)  # box of a face that looks straight ahead

_MIN_UNIT = 48  # pixels per half face; smaller heads are painted at this size and shrunk
_DARK: Colour = (28, 18, 18)


@dataclass(frozen=True)
class DrawnFace:
    """The parts of a face that change from frame to frame.

    Args:
        pose: orientation of the head.
        mouth: 0 (closed) to 1 (wide open).
        lids: 0 (open) to 1 (closed).
    """

    pose: HeadPose = STRAIGHT
    mouth: float = 0.0
    lids: float = 0.0


@lru_cache(maxsize=256)
def head(person: Appearance, face: DrawnFace | None, unit: int) -> Picture:
    """Return a head as an RGBA sprite at `unit` pixels per half face; from behind if `face` is None."""
    fine = max(unit, _MIN_UNIT)
    sprite = _blank(fine)
    if face is None:
        _paint_behind(sprite, person)
    else:
        sprite = _bare(person, face.pose, fine).copy()
        _paint_moving(sprite, person, face)
    if fine != unit:
        size = (round(SPRITE_WIDTH * unit), round(SPRITE_HEIGHT * unit))
        sprite = as_picture(cv2.resize(sprite, size, interpolation=cv2.INTER_AREA))
    return sprite


def _blank(unit: int) -> Picture:
    return np.zeros((round(SPRITE_HEIGHT * unit), round(SPRITE_WIDTH * unit), 4), np.uint8)


def _brush(sprite: Picture) -> Brush:
    height, width = sprite.shape[:2]
    return Brush(sprite, StageView(0.0, SPRITE_MIDDLE, height / SPRITE_HEIGHT, width, height))


@lru_cache(maxsize=96)
def _bare(person: Appearance, pose: HeadPose, unit: int) -> Picture:
    sprite = _blank(unit)
    paint_still(_brush(sprite), person, pose)
    return sprite


def _paint_behind(sprite: Picture, person: Appearance) -> None:
    brush = _brush(sprite)
    paint_ears(brush, person, STRAIGHT)
    brush.polygon(outline(person, STRAIGHT), shade(person.skin, 0.86))
    paint_back_of_head(brush, person)


def _paint_moving(sprite: Picture, person: Appearance, face: DrawnFace) -> None:
    brush = _brush(sprite)
    for side in (-1, 1):
        _eye(brush, person, face, side)
    _mouth(brush, person, face)
    _glasses(brush, person, face.pose)


def _eye(brush: Brush, person: Appearance, face: DrawnFace, side: int) -> None:
    pose = face.pose
    x, y = eye_middle(person, side)
    size = 1 + 0.19 * person.eye_size
    half, up, down = 0.155 * size, 0.085 * size, 0.055 * size
    tilt = 0.032 * person.eye_tilt
    open_ = 1.0 - face.lids

    def at(dx: float, dy: float) -> Point:
        return pose.on_face(x + side * dx, y + dy - tilt * dx / half, 0.02)

    arch = ((-0.45, 0.85), (0.15, 1.0), (0.7, 0.5))
    over = [at(half * along, down - (up * high + down) * open_) for along, high in arch]
    upper = smooth([at(-half, 0.02), *over, at(half, 0.0)], closed=False)
    lower = smooth([at(-half, 0.02), at(-half * 0.3, down * 0.9), at(half * 0.3, down), at(half, 0.0)], closed=False)
    lash = blend(_DARK, person.skin, 0.1)
    if open_ > 0.2:
        _ball(brush, person, np.concatenate([upper, lower[::-1]]), at(0.0 + side * 0.05 * pose.yaw, -0.018))
    else:
        soft(brush, np.concatenate([upper, lower[::-1]]), shade(person.skin, 0.85), strength=0.9, blur=0.01)
    heavy = 0.034 if person.gender == "woman" else 0.024
    brush.curve(upper, lash, heavy)
    if person.gender == "woman":
        brush.curve([at(half * 0.9, -0.005), at(half * 1.18, -0.045)], lash, 0.022)
    crease = [at(-half * 0.8, -up * 0.75), at(0.0, -up * 1.55), at(half * 0.95, -up * 0.6)]
    soft(brush, ribbon(crease, 0.03), shade(person.skin, 0.5), strength=0.7, blur=0.008)
    soft(brush, ribbon([*(tuple(p) for p in lower[::4])], 0.022), shade(person.skin, 0.5), strength=0.6, blur=0.006)


def _ball(brush: Brush, person: Appearance, opening: Points, iris: Point) -> None:
    """Paint the eyeball inside the opening of the lids."""
    layer = brush.picture.copy()
    ball = Brush(layer, brush.view)
    size = 1 + 0.1 * person.eye_size
    ball.polygon(opening, (238, 234, 230))
    soft(ball, opening[: len(opening) // 2], (120, 104, 100), strength=0.6, blur=0.02)
    ball.disc(iris, 0.076 * size, shade(person.iris, 0.55))
    ball.disc(iris, 0.062 * size, person.iris)
    ball.disc(iris, 0.034 * size, (12, 10, 12))
    ball.disc((iris[0] - 0.025, iris[1] - 0.028), 0.017, (255, 255, 255))
    mask = np.zeros(layer.shape[:2], np.uint8)
    Brush(mask, brush.view).polygon(opening, (255, 255, 255))
    share = mask[:, :, None] / np.float32(255)
    brush.picture[:] = np.rint(brush.picture * (1 - share) + layer * share)


def _mouth(brush: Brush, person: Appearance, face: DrawnFace) -> None:
    pose = face.pose
    half = 0.27 * (1 + 0.24 * person.mouth_width) * (1 - 0.12 * face.mouth)
    full = 1 + 0.55 * person.lip_fullness
    y = 0.585 + 0.035 * person.nose_length
    corner = -0.034 * person.smile - 0.008
    drop = 0.2 * face.mouth

    def at(dx: float, dy: float, out: float = 0.06) -> Point:
        return pose.on_face(dx * half, y + dy, out)

    bow = [at(x, y * full) for x, y in ((-0.45, -0.045), (-0.13, -0.068), (0, -0.05), (0.13, -0.068), (0.45, -0.045))]
    top = [at(-1, corner, 0.0), *bow, at(1, corner, 0.0)]
    low = [
        at(1, corner, 0.0),
        at(0.5, drop * 0.85 + 0.06 * full),
        at(0, drop + 0.085 * full),
        at(-0.5, drop * 0.85 + 0.06 * full),
    ]
    seam = [at(-1, corner, 0.0), at(-0.4, 0.004), at(0, 0.012), at(0.4, 0.004), at(1, corner, 0.0)]
    brush.polygon(smooth([*top, *low]), person.lips)
    soft(brush, smooth(top, closed=False), shade(person.lips, 0.72), strength=0.6, blur=0.012)
    shine = at(-0.1, drop + 0.045 * full)
    soft(brush, oval(shine, half * 0.35, 0.016), shade(person.lips, 1.35), strength=0.5, blur=0.015)
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
        brush.curve(smooth(seam, closed=False), shade(person.lips, 0.45), 0.02)
    for side in (-1, 1):
        soft(brush, oval(at(side * 1.04, corner, 0.0), 0.03, 0.03), shade(person.skin, 0.55), strength=0.5, blur=0.02)


def _glasses(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    if person.glasses == "none":
        return
    frame = person.glasses_colour
    inner = []
    for side in (-1, 1):
        x, y = eye_middle(person, side)
        power = 1.0 if person.glasses == "round" else 0.45
        angle = np.linspace(0, 2 * math.pi, 33)
        rim = [
            pose.on_face(
                x + 0.235 * math.copysign(abs(math.cos(a)) ** power, math.cos(a)),
                y
                + 0.03
                + (0.2 if person.glasses == "round" else 0.165) * math.copysign(abs(math.sin(a)) ** power, math.sin(a)),
                0.14,
            )
            for a in angle
        ]
        soft(brush, rim, (214, 226, 236), strength=0.14, blur=0.01)
        brush.curve(rim, frame, 0.04)
        inner.append(pose.on_face(x - side * 0.235, y + 0.0, 0.16))
        brush.curve([pose.on_face(x + side * 0.235, y, 0.14), pose.at((side * 0.77, y - 0.02, -0.05))], frame, 0.035)
    brush.curve(inner, frame, 0.04)
