"""Draws the fifteen things that people handle, around a point: a hand, or a place on a table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cinescribe.backlot.drawing.brush import Brush, Colour, Point

_WHITE: Colour = (246, 244, 238)
_INK: Colour = (52, 50, 56)


class _At:
    """A brush that paints around one point, enlarged by `size`."""

    def __init__(self, brush: Brush, point: Point, size: float) -> None:
        self.brush, self.point, self.size = brush, point, size

    def __call__(self, x: float, y: float) -> Point:
        return self.point[0] + x * self.size, self.point[1] + y * self.size

    def box(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        self.brush.polygon([self(x0, y0), self(x1, y0), self(x1, y1), self(x0, y1)], colour)

    def shape(self, points: list[Point], colour: Colour) -> None:
        self.brush.polygon([self(x, y) for x, y in points], colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.brush.disc(self(x, y), radius * self.size, colour)

    def ring(self, x: float, y: float, radius: float, colour: Colour, width: float) -> None:
        self.brush.ring(self(x, y), radius * self.size, colour, width * self.size)

    def oval(self, x: float, y: float, rx: float, ry: float, colour: Colour) -> None:
        self.brush.ellipse(self(x, y), (rx * self.size, ry * self.size), colour)

    def line(self, points: list[Point], colour: Colour, width: float) -> None:
        self.brush.curve([self(x, y) for x, y in points], colour, width * self.size)


def paint_thing(brush: Brush, name: str, point: Point, *, size: float = 1.0) -> None:
    """Paint a thing of `plan.THINGS` at a point; most are centred on it."""
    _PAINTERS[name](_At(brush, point, size))


def height_on_table(name: str) -> float:
    """Return how far above a table a thing on it is painted, in cm."""
    return _TABLE_HEIGHTS.get(name, 9.0)


def _box(at: _At) -> None:
    at.box(-13, -9, 13, 10, (190, 138, 82))
    at.shape([(-13, -9), (13, -9), (9, -14), (-9, -14)], (214, 166, 108))
    at.box(-2.5, -9, 2.5, 10, (232, 204, 146))
    at.box(9, -9, 13, 10, (168, 118, 68))


def _letter(at: _At) -> None:
    at.box(-10, -7, 10, 7, _WHITE)
    at.line([(-10, -7), (0, 1.5), (10, -7)], (170, 160, 150), 0.9)
    at.line([(-10, 7), (-10, -7), (10, -7), (10, 7), (-10, 7)], (186, 178, 168), 0.7)
    at.disc(0, 1.5, 2.2, (190, 50, 46))


def _book(at: _At) -> None:
    at.shape([(0, -8), (-11, -10), (-11, 7), (0, 9)], (44, 84, 156))
    at.shape([(0, -8), (11, -10), (11, 7), (0, 9)], (36, 70, 134))
    at.shape([(-1, -9), (-10, -11), (-10, -8), (-1, -6.5)], _WHITE)
    at.shape([(1, -9), (10, -11), (10, -8), (1, -6.5)], _WHITE)
    at.box(-8, -3, -3, -1, (228, 196, 96))


def _cup(at: _At) -> None:
    at.ring(7, 0, 3.6, (212, 70, 62), 1.8)
    at.shape([(-6.5, -7), (6.5, -7), (5.2, 8), (-5.2, 8)], (222, 78, 70))
    at.oval(0, -7, 6.5, 1.9, (92, 56, 36))
    at.box(-5.6, -2, -3.4, 5, (240, 130, 116))


def _bottle(at: _At) -> None:
    at.box(-2, -18, 2, -8, (46, 118, 78))
    at.box(-2.4, -20, 2.4, -16.5, (202, 170, 74))
    at.shape([(-2, -9), (2, -9), (5, -4), (5, 10), (-5, 10), (-5, -4)], (46, 118, 78))
    at.box(-5, -1, 5, 6, (236, 228, 200))
    at.box(-3.8, -4, -2.6, 9, (98, 170, 128))


def _bag(at: _At) -> None:
    at.ring(0, 1, 7, (96, 56, 34), 2.0)
    at.shape([(-13, 6), (13, 6), (15, 24), (-15, 24)], (164, 96, 52))
    at.shape([(-13, 6), (13, 6), (12, 13), (-12, 13)], (140, 78, 42))
    at.disc(0, 13, 2, (232, 196, 96))


def _flowers(at: _At) -> None:
    for lean in (-4, 0, 4):
        at.line([(lean * 0.3, 9), (lean, -6)], (62, 140, 66), 1.5)
    at.shape([(-7, -3), (7, -3), (1.6, 12), (-1.6, 12)], (240, 226, 206))
    spots: list[tuple[float, float, Colour]] = [
        (-6.5, -8, (224, 72, 98)),
        (6.5, -8, (246, 190, 70)),
        (0, -13, (230, 110, 172)),
        (-3, -5, (250, 244, 236)),
        (4, -4, (214, 64, 74)),
    ]
    for x, y, colour in spots:
        at.disc(x, y, 4.6, colour)
        at.disc(x, y, 1.6, (250, 226, 120))


def _phone(at: _At) -> None:
    at.box(-4.2, -9.5, 4.2, 8.5, (34, 36, 44))
    at.box(-3.2, -8, 3.2, 5.6, (116, 186, 226))
    at.disc(0, 7, 0.9, (120, 122, 130))


def _hat(at: _At) -> None:
    at.oval(0, 3, 16, 3.6, (122, 82, 52))
    at.shape([(-9, 3), (-8, -8), (-3, -10), (0, -8.4), (3, -10), (8, -8), (9, 3)], (146, 100, 64))
    at.box(-9, -1, 9, 2.6, (62, 40, 34))


def _umbrella(at: _At) -> None:
    at.line([(0, 14), (0, -34)], (74, 60, 56), 1.6)
    at.line([(0, 14), (1.5, 17), (4.5, 17), (5.5, 14)], (74, 60, 56), 1.8)
    angle = np.linspace(np.pi, 2 * np.pi, 15)
    at.shape([(26 * float(np.cos(a)), -26 + 18 * float(np.sin(a))) for a in angle], (196, 56, 66))
    at.shape([(-9, -26), (0, -44), (9, -26)], (226, 92, 94))
    at.shape([(17, -26), (0, -44), (26, -26)], (164, 42, 54))


def _ball(at: _At) -> None:
    at.disc(0, 0, 10, (236, 150, 52))
    at.shape([(-7, -7), (7, -7), (9.6, 2), (-9.6, 2)], (244, 240, 230))
    at.disc(-4, -4, 2.6, (255, 252, 246))


def _guitar(at: _At) -> None:
    at.disc(0, 14, 12, (188, 112, 50))
    at.disc(0, -1, 8.6, (188, 112, 50))
    at.disc(0, 9, 4, (58, 36, 28))
    at.box(-1.8, -40, 1.8, 4, (84, 52, 34))
    at.box(-3.2, -49, 3.2, -39, (58, 36, 28))
    at.line([(0, -40), (0, 18)], (236, 228, 214), 0.6)


def _camera(at: _At) -> None:
    at.box(-10, -6, 10, 8, _INK)
    at.box(-4, -9, 4, -5, _INK)
    at.box(-10, -6, 10, -3, (150, 152, 158))
    at.disc(0, 1.5, 5.6, (132, 134, 142))
    at.disc(0, 1.5, 4.2, (34, 44, 70))
    at.disc(-1.5, 0, 1.3, (190, 210, 236))


def _lamp(at: _At) -> None:
    at.box(-1.2, -6, 1.2, 9, (120, 92, 60))
    at.oval(0, 9, 7, 2, (120, 92, 60))
    at.shape([(-6, -20), (6, -20), (11, -5), (-11, -5)], (250, 224, 140))
    at.shape([(2, -20), (6, -20), (11, -5), (4, -5)], (232, 196, 106))


def _key(at: _At) -> None:
    gold: Colour = (224, 178, 60)
    at.ring(0, -7, 4.6, gold, 2.6)
    at.box(-1.3, -3, 1.3, 12, gold)
    at.box(1, 5, 5, 7.4, gold)
    at.box(1, 9.4, 4, 11.8, gold)


_PAINTERS: dict[str, Callable[[_At], None]] = {
    "box": _box, "letter": _letter, "book": _book, "cup": _cup, "bottle": _bottle, "bag": _bag, "flowers": _flowers,
    "phone": _phone, "hat": _hat, "umbrella": _umbrella, "ball": _ball, "guitar": _guitar, "camera": _camera,
    "lamp": _lamp, "key": _key,
}  # fmt: skip
_TABLE_HEIGHTS = {
    "box": 10.0, "letter": 7.0, "book": 8.0, "cup": 8.0, "bottle": 10.0, "bag": 24.0, "flowers": 12.0, "phone": 8.5,
    "hat": 6.0, "umbrella": 17.0, "ball": 10.0, "guitar": 26.0, "camera": 8.0, "lamp": 10.0, "key": 12.0,
}  # fmt: skip
