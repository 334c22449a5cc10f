"""The six indoor places, in three layouts each."""

from __future__ import annotations

import random
from collections.abc import Callable

from cinescribe.backlot.drawing.brush import Brush, Colour, paints, shade
from cinescribe.backlot.drawing.furniture import (
    SKIRTING,
    SPINES,
    bench,
    blinds,
    bookcase,
    cupboards,
    curtains,
    floor_lamp,
    glow,
    pendant,
    picture,
    plant,
    room_interior,
    shelf,
    table,
    wall_clock,
    wall_window,
)

_FOOT = SKIRTING + 6  # y of the foot of furniture along the wall


def _kitchen(brush: Brush, layout: int) -> None:
    wall, front = (
        ((238, 226, 196), (120, 152, 148)),
        ((214, 224, 214), (206, 176, 128)),
        ((240, 214, 190), (226, 226, 220)),
    )[layout]
    room_interior(brush, wall, (196, 178, 156), planks=False)
    _tiles(brush, -122, -168, shade(wall, 1.08))
    side = (-1, 1, 1)[layout]
    hob, sink = ((145, -30), (20, -140), (-130, 90))[layout]
    cupboards(brush, side * 40, -118, wide=560, tall=72, colour=front, doors=12)
    brush.rectangle(side * 40 - 286, -124, side * 40 + 286, -116, (232, 226, 214))
    wall_window(brush, side * sink, -232, wide=100, tall=84)
    for x in ((-205, 150), (-290, 160), (-220, 240))[layout]:
        cupboards(brush, side * x, -250, wide=150, tall=72, colour=front, doors=3)
    shelf(brush, side * (262, 290, -10)[layout], -176, wide=70, wood=(160, 112, 70))
    _cooker(brush, side * hob)
    _fridge(brush, side * -318, (226, 230, 232) if layout else (190, 80, 72))
    _tap(brush, side * sink)
    if layout == 1:
        plant(brush, 250, -124, tall=46)
    for x in ((-90, 70), (100, 210), (-40, 170))[layout]:
        pendant(brush, x, -236, colour=((206, 84, 66), (84, 120, 140), (60, 62, 70))[layout])


def _tiles(brush: Brush, low: float, high: float, colour: Colour) -> None:
    brush.rectangle(-410, high, 410, low, colour)
    for k in range(-25, 26):
        brush.rectangle(k * 16.0, high, k * 16.0 + 0.9, low, shade(colour, 0.9))
    for k in range(4):
        brush.rectangle(-410, high + k * 15, 410, high + k * 15 + 0.9, shade(colour, 0.9))


@paints("stove")
def _cooker(brush: Brush, x: float) -> None:
    brush.rectangle(x - 34, -120, x + 34, _FOOT, (92, 94, 100))
    brush.rectangle(x - 27, -98, x + 27, -60, (44, 46, 54))
    brush.rectangle(x - 27, -104, x + 27, -101, (210, 212, 216))
    brush.polygon([(x - 34, -182), (x + 34, -182), (x + 16, -214), (x - 16, -214)], (176, 180, 186))
    brush.rectangle(x - 16, -330, x + 16, -214, (190, 194, 200))
    brush.rectangle(x - 24, -140, x + 2, -125, (176, 62, 54))
    brush.rectangle(x - 30, -136, x - 24, -133, (60, 58, 60))
    brush.rectangle(x + 9, -134, x + 27, -125, (146, 150, 158))


@paints("fridge")
def _fridge(brush: Brush, x: float, colour: Colour) -> None:
    brush.rectangle(x - 38, -218, x + 38, _FOOT, colour)
    brush.rectangle(x + 20, -218, x + 38, _FOOT, shade(colour, 0.9))
    brush.rectangle(x - 38, -164, x + 38, -162, shade(colour, 0.7))
    for top in (-206, -150):
        brush.rectangle(x - 31, top, x - 28, top + 34, shade(colour, 0.6))


def _tap(brush: Brush, x: float) -> None:
    brush.curve([(x - 8, -124), (x - 8, -146), (x + 4, -148), (x + 6, -138)], (170, 176, 184), 3.4)
    for k in range(3):
        brush.rectangle(x + 26 + k * 13, -136 - 3 * k, x + 36 + k * 13, -124, SPINES[k + 1])


def _bedroom(brush: Brush, layout: int) -> None:
    wall, cover = (
        ((196, 206, 222), (88, 112, 166)),
        ((232, 208, 200), (186, 92, 98)),
        ((206, 214, 190), (214, 176, 104)),
    )[layout]
    room_interior(brush, wall, (172, 132, 98))
    side = (1, -1, 1)[layout]
    _bed(brush, side * -150, cover, side)
    wall_window(brush, side * 72, -236, wide=92, tall=110)
    curtains(brush, side * 72, -236, wide=96, tall=140, colour=shade(cover, 1.15))
    cupboards(
        brush,
        side * 262,
        -246,
        wide=130,
        tall=202,
        colour=((206, 182, 150), (240, 234, 226), (140, 98, 68))[layout],
        doors=2,
    )
    picture(
        brush,
        side * -170,
        -232,
        wide=70,
        tall=46,
        tones=(
            ((214, 190, 150), (108, 132, 108)),
            ((160, 190, 214), (120, 110, 150)),
            ((236, 196, 160), (150, 90, 80)),
        )[layout],
    )
    picture(brush, side * -270, -220, wide=40, tall=52, tones=((180, 204, 210), (96, 124, 130)))
    table(brush, side * -12, _FOOT, wide=44, tall=48, wood=(146, 102, 68))
    floor_lamp(brush, side * -12, _FOOT - 48, tall=34)
    floor_lamp(brush, side * 168, _FOOT, tall=150)
    if layout == 2:
        shelf(brush, -300, -150, wide=90, wood=(150, 106, 70), jars=False)
        plant(brush, 345, _FOOT, tall=110)
    brush.ellipse((side * 40, 2), (170, 26), shade(cover, 1.2))
    brush.ellipse((side * 40, 2), (150, 21), shade(cover, 1.32))


@paints("bed")
def _bed(brush: Brush, x: float, cover: Colour, side: int) -> None:
    wood: Colour = (124, 84, 56)
    brush.rectangle(x - 105, -128, x + 95, _FOOT, shade(wood, 0.8))
    for k in range(5):
        brush.rectangle(x - 100 + k * 39, -140, x - 68 + k * 39, -70, shade(wood, 1.0 + 0.04 * k))
    brush.rectangle(x - 105, -146, x + 100, -138, shade(wood, 1.2))
    brush.polygon([(x - 100, -92), (x + 95, -92), (x + 112, -30), (x - 118, -30)], shade(cover, 1.05))
    brush.polygon([(x - 118, -30), (x + 112, -30), (x + 112, -4), (x - 118, -4)], shade(cover, 0.82))
    brush.polygon([(x - 104, -78), (x + 99, -78), (x + 103, -64), (x - 108, -64)], (244, 240, 232))
    for k in (-1, 1):
        brush.ellipse((x + k * 48, -94), (38, 13), (250, 246, 240), degrees=side * 3.0)


def _office(brush: Brush, layout: int) -> None:
    wall, floor = (
        ((206, 212, 220), (118, 126, 138)),
        ((222, 214, 200), (140, 118, 98)),
        ((190, 206, 204), (104, 112, 112)),
    )[layout]
    room_interior(brush, wall, floor, planks=layout == 1)
    side = (1, -1, 1)[layout]
    for x in (-60, 70) if layout != 2 else (-250, -120):
        blinds(brush, side * x, -240, wide=104, tall=96)
    bookcase(brush, side * -262, wide=120, tall=170, wood=(150, 114, 82)) if layout != 2 else bookcase(
        brush, 40, wide=190, tall=150, wood=(176, 150, 118)
    )
    for x in ((90, 250), (-150, 130), (-185, 235))[layout]:
        _desk(brush, side * x)
    wall_clock(brush, side * (180 if layout != 2 else 165), -222, radius=17)
    _cabinet(brush, side * 335)
    plant(brush, side * (-165, -345, -345)[layout], _FOOT, tall=120, pot=(230, 226, 218))
    picture(brush, side * 285, -232, wide=80, tall=50, tones=((214, 220, 226), (90, 126, 160)))
    for x in (-150, 120):
        brush.rectangle(x - 60, -330, x + 60, -300, (250, 250, 244))
        glow(brush, x, -300, 110)


@paints("desk")
def _desk(brush: Brush, x: float) -> None:
    table(brush, x, _FOOT + 4, wide=130, tall=62, wood=(186, 148, 108))
    brush.rectangle(x - 28, -150, x + 24, -116, (44, 46, 52))
    brush.rectangle(x - 25.5, -147.5, x + 21.5, -119, (120, 172, 206))
    brush.rectangle(x - 22, -143, x - 2, -140, (226, 238, 244))
    for k in range(3):
        brush.rectangle(x - 22, -136 + k * 5, x + 12 - k * 6, -134.4 + k * 5, (190, 216, 232))
    brush.rectangle(x - 5, -117, x + 1, -108, (44, 46, 52))
    brush.rectangle(x + 34, -122, x + 44, -109, (206, 84, 66))
    for k in range(4):
        brush.rectangle(x - 60, -112 - k * 3, x - 38, -110 - k * 3, (246, 244, 236) if k % 2 else (206, 200, 186))


@paints("cupboard")
def _cabinet(brush: Brush, x: float) -> None:
    for k in range(3):
        top = -150 + k * 36
        brush.rectangle(x - 34, top, x + 34, top + 34, (136, 144, 152))
        brush.rectangle(x - 12, top + 9, x + 12, top + 12, (210, 214, 218))


def _bar(brush: Brush, layout: int) -> None:
    wall, wood = (((112, 62, 52), (124, 76, 46)), ((52, 74, 76), (150, 98, 58)), ((84, 58, 82), (96, 62, 44)))[layout]
    room_interior(brush, wall, (92, 64, 48))
    side = (1, -1, 1)[layout]
    for k in range(-10, 11):
        brush.rectangle(k * 40.0, -128, k * 40.0 + 36, SKIRTING - 8, shade(wall, 0.82))
    middle, wide = side * (-40, 10, 90)[layout], (430, 520, 400)[layout]
    brush.rectangle(middle - wide / 2, -262, middle + wide / 2, -124, shade(wood, 0.5))
    for row, y in enumerate((-216, -172, -130)):
        _bottles(brush, middle, y, wide=wide - 16, seed=f"{layout}/{row}")
        brush.rectangle(middle - wide / 2, y, middle + wide / 2, y + 5, wood)
        brush.glow((middle, y - 20), wide * 0.4, (255, 190, 110), 0.22)
    _counter(brush, middle, wide + 60, wood)
    for k in range(4):
        pendant(
            brush,
            middle - wide / 2 + (k + 0.5) * wide / 4,
            -240,
            colour=((196, 150, 70), (190, 84, 60), (80, 150, 140))[layout],
        )
    edge = middle + side * (wide / 2 + 70)
    picture(brush, edge, -220, wide=58, tall=70, tones=((226, 190, 130), (150, 70, 60)))
    for k in range(3):
        _stool(brush, middle - 120 + k * 120.0, -24)


@paints("bottle")
def _bottles(brush: Brush, x: float, y: float, *, wide: float, seed: str) -> None:
    rng = random.Random(seed)
    place = x - wide / 2
    while place < x + wide / 2 - 8:
        w, h = rng.uniform(6, 10), rng.uniform(20, 32)
        colour = rng.choice(
            ((70, 134, 84), (184, 122, 50), (158, 56, 50), (220, 212, 176), (74, 110, 160), (120, 70, 40))
        )
        brush.rectangle(place, y - h * 0.65, place + w, y, colour)
        brush.rectangle(place + w * 0.3, y - h, place + w * 0.7, y - h * 0.6, colour)
        brush.rectangle(place + 0.8, y - h * 0.45, place + w - 0.8, y - h * 0.18, (238, 230, 208))
        place += w + rng.uniform(1.5, 5)


@paints("counter")
def _counter(brush: Brush, x: float, wide: float, wood: Colour) -> None:
    brush.rectangle(x - wide / 2, -112, x + wide / 2, _FOOT + 8, shade(wood, 0.8))
    for k in range(int(wide / 56)):
        a = x - wide / 2 + 8 + k * 56
        brush.rectangle(a, -100, a + 46, _FOOT, shade(wood, 0.95))
        brush.rectangle(a + 5, -94, a + 41, _FOOT - 8, shade(wood, 0.86))
    brush.rectangle(x - wide / 2 - 6, -120, x + wide / 2 + 6, -111, shade(wood, 1.35))


@paints("stool")
def _stool(brush: Brush, x: float, foot: float) -> None:
    for dx in (-9, 9):
        brush.limb((x + dx * 0.7, foot - 52), (x + dx * 1.4, foot), (54, 44, 42), (3.0, 2.6))
    brush.ellipse((x, foot - 54), (17, 5.5), (168, 60, 52))
    brush.ellipse((x, foot - 56), (16, 4.2), (192, 78, 66))


def _classroom(brush: Brush, layout: int) -> None:
    wall, board = (((232, 222, 190), (54, 92, 74)), ((206, 220, 226), (60, 66, 74)), ((226, 206, 190), (46, 84, 96)))[
        layout
    ]
    room_interior(brush, wall, (186, 150, 112))
    side = (1, -1, 1)[layout]
    _blackboard(brush, side * (-60, -90, 80)[layout], board)
    for x in (215, 330) if layout != 2 else (-215, -330):
        wall_window(brush, side * x, -238, wide=84, tall=104)
    _map(brush, side * (-292, -318, 330)[layout])
    wall_clock(brush, side * (128, 110, -2)[layout], -236, radius=15)
    bookcase(brush, side * (135, 120, -110)[layout], wide=92, tall=74, wood=(176, 132, 86))
    for k in range(7):
        x = -345 + k * 100
        table(brush, x, -16, wide=64, tall=42, wood=(210, 172, 122))
        brush.rectangle(x - 16, -64, x + 2, -60, SPINES[k % 6])
    for k in range(26):
        brush.rectangle(-390 + k * 30, -286, -368 + k * 30, -262, shade(SPINES[k % 6], 1.15))


@paints("blackboard")
def _blackboard(brush: Brush, x: float, colour: Colour) -> None:
    brush.rectangle(x - 138, -230, x + 138, -116, (150, 106, 66))
    brush.rectangle(x - 132, -224, x + 132, -122, colour)
    chalk: Colour = (226, 232, 226)
    for row in range(4):
        y = -208 + row * 18
        for k in range(7 - row):
            start = x - 118 + k * 17
            brush.curve([(start, y), (start + 4, y - 4), (start + 8, y + 1), (start + 13, y - 2)], chalk, 1.5)
    brush.ring((x + 78, -180), 24, chalk, 1.6)
    brush.curve([(x + 50, -140), (x + 78, -206), (x + 108, -140), (x + 50, -140)], (240, 206, 140), 1.6)
    brush.rectangle(x - 138, -118, x + 138, -112, (176, 130, 84))


_LANDS: tuple[tuple[float, float, float, float, Colour], ...] = (
    (-28, -196, 18, 14, (150, 180, 110)),
    (-20, -164, 11, 17, (206, 180, 110)),
    (16, -192, 14, 10, (214, 150, 110)),
    (14, -168, 12, 18, (180, 190, 120)),
    (42, -194, 15, 13, (170, 160, 190)),
    (46, -158, 9, 7, (206, 170, 130)),
)  # continents of the map: position, radii, colour


@paints("picture")
def _map(brush: Brush, x: float) -> None:
    brush.rectangle(x - 62, -228, x + 62, -136, (122, 86, 58))
    brush.rectangle(x - 58, -224, x + 58, -140, (150, 196, 220))
    for dx, dy, rx, ry, colour in _LANDS:
        brush.ellipse((x + dx, dy), (rx, ry), colour, degrees=float(dx))


def _station(brush: Brush, layout: int) -> None:
    wall, train = (
        ((206, 206, 198), (58, 104, 158)),
        ((196, 178, 160), (176, 62, 54)),
        ((188, 200, 206), (74, 130, 98)),
    )[layout]
    room_interior(brush, wall, (150, 150, 154), planks=False)
    side = (1, -1, 1)[layout]
    brush.rectangle(-410, -330, 410, -262, (96, 104, 114))
    for k in range(-5, 6):
        brush.curve([(k * 80.0, -262), (k * 80.0 + 40, -330)], (130, 138, 146), 5)
        glow(brush, k * 80.0 + 20, -258, 55)
    if layout != 1:
        _train(brush, side * 60, train)
    else:
        _tiles(brush, -60, -120, (226, 218, 200))
        for x in (-250, 40, 300):
            _poster(brush, x, shade(train, 1.0 + x / 1500))
        _archway(brush, -110)
        _archway(brush, 170)
    for x in (-300, -100, 120, 320) if layout != 2 else (-220, 20, 260):
        brush.rectangle(x - 9, -330, x + 9, -40, (112, 118, 126))
        brush.rectangle(x + 3, -330, x + 9, -40, (94, 100, 108))
        brush.rectangle(x - 14, -50, x + 14, -38, (84, 88, 96))
    brush.rectangle(side * -20 - 66, -258, side * -20 + 66, -222, (34, 40, 52))
    for row in range(3):
        brush.rectangle(side * -20 - 58, -252 + row * 10, side * -20 + 20 - row * 14, -247 + row * 10, (244, 190, 80))
        brush.rectangle(side * -20 + 36, -252 + row * 10, side * -20 + 58, -247 + row * 10, (244, 190, 80))
    wall_clock(brush, side * 90, -236, radius=20)
    bench(brush, side * -210, -26, wide=110)
    bench(brush, side * 215, -26, wide=110)
    brush.rectangle(-410, 52, 410, 62, (240, 206, 90))


@paints("train")
def _train(brush: Brush, x: float, colour: Colour) -> None:
    brush.rectangle(-410, -228, 410, -62, (224, 226, 226))
    brush.rectangle(-410, -128, 410, -84, colour)
    brush.rectangle(-410, -80, 410, -76, shade(colour, 1.3))
    brush.rectangle(-410, -234, 410, -224, shade(colour, 0.8))
    brush.rectangle(-410, -62, 410, SKIRTING, (52, 54, 60))
    for k in range(-4, 5):
        a = x + k * 110
        brush.rectangle(a - 38, -206, a + 38, -142, (60, 74, 90))
        brush.polygon([(a - 34, -202), (a - 6, -202), (a - 24, -146), (a - 34, -146)], (110, 132, 150))
    for k in (-1, 1):
        a = x + k * 165
        brush.rectangle(a - 15, -212, a + 15, -66, shade(colour, 0.9))
        brush.rectangle(a - 11, -204, a + 11, -144, (70, 84, 100))


@paints("picture")
def _poster(brush: Brush, x: float, colour: Colour) -> None:
    brush.rectangle(x - 36, -226, x + 36, -126, (246, 242, 232))
    brush.rectangle(x - 31, -221, x + 31, -150, colour)
    brush.disc((x, -186), 20, shade(colour, 1.5))
    brush.rectangle(x - 26, -144, x + 26, -139, (70, 70, 80))
    brush.rectangle(x - 26, -135, x + 8, -132, (120, 120, 126))


def _archway(brush: Brush, x: float) -> None:
    brush.rectangle(x - 44, -190, x + 44, SKIRTING, (92, 84, 80))
    brush.ellipse((x, -190), (44, 40), (92, 84, 80))
    brush.rectangle(x - 35, -190, x + 35, SKIRTING, (60, 62, 72))
    brush.ellipse((x, -190), (35, 31), (60, 62, 72))
    for k in range(5):
        brush.rectangle(x - 35 + k * 3, -66 - k * 14, x + 35 - k * 3, -60 - k * 14, (120, 116, 112))


INDOORS: dict[str, Callable[[Brush, int], None]] = {
    "kitchen": _kitchen, "bedroom": _bedroom, "office": _office, "bar": _bar,
    "classroom": _classroom, "station": _station,
}  # fmt: skip
