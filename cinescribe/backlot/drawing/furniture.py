"""Furniture of places: windows, shelves, lamps, plants, seats and tables.

`x` is the centre of a piece, `foot` its lower edge and `y` the upper edge of a piece that hangs, in cm of the stage.
"""

from __future__ import annotations

import random

import numpy as np

from cinescribe.backlot.drawing.brush import DAYLIGHT, Brush, Colour, blend, paints, shade, smooth

SKIRTING = -50.0  # y at which walls meet the floor
_SKY: Colour = (172, 212, 236)
_WARM: Colour = (255, 226, 160)
SPINES: tuple[Colour, ...] = (
    (172, 66, 58),
    (60, 100, 148),
    (222, 182, 96),
    (84, 132, 92),
    (130, 92, 140),
    (214, 204, 188),
    (70, 70, 84),
)


def room_interior(brush: Brush, wall: Colour, floor: Colour, *, planks: bool = True) -> None:
    """Paint wall, skirting board and floor over the whole set."""
    brush.gradient((-410, -330, 410, SKIRTING), shade(wall, 0.9), shade(wall, 1.05))
    brush.gradient((-410, SKIRTING, 410, 90), shade(floor, 0.82), shade(floor, 1.1))
    line = shade(floor, 0.8)
    for k in range(-14, 15):
        if planks:
            brush.curve([(k * 34.0, SKIRTING), (k * 62.0, 90)], line, 0.9)
    for row, y in enumerate((-38, -20, 6, 44)):
        if not planks:
            brush.curve([(-410, y), (410, y)], line, 0.7 + 0.3 * row)
    brush.rectangle(-410, SKIRTING - 8, 410, SKIRTING, blend(wall, (250, 250, 250), 0.5))
    brush.rectangle(-410, SKIRTING, 410, SKIRTING + 2.5, shade(floor, 0.6))


@paints("window")
def wall_window(brush: Brush, x: float, y: float, *, wide: float, tall: float, frame: Colour = (244, 242, 236)) -> None:
    """Paint a window with a view of sky and hills."""
    left, right, low = x - wide / 2, x + wide / 2, y + tall
    brush.rectangle(left - 5, y - 5, right + 5, low + 5, frame)
    brush.gradient((left, y, right, low), shade(_SKY, 0.95), (226, 240, 244))
    hills = [
        (left, low - tall * 0.2),
        (x - wide * 0.2, low - tall * 0.3),
        (x + wide * 0.2, low - tall * 0.18),
        (right, low - tall * 0.27),
    ]
    brush.polygon([*map(tuple, smooth(hills, closed=False)), (right, low), (left, low)], (140, 180, 128))
    brush.rectangle(x - 1.8, y, x + 1.8, low, frame)
    brush.rectangle(left, y + tall * 0.45, right, y + tall * 0.45 + 3, frame)
    brush.rectangle(left - 8, low + 4, right + 8, low + 9, shade(frame, 0.88))


@paints("curtain")
def curtains(brush: Brush, x: float, y: float, *, wide: float, tall: float, colour: Colour) -> None:
    """Paint a pair of curtains on a rail."""
    brush.rectangle(x - wide / 2 - 24, y - 12, x + wide / 2 + 24, y - 8, (110, 84, 62))
    for side in (-1, 1):
        for fold in range(4):
            inner = x + side * (wide / 2 - 6 + fold * 7)
            tone = shade(colour, (1.0, 0.86, 1.06, 0.9)[fold])
            brush.polygon(
                [(inner, y - 9), (inner + side * 8, y - 9), (inner + side * 9, y + tall), (inner - side * 1, y + tall)],
                tone,
            )


@paints("window")
def blinds(brush: Brush, x: float, y: float, *, wide: float, tall: float) -> None:
    """Paint a window with blinds."""
    wall_window(brush, x, y, wide=wide, tall=tall)
    for k in range(int(tall / 7)):
        brush.rectangle(x - wide / 2, y + k * 7, x + wide / 2, y + k * 7 + 3.4, (232, 228, 216))


@paints("picture")
def picture(brush: Brush, x: float, y: float, *, wide: float, tall: float, tones: tuple[Colour, Colour]) -> None:
    """Paint a framed landscape."""
    left, right, low = x - wide / 2, x + wide / 2, y + tall
    brush.rectangle(left - 4, y - 4, right + 4, low + 4, (112, 80, 54))
    brush.gradient((left, y, right, low), shade(tones[0], 1.15), tones[0])
    hill = smooth(
        [
            (left, low - tall * 0.35),
            (x - wide * 0.15, low - tall * 0.6),
            (x + wide * 0.2, low - tall * 0.3),
            (right, low - tall * 0.5),
        ],
        closed=False,
    )
    brush.polygon([*map(tuple, hill), (right, low), (left, low)], tones[1])
    brush.disc((x + wide * 0.25, y + tall * 0.25), tall * 0.1, (250, 236, 190))


@paints("bookcase")
def bookcase(brush: Brush, x: float, *, wide: float, tall: float, wood: Colour, foot: float = SKIRTING + 4) -> None:
    """Paint a bookcase on the floor."""
    left, right, top = x - wide / 2, x + wide / 2, foot - tall
    brush.rectangle(left, top, right, foot, shade(wood, 0.62))
    rng = random.Random(f"{x}/{wide}/books")
    rows = max(2, round(tall / 34))
    step = tall / rows
    for row in range(rows):
        low = top + (row + 1) * step
        place = left + 5
        while place < right - 9:
            thick, high = rng.uniform(3.5, 7.5), step * rng.uniform(0.6, 0.84)
            if rng.random() < 0.88:
                colour = rng.choice(SPINES)
                brush.rectangle(place, low - high, place + thick, low - 3, colour)
                brush.rectangle(
                    place + 0.8, low - high * 0.8, place + thick - 0.8, low - high * 0.72, shade(colour, 1.35)
                )
            place += thick + 0.6
        brush.rectangle(left, low - 3, right, low, wood)
    brush.rectangle(left - 2, top - 4, right + 2, top, wood)
    for edge in (left - 2, right - 2):
        brush.rectangle(edge, top, edge + 4, foot, wood)


def shelf(brush: Brush, x: float, y: float, *, wide: float, wood: Colour, jars: bool = True) -> None:
    """Paint a shelf on the wall with jars or books."""
    rng = random.Random(f"{x}/{y}/shelf")
    place = x - wide / 2 + 5
    while place < x + wide / 2 - 10:
        size = rng.uniform(7, 12)
        colour = rng.choice(SPINES)
        if jars:
            brush.rectangle(place, y - size * 1.3, place + size, y, blend(colour, (235, 228, 214), 0.35))
            brush.rectangle(place - 0.5, y - size * 1.3 - 3, place + size + 0.5, y - size * 1.3, shade(colour, 0.7))
        else:
            brush.rectangle(place, y - size * 2.2, place + size * 0.6, y, colour)
        place += size + rng.uniform(1.5, 6)
    brush.rectangle(x - wide / 2, y, x + wide / 2, y + 4, wood)
    brush.rectangle(x - wide / 2, y + 4, x + wide / 2, y + 6, shade(wood, 0.7))


@paints("plant")
def plant(brush: Brush, x: float, foot: float, *, tall: float, pot: Colour = (188, 104, 74)) -> None:
    """Paint a plant in a pot."""
    base = foot - tall * 0.3
    leaves(brush, x, base, tall=tall)
    w = tall * 0.17
    brush.polygon([(x - w, base), (x + w, base), (x + w * 0.75, foot), (x - w * 0.75, foot)], pot)
    brush.polygon([(x + w * 0.3, base), (x + w, base), (x + w * 0.75, foot), (x + w * 0.25, foot)], shade(pot, 0.82))
    brush.rectangle(x - w * 1.12, base - 4, x + w * 1.12, base + 2, shade(pot, 1.08))


def leaves(brush: Brush, x: float, base: float, *, tall: float) -> None:
    """Paint long leaves that spread from one point."""
    rng = random.Random(f"{x}/{tall}/plant")
    for k in range(13):
        angle = np.pi * (0.08 + 0.84 * k / 12)
        reach = tall * rng.uniform(0.5, 0.75)
        tip = (x - reach * 0.75 * np.cos(angle), base - reach * np.sin(angle))
        side = (tip[1] - base) * 0.09
        middle = ((x + tip[0]) / 2, (base + tip[1]) / 2)
        leaf = smooth([(x, base), (middle[0] + side, middle[1] - 3), tip, (middle[0] - side, middle[1] + 3)], steps=4)
        brush.polygon(leaf, shade((72, 138, 80), rng.uniform(0.7, 1.15)))


@paints("lamp")
def floor_lamp(brush: Brush, x: float, foot: float, *, tall: float, colour: Colour = (244, 218, 150)) -> None:
    """Paint a standing lamp, which glows at night."""
    brush.rectangle(x - 1.4, foot - tall, x + 1.4, foot, (92, 76, 62))
    brush.ellipse((x, foot), (13, 3.5), (92, 76, 62))
    top = foot - tall
    shape = [(x - 11, top - 18), (x + 11, top - 18), (x + 19, top + 10), (x - 19, top + 10)]
    brush.polygon(shape, colour)
    brush.polygon([(x + 3, top - 18), (x + 11, top - 18), (x + 19, top + 10), (x + 6, top + 10)], shade(colour, 0.88))
    glow(brush, x, top - 4, 90)


@paints("lamp")
def pendant(brush: Brush, x: float, y: float, *, colour: Colour) -> None:
    """Paint a lamp that hangs from the ceiling, its lower edge at `y`."""
    brush.rectangle(x - 0.8, -330, x + 0.8, y - 16, (60, 54, 52))
    brush.polygon(smooth([(x - 4, y - 18), (x + 4, y - 18), (x + 17, y), (x - 17, y)], steps=3), colour)
    brush.ellipse((x, y), (13, 3.5), (255, 240, 196))
    glow(brush, x, y + 2, 95)


def glow(brush: Brush, x: float, y: float, radius: float) -> None:
    """Paint warm light around a lamp; by day it is faint."""
    brush.glow((x, y), radius, _WARM, 0.18 if brush.light == DAYLIGHT else 0.75)


@paints("clock")
def wall_clock(brush: Brush, x: float, y: float, *, radius: float) -> None:
    """Paint a round clock."""
    brush.disc((x, y), radius, (60, 58, 64))
    brush.disc((x, y), radius * 0.87, (250, 248, 240))
    for k in range(12):
        a = 2 * np.pi * k / 12
        brush.disc(
            (x + radius * 0.7 * float(np.sin(a)), y - radius * 0.7 * float(np.cos(a))), radius * 0.06, (60, 58, 64)
        )
    brush.curve([(x, y), (x + radius * 0.45, y - radius * 0.2)], (40, 38, 44), radius * 0.12)
    brush.curve([(x, y), (x - radius * 0.1, y - radius * 0.62)], (40, 38, 44), radius * 0.08)


@paints("table")
def table(brush: Brush, x: float, foot: float, *, wide: float, tall: float, wood: Colour) -> None:
    """Paint a plain table."""
    for side in (-1, 1):
        edge = x + side * (wide / 2 - 5)
        brush.rectangle(edge - 2.5, foot - tall, edge + 2.5, foot, shade(wood, 0.72))
    brush.rectangle(x - wide / 2, foot - tall, x + wide / 2, foot - tall + 6, shade(wood, 0.85))
    brush.rectangle(x - wide / 2 - 2, foot - tall - 3, x + wide / 2 + 2, foot - tall + 1, shade(wood, 1.12))


@paints("cupboard")
def cupboards(brush: Brush, x: float, y: float, *, wide: float, tall: float, colour: Colour, doors: int) -> None:
    """Paint a row of cupboard doors, from `y` down."""
    left, step = x - wide / 2, wide / doors
    brush.rectangle(left, y, left + wide, y + tall, shade(colour, 0.75))
    for k in range(doors):
        a = left + k * step + 1.2
        brush.rectangle(a, y + 1.5, a + step - 2.4, y + tall - 1.5, colour)
        brush.rectangle(a + 4, y + 6, a + step - 6.4, y + tall - 6, shade(colour, 1.06))
        knob = a + step - 6 if k % 2 == 0 else a + 4
        brush.disc((knob, y + tall * 0.5), 1.6, shade(colour, 0.5))


@paints("bench")
def bench(brush: Brush, x: float, foot: float, *, wide: float, wood: Colour = (150, 102, 62)) -> None:
    """Paint a slatted bench with a back."""
    for side in (-1, 1):
        brush.rectangle(x + side * wide * 0.42 - 2, foot - 46, x + side * wide * 0.42 + 2, foot, (66, 64, 68))
    for up in (46, 37, 28):
        brush.rectangle(x - wide / 2, foot - up, x + wide / 2, foot - up + 6, shade(wood, 0.9 + up / 400))
    brush.rectangle(x - wide / 2, foot - 21, x + wide / 2, foot - 15, shade(wood, 1.15))
