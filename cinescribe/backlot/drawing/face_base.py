"""The static parts of a face: skull, ears, hollows, lines of age, nose, brows and beard.

Lengths are in half faces (see `hair`).
"""

from __future__ import annotations

import random

import numpy as np

from cinescribe.backlot.drawing.brush import Brush, Point, Points, blend, shade, smooth
from cinescribe.backlot.drawing.cast import Appearance
from cinescribe.backlot.drawing.hair import paint_cap
from cinescribe.backlot.drawing.head_pose import HeadPose
from cinescribe.backlot.drawing.tint import oval, ribbon, soft


def paint_still(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint the parts of a head that speech and blinking do not change."""
    paint_ears(brush, person, pose)
    _skull(brush, person, pose)
    _hollows(brush, person, pose)
    _age(brush, person, pose)
    _nose(brush, person, pose)
    _beard(brush, person, pose)
    paint_cap(brush, person, pose)
    _brows(brush, person, pose)


def outline(person: Appearance, pose: HeadPose) -> Points:
    """Return the outline of skull, jaw and chin, (n, 2)."""
    wide = 1 + 0.1 * person.width
    jaw, chin, cheek = 0.07 * person.jaw, 0.08 * person.chin, 0.035 * person.cheek
    right = [
        (0.0, -1.2, 0.1), (0.4, -1.1, 0.1), (0.66 * wide, -0.75, 0.1), (0.745 * wide, -0.3, 0.05),
        ((0.74 + cheek) * wide, 0.05, 0.08), ((0.69 + cheek + jaw) * wide, 0.38, 0.15),
        ((0.575 + jaw * 1.5) * wide, 0.66, 0.25), ((0.36 + jaw) * wide, 0.89 + chin, 0.35),
        (0.17 + 0.6 * jaw, 0.99 + chin, 0.42), (0.0, 1.01 + chin, 0.44),
    ]  # fmt: skip
    left = [(-x, y, z) for x, y, z in reversed(right[1:-1])]
    return smooth([pose.at(point) for point in (*right, *left)])


def eye_middle(person: Appearance, side: int) -> Point:
    """Return the centre of an eye on the front of the face; `side` is -1 or 1."""
    return side * (0.335 + 0.045 * person.eye_gap), -0.1 + 0.05 * person.eye_height


def paint_ears(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint both ears."""
    for side in (-1, 1):
        x, y = pose.at((side * (0.76 + 0.06 * person.width), 0.05, -0.15))
        size = 0.12 + 0.02 * person.ears
        brush.ellipse((x, y), (size, size * 1.75), shade(person.skin, 0.86), degrees=side * 8.0)
        brush.ellipse((x + side * 0.02, y), (size * 0.5, size * 1.1), shade(person.skin, 0.68), degrees=side * 8.0)


def _skull(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint the bare head, lit from the upper left."""
    edge = outline(person, pose)
    brush.polygon(edge, shade(person.skin, 0.72))
    height, width = brush.picture.shape[:2]
    scale = brush.view.scale
    x = (np.arange(width, dtype=np.float32) + 0.5 - width / 2) / scale - 0.3 * pose.yaw
    y = (np.arange(height, dtype=np.float32) + 0.5 - height / 2) / scale + brush.view.y
    x, y = x[None, :], y[:, None]
    away = (x / 0.8) ** 2 + ((y + 0.05) / 1.15) ** 2
    tone = 1.06 - 0.3 * np.clip(away, 0, 1.2) ** 1.5 - 0.07 * x - 0.03 * y
    mask = np.zeros((height, width), np.uint8)
    Brush(mask, brush.view).polygon(edge, (255, 255, 255))
    warm = np.array([1.0, 0.985, 0.97], np.float32) ** np.clip(away, 0, 1)[:, :, None]
    lit = np.minimum(np.array(person.skin, np.float32) * tone[:, :, None] * warm, 255)
    share = mask[:, :, None] / np.float32(255)
    opaque = brush.picture[:, :, 3:] / np.float32(255)
    brush.picture[:, :, :3] = np.rint(brush.picture[:, :, :3] * (1 - share) + lit * share * opaque)


def _hollows(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint the soft shadows and lights of sockets, cheekbones, temples and chin."""
    dark, light = shade(person.skin, 0.6), shade(person.skin, 1.14)
    rosy = blend(person.skin, (206, 92, 84), 0.5)
    for side in (-1, 1):
        x, y = eye_middle(person, side)
        socket = pose.on_face(x * 0.97, y - 0.04)
        soft(brush, oval(socket, 0.22, 0.13), dark, strength=0.6, blur=0.05)
        soft(brush, oval(pose.on_face(side * 0.13, y - 0.02), 0.05, 0.13), dark, strength=0.4, blur=0.05)
        cheek = pose.on_face(side * (0.42 + 0.03 * person.cheek), 0.26)
        flush = 0.42 if person.gender == "woman" else 0.26
        soft(brush, oval(cheek, 0.17, 0.13), rosy, strength=flush, blur=0.1)
        soft(brush, oval(pose.on_face(side * 0.4, 0.14), 0.14, 0.06), light, strength=0.35, blur=0.06)
        hollow = max(0.0, 0.18 - 0.2 * person.cheek)
        soft(brush, oval(pose.on_face(side * 0.52, 0.5), 0.09, 0.18), dark, strength=hollow, blur=0.08)
    soft(brush, oval(pose.on_face(0.0, -0.6), 0.35, 0.17), light, strength=0.35, blur=0.14)
    soft(brush, oval(pose.on_face(0.0, 0.78), 0.17, 0.03), dark, strength=0.45, blur=0.04)
    soft(brush, oval(pose.on_face(0.0, 0.9 + 0.04 * person.chin), 0.13, 0.06), light, strength=0.25, blur=0.05)


def _age(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint lines of age, and freckles."""
    line = shade(person.skin, 0.62)
    strength = min(1.0, 0.1 + 0.8 * max(0.0, person.age - 0.15))
    for side in (-1, 1):
        fold = [pose.on_face(side * x, y, 0.03) for x, y in ((0.2, 0.3), (0.3, 0.44), (0.36, 0.62))]
        soft(brush, ribbon(fold, 0.03), line, strength=strength, blur=0.018)
        x, y = eye_middle(person, side)
        bag = [pose.on_face(x + dx, y + dy) for dx, dy in ((-0.15, 0.1), (0.0, 0.15), (0.15, 0.1))]
        soft(brush, ribbon(bag, 0.025), line, strength=strength * 0.8, blur=0.016)
        if person.age > 0.5:
            for k in (-1, 0, 1):
                crow = [pose.on_face(side * 0.56, y + 0.03 * k), pose.on_face(side * 0.64, y + 0.08 * k)]
                soft(brush, ribbon(crow, 0.015), line, strength=strength, blur=0.01)
    if person.age > 0.4:
        for row in (-0.52, -0.62, -0.72):
            crease = [pose.on_face(x, row + 0.02 * abs(x)) for x in (-0.34, -0.15, 0.0, 0.15, 0.34)]
            soft(brush, ribbon(crease, 0.02), line, strength=strength * 0.8, blur=0.012)
    if person.freckles:
        rng = random.Random(f"{person.freckles}/freckles")
        for _ in range(int(20 + 30 * person.freckles)):
            place = pose.on_face(rng.gauss(0, 0.28), rng.gauss(0.17, 0.08), 0.02)
            soft(brush, oval(place, 0.016, 0.014), (150, 92, 58), strength=0.7, blur=0.006)


def _nose(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    wide = 0.145 * (1 + 0.36 * person.nose_width)
    tip = 0.33 + 0.08 * person.nose_length
    dark, light = shade(person.skin, 0.62), shade(person.skin, 1.18)
    bridge = [pose.on_face(-0.05, -0.12, 0.08), pose.on_face(0.07, -0.12, 0.08)]
    side = [pose.on_face(wide * 1.05, tip - 0.04, 0.12), pose.on_face(wide * 0.4, tip - 0.02, 0.2)]
    soft(brush, [bridge[1], *side, pose.on_face(0.035, 0.0, 0.14)], dark, strength=0.5, blur=0.03)
    ridge = [pose.on_face(-0.01, -0.1, 0.1), pose.on_face(-0.015, 0.12, 0.17), pose.on_face(-0.01, tip - 0.08, 0.24)]
    soft(brush, ribbon(ridge, 0.09), light, strength=0.55, blur=0.025)
    soft(brush, oval(pose.on_face(-0.01, tip - 0.07, 0.25), wide * 0.42, 0.06), light, strength=0.5, blur=0.025)
    soft(brush, oval(pose.on_face(0.0, tip + 0.045, 0.13), wide * 1.0, 0.035), dark, strength=0.55, blur=0.025)
    for s in (-1, 1):
        wing = [pose.on_face(s * wide * x, tip + y, 0.12) for x, y in ((0.9, -0.11), (1.12, -0.02), (0.8, 0.045))]
        soft(brush, ribbon(wing, 0.035), shade(person.skin, 0.5), strength=0.75, blur=0.01)
        nostril = pose.on_face(s * wide * 0.47, tip + 0.022, 0.18)
        soft(brush, oval(nostril, wide * 0.27, 0.024), shade(person.skin, 0.28), strength=0.9, blur=0.01)


def _brows(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    thick = 0.05 * (1 + 0.65 * person.brow_weight)
    lift = -0.055 * person.brow_height
    for side in (-1, 1):
        x, y = eye_middle(person, side)
        inner, outer = abs(x) - 0.2, abs(x) + 0.235
        tilt = 0.05 * person.brow_tilt
        line = [(inner, y - 0.185 + lift + tilt), (abs(x) + 0.03, y - 0.25 + lift), (outer, y - 0.185 + lift - tilt)]
        points = [pose.on_face(side * px, py, 0.04) for px, py in line]
        colour = blend(shade(person.hair_colour, 0.72), (70, 54, 46), 0.25)
        soft(brush, ribbon(points, thick * 2.0), colour, strength=0.95, blur=0.012)


def _beard(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    if person.beard == "none":
        return
    colour = shade(person.hair_colour, 0.9)
    if person.beard in ("stubble", "full"):
        edge = outline(person, pose)
        low = edge[edge[:, 1] > 0.12]
        order = np.argsort(np.arctan2(low[:, 0] - pose.at((0, 0, 0.3))[0], low[:, 1] - 0.1))
        rim = [
            pose.on_face(x, y)
            for x, y in ((-0.6, 0.2), (-0.45, 0.48), (-0.3, 0.43), (0.3, 0.43), (0.45, 0.48), (0.6, 0.2))
        ]
        strong, blur = (0.34, 0.05) if person.beard == "stubble" else (0.94, 0.018)
        drop = 1.0 if person.beard == "stubble" else 1.06
        jaw = low[order] * (1.0, drop) - (0.0, (drop - 1.0) * 0.6)
        soft(brush, [*rim, *(tuple(p) for p in jaw[::-1])], colour, strength=strong, blur=blur)
    if person.beard in ("moustache", "full", "goatee"):
        for side in (-1, 1):
            hair = [(0.0, 0.45), (0.16, 0.47), (0.32 + 0.03 * person.mouth_width, 0.58)]
            points = [pose.on_face(side * x, y, 0.1) for x, y in hair]
            soft(brush, ribbon(points, 0.13), colour, strength=0.95, blur=0.014)
    if person.beard == "goatee":
        tuft = [(-0.2, 0.8), (0.0, 0.755), (0.2, 0.8), (0.16, 1.0), (0.0, 1.06), (-0.16, 1.0)]
        soft(brush, smooth([pose.on_face(x, y, 0.08) for x, y in tuft]), colour, strength=0.95, blur=0.015)
