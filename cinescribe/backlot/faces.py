"""Faces, shaded and in natural proportion, as sprites that the camera pastes onto its figures.

A face is painted once for each turn, mouth and eyelids it is seen with, at about the size it is shown in; `head` keeps
the recent ones. Measures are half faces (see `hair`).
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from cinescribe.backlot.brush import Brush, Colour, Picture, Point, Points, View, blend, shade, smooth
from cinescribe.backlot.cast import Look
from cinescribe.backlot.hair import paint_back_of_head, paint_cap
from cinescribe.backlot.turn import Turn

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

    turn: Turn = Turn()
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
        sprite = cv2.resize(sprite, size, interpolation=cv2.INTER_AREA)
    return sprite


def _blank(unit: int) -> Picture:
    return np.zeros((round(SPRITE_HEIGHT * unit), round(SPRITE_WIDTH * unit), 4), np.uint8)


def _brush(sprite: Picture) -> Brush:
    height, width = sprite.shape[:2]
    return Brush(sprite, View(0.0, SPRITE_MIDDLE, height / SPRITE_HEIGHT, width, height))


@lru_cache(maxsize=96)
def _bare(look: Look, turn: Turn, unit: int) -> Picture:
    """All of a head that neither mouth nor eyelids change."""
    sprite = _blank(unit)
    brush = _brush(sprite)
    _ears(brush, look, turn)
    _skull(brush, look, turn)
    _hollows(brush, look, turn)
    _age(brush, look, turn)
    _nose(brush, look, turn)
    _beard(brush, look, turn)
    paint_cap(brush, look, turn)
    _brows(brush, look, turn)
    return sprite


def _paint_behind(sprite: Picture, look: Look) -> None:
    brush = _brush(sprite)
    _ears(brush, look, Turn())
    brush.polygon(outline(look, Turn()), shade(look.skin, 0.86))
    paint_back_of_head(brush, look)


def _paint_moving(sprite: Picture, look: Look, face: Face) -> None:
    brush = _brush(sprite)
    for side in (-1, 1):
        _eye(brush, look, face, side)
    _mouth(brush, look, face)
    _glasses(brush, look, face.turn)


def outline(look: Look, turn: Turn) -> Points:
    """The edge of the skull, jaw and chin, (n, 2)."""
    wide = 1 + 0.1 * look.width
    jaw, chin, cheek = 0.07 * look.jaw, 0.08 * look.chin, 0.035 * look.cheek
    right = [
        (0.0, -1.2, 0.1), (0.4, -1.1, 0.1), (0.66 * wide, -0.75, 0.1), (0.745 * wide, -0.3, 0.05),
        ((0.74 + cheek) * wide, 0.05, 0.08), ((0.69 + cheek + jaw) * wide, 0.38, 0.15), ((0.575 + jaw * 1.5) * wide, 0.66, 0.25),
        ((0.36 + jaw) * wide, 0.89 + chin, 0.35), (0.17 + 0.6 * jaw, 0.99 + chin, 0.42), (0.0, 1.01 + chin, 0.44),
    ]  # fmt: skip
    left = [(-x, y, z) for x, y, z in reversed(right[1:-1])]
    return smooth([turn.at(point) for point in (*right, *left)])


def _soft(brush: Brush, points: Points | Sequence[Point], colour: Colour, *, strength: float, blur: float) -> None:
    """Tint what is already painted inside a polygon, with an edge `blur` half faces wide."""
    view = brush.view
    pixels = np.array([view.pixel((x, y)) for x, y in points])
    reach = 2.5 * blur * view.scale + 1
    x0, y0 = (max(0, int(v - reach)) for v in pixels.min(axis=0))
    x1, y1 = (int(v + reach) + 1 for v in pixels.max(axis=0))
    patch = brush.picture[y0:y1, x0:x1]
    if patch.size == 0:
        return
    mask = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint((pixels - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask.astype(np.float32) * (strength / 255), (0, 0), max(blur * view.scale, 0.4))
    share = (share * (patch[:, :, 3] / np.float32(255)))[:, :, None]
    patch[:, :, :3] = np.rint(patch[:, :, :3] * (1 - share) + np.array(colour, np.float32) * share)


def _oval(centre: Point, rx: float, ry: float) -> Points:
    angle = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return np.stack([centre[0] + rx * np.cos(angle), centre[1] + ry * np.sin(angle)], axis=1)


def _ears(brush: Brush, look: Look, turn: Turn) -> None:
    for side in (-1, 1):
        x, y = turn.at((side * (0.76 + 0.06 * look.width), 0.05, -0.15))
        size = 0.12 + 0.02 * look.ears
        brush.ellipse((x, y), (size, size * 1.75), shade(look.skin, 0.86), degrees=side * 8.0)
        brush.ellipse((x + side * 0.02, y), (size * 0.5, size * 1.1), shade(look.skin, 0.68), degrees=side * 8.0)


def _skull(brush: Brush, look: Look, turn: Turn) -> None:
    """The bare head, lit from the upper left and rounding off into shadow."""
    edge = outline(look, turn)
    brush.polygon(edge, shade(look.skin, 0.72))
    height, width = brush.picture.shape[:2]
    scale = brush.view.scale
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2) / scale - 0.3 * turn.yaw
    y = (np.arange(height, dtype=np.float32) + 0.5 - height / 2) / scale + SPRITE_MIDDLE
    x, y = x[None, :], y[:, None]
    away = (x / 0.8) ** 2 + ((y + 0.05) / 1.15) ** 2
    tone = 1.06 - 0.3 * np.clip(away, 0, 1.2) ** 1.5 - 0.07 * x - 0.03 * y
    mask = np.zeros((height, width), np.uint8)
    Brush(mask, brush.view).polygon(edge, (255, 255, 255))
    warm = np.array([1.0, 0.985, 0.97], np.float32) ** np.clip(away, 0, 1)[:, :, None]
    lit = np.minimum(np.array(look.skin, np.float32) * tone[:, :, None] * warm, 255)
    share = mask[:, :, None] / np.float32(255)
    opaque = brush.picture[:, :, 3:] / np.float32(255)
    brush.picture[:, :, :3] = np.rint(brush.picture[:, :, :3] * (1 - share) + lit * share * opaque)


def _eye_middle(look: Look, side: int) -> Point:
    return side * (0.335 + 0.045 * look.eye_gap), -0.1 + 0.05 * look.eye_height


def _hollows(brush: Brush, look: Look, turn: Turn) -> None:
    """The soft shadows and lights that give a face its form: sockets, cheekbones, temples, chin."""
    dark, light = shade(look.skin, 0.6), shade(look.skin, 1.14)
    rosy = blend(look.skin, (206, 92, 84), 0.5)
    for side in (-1, 1):
        x, y = _eye_middle(look, side)
        socket = turn.on_face(x * 0.97, y - 0.04)
        _soft(brush, _oval(socket, 0.22, 0.13), dark, strength=0.6, blur=0.05)
        _soft(brush, _oval(turn.on_face(side * 0.13, y - 0.02), 0.05, 0.13), dark, strength=0.4, blur=0.05)
        cheek = turn.on_face(side * (0.42 + 0.03 * look.cheek), 0.26)
        flush = 0.42 if look.gender == "woman" else 0.26
        _soft(brush, _oval(cheek, 0.17, 0.13), rosy, strength=flush, blur=0.1)
        _soft(brush, _oval(turn.on_face(side * 0.4, 0.14), 0.14, 0.06), light, strength=0.35, blur=0.06)
        hollow = max(0.0, 0.18 - 0.2 * look.cheek)
        _soft(brush, _oval(turn.on_face(side * 0.52, 0.5), 0.09, 0.18), dark, strength=hollow, blur=0.08)
    _soft(brush, _oval(turn.on_face(0.0, -0.6), 0.35, 0.17), light, strength=0.35, blur=0.14)
    _soft(brush, _oval(turn.on_face(0.0, 0.78), 0.17, 0.03), dark, strength=0.45, blur=0.04)
    _soft(brush, _oval(turn.on_face(0.0, 0.9 + 0.04 * look.chin), 0.13, 0.06), light, strength=0.25, blur=0.05)


def _age(brush: Brush, look: Look, turn: Turn) -> None:
    """Lines of age, and freckles."""
    line = shade(look.skin, 0.62)
    strength = min(1.0, 0.1 + 0.8 * max(0.0, look.age - 0.15))
    for side in (-1, 1):
        fold = [turn.on_face(side * x, y, 0.03) for x, y in ((0.2, 0.3), (0.3, 0.44), (0.36, 0.62))]
        _soft(brush, _ribbon(fold, 0.03), line, strength=strength, blur=0.018)
        x, y = _eye_middle(look, side)
        bag = [turn.on_face(x + dx, y + dy) for dx, dy in ((-0.15, 0.1), (0.0, 0.15), (0.15, 0.1))]
        _soft(brush, _ribbon(bag, 0.025), line, strength=strength * 0.8, blur=0.016)
        if look.age > 0.5:
            for k in (-1, 0, 1):
                crow = [turn.on_face(side * 0.56, y + 0.03 * k), turn.on_face(side * 0.64, y + 0.08 * k)]
                _soft(brush, _ribbon(crow, 0.015), line, strength=strength, blur=0.01)
    if look.age > 0.4:
        for row in (-0.52, -0.62, -0.72):
            crease = [turn.on_face(x, row + 0.02 * abs(x)) for x in (-0.34, -0.15, 0.0, 0.15, 0.34)]
            _soft(brush, _ribbon(crease, 0.02), line, strength=strength * 0.8, blur=0.012)
    if look.freckles:
        rng = random.Random(f"{look.freckles}/freckles")
        for _ in range(int(20 + 30 * look.freckles)):
            place = turn.on_face(rng.gauss(0, 0.28), rng.gauss(0.17, 0.08), 0.02)
            _soft(brush, _oval(place, 0.016, 0.014), (150, 92, 58), strength=0.7, blur=0.006)


def _ribbon(line: Sequence[Point], width: float) -> Points:
    """A closed strip around a line, pointed at both ends."""
    middle = smooth(line, closed=False)
    along = np.gradient(middle, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1) / (np.hypot(along[:, 0], along[:, 1])[:, None] + 1e-9)
    half = width / 2 * np.sin(np.linspace(0.15, np.pi - 0.15, len(middle)))[:, None]
    return np.concatenate([middle + normal * half, (middle - normal * half)[::-1]])


def _nose(brush: Brush, look: Look, turn: Turn) -> None:
    wide = 0.145 * (1 + 0.36 * look.nose_width)
    tip = 0.33 + 0.08 * look.nose_length
    dark, light = shade(look.skin, 0.62), shade(look.skin, 1.18)
    bridge = [turn.on_face(-0.05, -0.12, 0.08), turn.on_face(0.07, -0.12, 0.08)]
    side = [turn.on_face(wide * 1.05, tip - 0.04, 0.12), turn.on_face(wide * 0.4, tip - 0.02, 0.2)]
    _soft(brush, [bridge[1], *side, turn.on_face(0.035, 0.0, 0.14)], dark, strength=0.5, blur=0.03)
    ridge = [turn.on_face(-0.01, -0.1, 0.1), turn.on_face(-0.015, 0.12, 0.17), turn.on_face(-0.01, tip - 0.08, 0.24)]
    _soft(brush, _ribbon(ridge, 0.09), light, strength=0.55, blur=0.025)
    _soft(brush, _oval(turn.on_face(-0.01, tip - 0.07, 0.25), wide * 0.42, 0.06), light, strength=0.5, blur=0.025)
    _soft(brush, _oval(turn.on_face(0.0, tip + 0.045, 0.13), wide * 1.0, 0.035), dark, strength=0.55, blur=0.025)
    for s in (-1, 1):
        wing = [turn.on_face(s * wide * x, tip + y, 0.12) for x, y in ((0.9, -0.11), (1.12, -0.02), (0.8, 0.045))]
        _soft(brush, _ribbon(wing, 0.035), shade(look.skin, 0.5), strength=0.75, blur=0.01)
        nostril = turn.on_face(s * wide * 0.47, tip + 0.022, 0.18)
        _soft(brush, _oval(nostril, wide * 0.27, 0.024), shade(look.skin, 0.28), strength=0.9, blur=0.01)


def _brows(brush: Brush, look: Look, turn: Turn) -> None:
    thick = 0.05 * (1 + 0.65 * look.brow_weight)
    lift = -0.055 * look.brow_height
    for side in (-1, 1):
        x, y = _eye_middle(look, side)
        inner, outer = abs(x) - 0.2, abs(x) + 0.235
        tilt = 0.05 * look.brow_tilt
        line = [(inner, y - 0.185 + lift + tilt), (abs(x) + 0.03, y - 0.25 + lift), (outer, y - 0.185 + lift - tilt)]
        points = [turn.on_face(side * px, py, 0.04) for px, py in line]
        colour = blend(shade(look.hair_colour, 0.72), (70, 54, 46), 0.25)
        _soft(brush, _ribbon(points, thick * 2.0), colour, strength=0.95, blur=0.012)


def _beard(brush: Brush, look: Look, turn: Turn) -> None:
    if look.beard == "none":
        return
    colour = shade(look.hair_colour, 0.9)
    if look.beard in ("stubble", "full"):
        edge = outline(look, turn)
        low = edge[edge[:, 1] > 0.12]
        order = np.argsort(np.arctan2(low[:, 0] - turn.at((0, 0, 0.3))[0], low[:, 1] - 0.1))
        rim = [
            turn.on_face(x, y)
            for x, y in ((-0.6, 0.2), (-0.45, 0.48), (-0.3, 0.43), (0.3, 0.43), (0.45, 0.48), (0.6, 0.2))
        ]
        strong, blur = (0.34, 0.05) if look.beard == "stubble" else (0.94, 0.018)
        drop = 1.0 if look.beard == "stubble" else 1.06
        jaw = low[order] * (1.0, drop) - (0.0, (drop - 1.0) * 0.6)
        _soft(brush, [*rim, *(tuple(p) for p in jaw[::-1])], colour, strength=strong, blur=blur)
    if look.beard in ("moustache", "full", "goatee"):
        for side in (-1, 1):
            hair = [(0.0, 0.45), (0.16, 0.47), (0.32 + 0.03 * look.mouth_width, 0.58)]
            points = [turn.on_face(side * x, y, 0.1) for x, y in hair]
            _soft(brush, _ribbon(points, 0.13), colour, strength=0.95, blur=0.014)
    if look.beard == "goatee":
        tuft = [(-0.2, 0.8), (0.0, 0.755), (0.2, 0.8), (0.16, 1.0), (0.0, 1.06), (-0.16, 1.0)]
        _soft(brush, smooth([turn.on_face(x, y, 0.08) for x, y in tuft]), colour, strength=0.95, blur=0.015)


def _eye(brush: Brush, look: Look, face: Face, side: int) -> None:
    turn = face.turn
    x, y = _eye_middle(look, side)
    size = 1 + 0.19 * look.eye_size
    half, up, down = 0.155 * size, 0.085 * size, 0.055 * size
    tilt = 0.032 * look.eye_tilt
    open_ = 1.0 - face.lids

    def at(dx: float, dy: float) -> Point:
        return turn.on_face(x + side * dx, y + dy - tilt * dx / half, 0.02)

    upper = smooth([at(-half, 0.02), at(-half * 0.45, down - (up * 0.85 + down) * open_), at(half * 0.15, down - (up + down) * open_),
                    at(half * 0.7, down - (up * 0.5 + down) * open_), at(half, 0.0)], closed=False)  # fmt: skip
    lower = smooth([at(-half, 0.02), at(-half * 0.3, down * 0.9), at(half * 0.3, down), at(half, 0.0)], closed=False)
    lash = blend(_DARK, look.skin, 0.1)
    if open_ > 0.2:
        _ball(brush, look, np.concatenate([upper, lower[::-1]]), at(0.0 + side * 0.05 * turn.yaw, -0.018))
    else:
        _soft(brush, np.concatenate([upper, lower[::-1]]), shade(look.skin, 0.85), strength=0.9, blur=0.01)
    heavy = 0.034 if look.gender == "woman" else 0.024
    brush.curve(upper, lash, heavy)
    if look.gender == "woman":
        brush.curve([at(half * 0.9, -0.005), at(half * 1.18, -0.045)], lash, 0.022)
    crease = [at(-half * 0.8, -up * 0.75), at(0.0, -up * 1.55), at(half * 0.95, -up * 0.6)]
    _soft(brush, _ribbon(crease, 0.03), shade(look.skin, 0.5), strength=0.7, blur=0.008)
    _soft(brush, _ribbon([*(tuple(p) for p in lower[::4])], 0.022), shade(look.skin, 0.5), strength=0.6, blur=0.006)


def _ball(brush: Brush, look: Look, opening: Points, iris: Point) -> None:
    """The eyeball, seen through the opening of the lids."""
    layer = brush.picture.copy()
    ball = Brush(layer, brush.view)
    size = 1 + 0.1 * look.eye_size
    ball.polygon(opening, (238, 234, 230))
    _soft(ball, opening[: len(opening) // 2], (120, 104, 100), strength=0.6, blur=0.02)
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

    top = [at(-1, corner, 0.0), at(-0.45, -0.045 * full), at(-0.13, -0.068 * full), at(0, -0.05 * full), at(0.13, -0.068 * full),
           at(0.45, -0.045 * full), at(1, corner, 0.0)]  # fmt: skip
    low = [
        at(1, corner, 0.0),
        at(0.5, drop * 0.85 + 0.06 * full),
        at(0, drop + 0.085 * full),
        at(-0.5, drop * 0.85 + 0.06 * full),
    ]
    seam = [at(-1, corner, 0.0), at(-0.4, 0.004), at(0, 0.012), at(0.4, 0.004), at(1, corner, 0.0)]
    brush.polygon(smooth([*top, *low]), look.lips)
    _soft(brush, smooth(top, closed=False), shade(look.lips, 0.72), strength=0.6, blur=0.012)
    shine = at(-0.1, drop + 0.045 * full)
    _soft(brush, _oval(shine, half * 0.35, 0.016), shade(look.lips, 1.35), strength=0.5, blur=0.015)
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
        _soft(brush, _oval(at(side * 1.04, corner, 0.0), 0.03, 0.03), shade(look.skin, 0.55), strength=0.5, blur=0.02)


def _glasses(brush: Brush, look: Look, turn: Turn) -> None:
    if look.glasses == "none":
        return
    frame = look.glasses_colour
    inner = []
    for side in (-1, 1):
        x, y = _eye_middle(look, side)
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
        _soft(brush, rim, (214, 226, 236), strength=0.14, blur=0.01)
        brush.curve(rim, frame, 0.04)
        inner.append(turn.on_face(x - side * 0.235, y + 0.0, 0.16))
        brush.curve([turn.on_face(x + side * 0.235, y, 0.14), turn.at((side * 0.77, y - 0.02, -0.05))], frame, 0.035)
    brush.curve(inner, frame, 0.04)
