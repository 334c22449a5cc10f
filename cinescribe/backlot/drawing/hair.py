"""Hair: what hangs behind the head, and what frames the face.

Lengths of heads are in half faces: the hairline of the average face lies at y = -1, its chin at y = 1, its cheeks at
x = -0.75 and 0.75. z points out of the face towards the viewer.
"""

from __future__ import annotations

import math
import random

import cv2
import numpy as np

from cinescribe.backlot.drawing.brush import Brush, Colour, Point, Points, shade, smooth
from cinescribe.backlot.drawing.cast import Appearance, Hair
from cinescribe.backlot.drawing.head_pose import HeadPose

# Lower end (y) and half width of the hair behind the head; other styles have none.
_FALLS: dict[Hair, tuple[float, float]] = {
    "bob": (0.95, 1.0), "long": (2.1, 1.02), "wavy": (1.75, 1.2), "fringe": (1.55, 1.0), "curls": (0.9, 1.2),
    "afro": (0.75, 1.45), "bun": (0.1, 0.85), "tail": (0.1, 0.85),
}  # fmt: skip
_BUSHY: tuple[Hair, ...] = ("afro", "curls")


def back_colour(person: Appearance) -> Colour:
    """Return the colour of the hair behind the head, which is in shadow."""
    return shade(person.hair_colour, 0.86 if person.hair in _BUSHY else 0.72)


def back_outline(person: Appearance) -> Points | None:
    """Return the outline of the hair behind head and neck, (n, 2) in half faces, or None."""
    if person.hair not in _FALLS:
        return None
    low, wide = _FALLS[person.hair]
    wide += 0.07 * person.volume + 0.05 * person.width
    top = -1.28 - 0.08 * person.volume
    if person.hair in _BUSHY:
        return _bush(wide, top - 0.12, low, person)
    side = 0.78 if person.hair in ("long", "bob") else 0.9
    right: list[Point] = [(0.0, top), (0.5, top + 0.13), (0.85, -0.62), (0.93 * wide, 0.0), (wide, 0.5 * low)]
    right += [(wide * 1.02, low * 0.85), (wide * side, low), (0.3, low * 0.97)]
    return smooth([*right, *((-x, y) for x, y in reversed(right[1:]))])


def knot(person: Appearance) -> tuple[Point, float] | None:
    """Return centre and radius of a bun or tail, in half faces, or None."""
    if person.hair == "bun":
        return (0.0, -1.5), 0.4 + 0.06 * person.volume
    if person.hair == "tail":
        return (0.95 * math.copysign(1, person.parting), -0.5), 0.26
    return None


def paint_cap(brush: Brush, person: Appearance, pose: HeadPose) -> None:
    """Paint the hair that frames the face, from the crown to the hairline."""
    if person.hair == "bald":
        return
    line = _hairline(person)
    inner = smooth([pose.at((x, y, z)) for x, y, z in line], closed=False)
    outer = smooth([pose.at(point) for point in _crown(person)], closed=False)
    outline = np.concatenate([outer, inner[::-1]])
    if person.hair in _BUSHY:
        outline = np.concatenate([outer, _scalloped(inner)[::-1]])
    thin = 0.5 if person.hair == "crop" else 1.0
    _strands(brush, outline, person, opacity=thin if person.volume < 0 else 1.0)


def paint_back_of_head(brush: Brush, person: Appearance) -> None:
    """Paint the hair of a head seen from behind."""
    if person.hair == "bald":
        return
    low = 0.55 if person.hair in ("crop", "side", "quiff", "receding") else 0.9
    right: list[Point] = [(0.0, -1.28), (0.55, -1.12), (0.84, -0.6), (0.82, 0.1), (0.6, low), (0.0, low + 0.1)]
    outline = smooth([*right, *((-x, y) for x, y in reversed(right[1:-1]))])
    _strands(brush, outline, person, opacity=1.0)


def _bush(wide: float, top: float, low: float, person: Appearance) -> Points:
    centre, height = (top + low) / 2, (low - top) / 2
    rng = random.Random(f"{person.parting}/{person.volume}/bush")
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    bumps = 1 + 0.045 * np.abs(np.sin(angle * 9 + rng.uniform(0, 3)))
    return np.stack([wide * np.sin(angle) * bumps, centre - height * np.cos(angle) * bumps], axis=1)


def _scalloped(line: Points) -> Points:
    along = np.linspace(0, 1, len(line))
    return line + np.stack([np.zeros(len(line)), 0.05 * np.abs(np.sin(along * np.pi * 7))], axis=1)


def _crown(person: Appearance) -> list[tuple[float, float, float]]:
    """Return the outer edge of the hair from the left ear over the crown to the right ear."""
    v = 0.05 + 0.05 * person.volume
    extra: dict[Hair, float] = {"crop": -0.06, "receding": -0.04, "afro": 0.22, "curls": 0.16, "quiff": 0.1}
    v += extra.get(person.hair, 0.0)
    wide = 0.79 + 0.05 * person.width + max(v, 0.0) * 0.8
    ear = {"crop": -0.15, "receding": 0.0, "quiff": -0.15, "side": 0.0}.get(person.hair, 0.15)
    half = [(wide - 0.02, ear, -0.1), (wide + 0.02, -0.45, -0.1), (wide * 0.88, -0.85 - v, 0.0), (0.42, -1.17 - v, 0.1)]
    lift = 0.16 if person.hair == "quiff" else 0.0
    left = [(-x, y, z) for x, y, z in half]
    peak = (0.12 * person.parting, -1.24 - v - lift, 0.15)
    return [*left, peak, *reversed(half)]


def _hairline(person: Appearance) -> list[tuple[float, float, float]]:
    """Return the edge between hair and face from the left ear over the forehead to the right ear, in 3D."""
    p = person.parting
    high = -0.86 + 0.05 * person.cheek
    sides = {"crop": 0.7, "quiff": 0.7, "receding": 0.72, "side": 0.7}.get(person.hair, 0.67) + 0.03 * person.width
    ear = {"crop": -0.2, "quiff": -0.1, "receding": -0.02, "side": -0.02}.get(person.hair, 0.22)
    left, right = (-sides, ear, 0.2), (sides, ear, 0.2)
    curves: dict[Hair, list[tuple[float, float, float]]] = {
        "crop": [(-0.64, -0.5, 0.3), (-0.5, -0.78, 0.4), (0, high, 0.55), (0.5, -0.78, 0.4), (0.64, -0.5, 0.3)],
        "quiff": [
            (-0.64, -0.45, 0.3),
            (-0.52, -0.8, 0.4),
            (0, high - 0.06, 0.55),
            (0.52, -0.8, 0.4),
            (0.64, -0.45, 0.3),
        ],
        "receding": [(-0.66, -0.5, 0.3), (-0.42, -1.02, 0.3), (0, -0.9, 0.5), (0.42, -1.02, 0.3), (0.66, -0.5, 0.3)],
        "side": [(-0.6, -0.42, 0.35), (-0.4, -0.58, 0.5), (0.1, -0.72, 0.6), (0.42, -0.98, 0.4), (0.64, -0.5, 0.3)],
        "fringe": [(-0.6, -0.34, 0.4), (-0.35, -0.4, 0.6), (0, -0.43, 0.65), (0.35, -0.4, 0.6), (0.6, -0.34, 0.4)],
        "bob": [(-0.6, -0.3, 0.4), (-0.36, -0.62, 0.5), (0.12, -0.82, 0.55), (0.4, -0.9, 0.4), (0.62, -0.35, 0.35)],
        "long": [(-0.63, -0.3, 0.35), (-0.44, -0.68, 0.4), (0, -1.02, 0.4), (0.44, -0.68, 0.4), (0.63, -0.3, 0.35)],
        "wavy": [(-0.58, -0.2, 0.4), (-0.46, -0.58, 0.5), (0.2, -0.95, 0.45), (0.5, -0.72, 0.4), (0.6, -0.25, 0.4)],
        "afro": [(-0.62, -0.4, 0.3), (-0.46, -0.7, 0.4), (0, high + 0.1, 0.5), (0.46, -0.7, 0.4), (0.62, -0.4, 0.3)],
        "curls": [(-0.6, -0.34, 0.35), (-0.42, -0.56, 0.5), (0, -0.62, 0.6), (0.42, -0.56, 0.5), (0.6, -0.34, 0.35)],
    }
    sweep = [(-0.62, -0.4, 0.3), (-0.46, -0.76, 0.4), (0, high - 0.04, 0.5), (0.46, -0.76, 0.4), (0.62, -0.4, 0.3)]
    curve = curves.get(person.hair, sweep)
    if p < 0:
        curve = [(-x, y, z) for x, y, z in reversed(curve)]
    return [left, *curve, right]


def _strands(brush: Brush, outline: Points, person: Appearance, *, opacity: float) -> None:
    """Fill an outline with hair: colour, strands and a sheen from above."""
    mask = np.zeros(brush.picture.shape[:2], np.uint8)
    layer = np.zeros_like(brush.picture)
    Brush(mask, brush.view).polygon(outline, (255, 255, 255))
    inside = Brush(layer, brush.view)
    x0, y0, x1, y1 = -2.0, -2.2, 2.0, 2.4
    inside.rectangle(x0, y0, x1, y1, person.hair_colour)
    rng = random.Random(f"{person.parting}/{person.volume}/{person.hair}")
    bushy = person.hair in _BUSHY
    for _ in range(130 if bushy else 90):
        if bushy:
            place = (rng.uniform(-1.2, 1.2), rng.uniform(-1.7, 0.5))
            inside.disc(place, rng.uniform(0.06, 0.13), shade(person.hair_colour, rng.uniform(0.84, 1.12)))
        else:
            tone = shade(person.hair_colour, rng.uniform(0.72, 1.25))
            inside.curve(_strand(rng, person.parting), tone, rng.uniform(0.015, 0.05))
    _sheen(inside, person.hair_colour)
    share = mask[:, :, None].astype(np.float32) * (opacity / 255)
    brush.picture[:] = np.rint(brush.picture * (1 - share) + layer * share)


def _strand(rng: random.Random, parting: float) -> Points:
    """Return a strand from the parting down one side of the head."""
    side, start = rng.choice((-1.0, 1.0)), 0.35 * parting
    reach = rng.uniform(0.1, 1.15)
    points = [(start, -1.35 + rng.uniform(0, 0.5)), (start + side * reach * 0.55, -1.22 + reach * 0.35)]
    points += [(start + side * reach, -0.75 + reach * 0.2), (start + side * reach * 1.08, 0.4)]
    return smooth(points, closed=False, steps=4)


def _sheen(brush: Brush, colour: Colour) -> None:
    """Lighten a band across the upper head."""
    layer = brush.picture.copy()
    arc = [(0.85 * math.sin(a), -0.42 - 0.68 * math.cos(a)) for a in np.linspace(-0.9, 0.5, 9)]
    Brush(layer, brush.view).curve(arc, shade(colour, 1.6), 0.16)
    # Not into itself: where threads share a blur, one must not read what another has blurred already.
    soft = cv2.GaussianBlur(layer, (0, 0), 0.07 * brush.view.scale)
    cv2.addWeighted(soft, 0.45, brush.picture, 0.55, 0, dst=brush.picture)
