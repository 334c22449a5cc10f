"""Paints clothes on a figure: trousers and skirts, tops with collars, and sleeves."""

from __future__ import annotations

from typing import Protocol, TypeAlias

import numpy as np

from cinescribe.backlot.drawing.brush import Brush, Colour, Point, shade, smooth
from cinescribe.backlot.drawing.cast import Appearance, Costume

Joints: TypeAlias = tuple[Point, Point, Point]

_SHADOW = 0.84  # brightness of the side away from the light


class Dressed(Protocol):
    """The body that wears the clothes."""

    appearance: Appearance
    costume: Costume
    size: float
    shoulder_half: float

    def at(self, forward: float, up: float, *, bends: bool = True) -> Point:
        """Return the stage point of a point of the body."""


def paint_legs(brush: Brush, body: Dressed, far: Joints, near: Joints) -> None:
    """Paint legs, shoes and skirt."""
    costume, s = body.costume, body.size
    bare = costume.top == "dress" or costume.bottom in ("skirt", "shorts")
    for joints, tone in ((far, 0.84), (near, 1.0)):
        hip, knee, ankle = joints
        skin = shade(body.appearance.skin, 0.94 * tone)
        cloth = shade(costume.bottom_colour, tone)
        shin = skin if bare else cloth
        brush.limb(knee, ankle, shin, (9.5 * s, 6.0 * s) if bare else (11.5 * s, 9.5 * s))
        brush.limb(hip, knee, skin if bare and costume.bottom != "shorts" else cloth, (15.5 * s, 11.5 * s))
        _shoe(brush, body, ankle, shade(costume.shoes, tone))
    if costume.top == "dress" or costume.bottom == "skirt":
        _skirt(brush, body, far, near)


def _shoe(brush: Brush, body: Dressed, ankle: Point, colour: Colour) -> None:
    toe = body.at(7.0, 2.0, bends=False)[0] - body.at(0.0, 2.0, bends=False)[0]
    low = ankle[1] + 2.2 * body.size
    brush.limb((ankle[0] - toe * 0.1, low), (ankle[0] + toe, low + 0.6), colour, (7.0 * body.size, 5.0 * body.size))


def _skirt(brush: Brush, body: Dressed, far: Joints, near: Joints) -> None:
    costume = body.costume
    colour = costume.top_colour if costume.top == "dress" else costume.bottom_colour
    waist = [body.at(-body.shoulder_half * 0.72, 100), body.at(body.shoulder_half * 0.72, 100)]
    knees = sorted((far[1], near[1]))
    flare = 8.0 * body.size
    drop = 5.0 * body.size
    hem = [(knees[1][0] + flare, knees[1][1] + drop), (knees[0][0] - flare, knees[0][1] + drop)]
    if waist[0][0] > waist[1][0]:
        waist.reverse()
    brush.polygon([*waist, *hem], colour)
    middle = (waist[1][0] * 0.7 + waist[0][0] * 0.3, waist[1][1])
    fold = (hem[0][0] * 0.75 + hem[1][0] * 0.25, hem[0][1])
    brush.polygon([waist[1], hem[0], fold, middle], shade(colour, _SHADOW))


def paint_torso(brush: Brush, body: Dressed) -> None:
    """Paint the neck and the top."""
    costume, appearance = body.costume, body.appearance
    wide = body.shoulder_half
    waist = wide * (0.86 if appearance.gender == "man" else 0.74)
    hips = wide * (0.88 if appearance.gender == "man" else 0.95)
    half = [(5.5, 136.0), (9.0, 134.0), (wide * 0.8, 131.5), (wide + 3.0, 126.5), (wide + 1.8, 117.0)]
    half += [(wide * 0.97, 110.0), (waist, 100.0), (hips, 86.0), (hips, 77.0)]
    points = np.array([*((body.at(x, y)) for x, y in half), *(body.at(-x, y) for x, y in reversed(half))])
    brush.polygon(smooth([*map(tuple, points)], steps=3), costume.top_colour)
    _side_shadow(brush, body, half)
    if costume.striped:
        for up in (82.0, 92.0, 102.0, 112.0, 122.0):
            reach = np.interp(up, [77, 86, 100, 110, 126], [hips, hips, waist, wide * 0.97, wide + 1]) * 0.97
            brush.curve(
                [body.at(-reach, up), body.at(0, up - 1.2), body.at(reach, up)], costume.under_colour, 3.4 * body.size
            )
    _neck(brush, body)
    _TRIMS[costume.top](brush, body)


def _side_shadow(brush: Brush, body: Dressed, half: list[Point]) -> None:
    """Darken the right side of the top."""
    side = 1 if body.at(10, 100)[0] > body.at(-10, 100)[0] else -1
    rim = [body.at(side * x, y) for x, y in half[3:]]
    inner = [body.at(side * x * 0.62, y) for x, y in reversed(half[4:])]
    brush.polygon(smooth([*rim, *inner], steps=2), shade(body.costume.top_colour, _SHADOW))


def _neck(brush: Brush, body: Dressed) -> None:
    wide = 5.6 if body.appearance.gender == "woman" else 6.8
    skin = body.appearance.skin
    base = [body.at(-wide - 1.5, 132.5), body.at(wide + 1.5, 132.5), body.at(wide, 145.0), body.at(-wide, 145.0)]
    brush.polygon(base, shade(skin, 0.86))
    brush.polygon(
        [body.at(-wide, 136.5), body.at(0, 133.5), body.at(wide, 136.5), body.at(wide, 145), body.at(-wide, 145)],
        shade(skin, 0.66),
    )


def _scoop(brush: Brush, body: Dressed, *, depth: float, wide: float) -> None:
    points = [body.at(-wide, 134.0), body.at(-wide * 0.6, 134.5 - depth * 0.7), body.at(0, 134.0 - depth)]
    points += [body.at(wide * 0.6, 134.5 - depth * 0.7), body.at(wide, 134.0)]
    brush.polygon(smooth(points, closed=False), shade(body.appearance.skin, 0.92))
    brush.curve(smooth(points, closed=False), shade(body.costume.top_colour, 0.78), 1.3 * body.size)


def _tee(brush: Brush, body: Dressed) -> None:
    _scoop(brush, body, depth=4.5, wide=8.5)


def _jumper(brush: Brush, body: Dressed) -> None:
    colour = shade(body.costume.top_colour, 0.88)
    brush.polygon([body.at(-7.8, 132), body.at(7.8, 132), body.at(7.2, 138), body.at(-7.2, 138)], colour)
    brush.curve(
        [body.at(-body.shoulder_half * 0.85, 78.5), body.at(body.shoulder_half * 0.85, 78.5)], colour, 3.0 * body.size
    )


def _shirt(brush: Brush, body: Dressed) -> None:
    colour = body.costume.top_colour
    brush.polygon([body.at(-4.5, 135), body.at(4.5, 135), body.at(0, 127)], shade(body.appearance.skin, 0.92))
    for side in (-1, 1):
        brush.polygon(
            [body.at(side * 8, 137), body.at(side * 9.5, 129.5), body.at(side * 1.0, 126.5)], shade(colour, 1.15)
        )
        brush.curve([body.at(side * 9.5, 129.5), body.at(side * 1.0, 126.5)], shade(colour, 0.75), 0.8 * body.size)
    brush.curve([body.at(0, 126.5), body.at(0, 78)], shade(colour, 0.78), 0.9 * body.size)
    for up in (119, 107, 95, 84):
        brush.disc(body.at(1.6, up), 0.9 * body.size, shade(colour, 0.6))


def _blouse(brush: Brush, body: Dressed) -> None:
    points = [body.at(-7.5, 135.5), body.at(0, 119.5), body.at(7.5, 135.5)]
    brush.polygon(points, shade(body.appearance.skin, 0.94))
    brush.curve(points, shade(body.costume.top_colour, 1.2), 1.8 * body.size)


def _dress(brush: Brush, body: Dressed) -> None:
    _scoop(brush, body, depth=8.0, wide=10.0)
    reach = body.shoulder_half * 0.74
    brush.curve([body.at(-reach, 100), body.at(reach, 100)], body.costume.under_colour, 3.2 * body.size)


def _jacket(brush: Brush, body: Dressed) -> None:
    costume = body.costume
    panel = [
        body.at(-7, 135.5),
        body.at(7, 135.5),
        body.at(5.5, 110),
        body.at(2.5, 97),
        body.at(-2.5, 97),
        body.at(-5.5, 110),
    ]
    brush.polygon(panel, costume.under_colour)
    brush.polygon([body.at(-4, 135), body.at(4, 135), body.at(0, 128.5)], shade(body.appearance.skin, 0.92))
    if costume.tie is not None:
        tie = [
            body.at(-1.8, 131),
            body.at(1.8, 131),
            body.at(1.2, 127),
            body.at(2.8, 105),
            body.at(0, 100),
            body.at(-2.8, 105),
            body.at(-1.2, 127),
        ]
        brush.polygon(tie, costume.tie)
    for side in (-1, 1):
        lapel = [
            body.at(side * 7.5, 136.5),
            body.at(side * 12.5, 124),
            body.at(side * 9.5, 121.5),
            body.at(side * 3, 98),
        ]
        brush.polygon([*lapel, body.at(side * 5.0, 112)], shade(costume.top_colour, 0.76))
    brush.disc(body.at(1.5, 93), 1.2 * body.size, shade(costume.top_colour, 0.5))


def _hoodie(brush: Brush, body: Dressed) -> None:
    colour = body.costume.top_colour
    hood = [
        body.at(-11, 132),
        body.at(-8.5, 140),
        body.at(-5.5, 133.5),
        body.at(0, 127.5),
        body.at(5.5, 133.5),
        body.at(8.5, 140),
        body.at(11, 132),
        body.at(0, 121.5),
    ]
    brush.polygon(smooth(hood), shade(colour, 0.8))
    for side in (-1, 1):
        brush.curve([body.at(side * 3, 127), body.at(side * 3.4, 115)], (238, 236, 230), 0.9 * body.size)
    brush.polygon([body.at(-9, 93), body.at(9, 93), body.at(11, 80), body.at(-11, 80)], shade(colour, 0.9))


_TRIMS = {
    "tee": _tee, "jumper": _jumper, "shirt": _shirt, "blouse": _blouse, "dress": _dress,
    "jacket": _jacket, "hoodie": _hoodie,
}  # fmt: skip


def paint_sleeve(brush: Brush, body: Dressed, joints: Joints, *, near: bool) -> None:
    """Paint a sleeve or bare arm down to the wrist."""
    shoulder, elbow, wrist = joints
    costume, s = body.costume, body.size
    cloth = shade(costume.top_colour, 0.93 if near else 0.82)
    skin = body.appearance.skin if near else shade(body.appearance.skin, 0.9)
    slim = 0.88 if body.appearance.gender == "woman" else 1.0
    upper, middle, lower = 11.5 * s * slim, 9.0 * s * slim, 6.8 * s * slim
    if costume.short_sleeves:
        brush.limb(elbow, wrist, skin, (middle * 0.85, lower * 0.8))
        brush.limb(shoulder, elbow, skin, (upper * 0.85, middle * 0.85))
        share = 0.6
        cuff = (shoulder[0] + (elbow[0] - shoulder[0]) * share, shoulder[1] + (elbow[1] - shoulder[1]) * share)
        brush.limb(shoulder, cuff, cloth, (upper, middle * 1.12))
        return
    brush.limb(elbow, wrist, cloth, (middle, lower))
    brush.limb(shoulder, elbow, cloth, (upper, middle))
