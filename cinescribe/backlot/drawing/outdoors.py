"""The four outdoor places, in three layouts each."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from cinescribe.backlot.drawing.brush import DAYLIGHT, Brush, Colour, paints, shade, smooth
from cinescribe.backlot.drawing.furniture import bench, glow, leaves

_LEAVES: tuple[Colour, ...] = ((84, 146, 76), (66, 124, 72), (112, 160, 78))


def _sky(brush: Brush, top: Colour, low: Colour, *, horizon: float) -> None:
    brush.gradient((-410, -330, 410, horizon), top, low)
    if brush.light != DAYLIGHT:
        rng = random.Random("stars")
        for _ in range(70):
            brush.glow(
                (rng.uniform(-400, 400), rng.uniform(-325, horizon - 60)), rng.uniform(1.5, 3), (230, 236, 255), 0.9
            )
        brush.glow((210, -275), 60, (190, 206, 240), 0.5)
        brush.glow((210, -275), 16, (248, 246, 230), 1.0)


def _cloud(brush: Brush, x: float, y: float, size: float) -> None:
    for dx, dy, r in ((-1.1, 0.1, 0.55), (-0.4, -0.25, 0.75), (0.4, -0.1, 0.7), (1.1, 0.15, 0.5)):
        brush.ellipse((x + dx * size, y + dy * size), (r * size, r * size * 0.7), (248, 250, 252))


@paints("tree")
def _tree(brush: Brush, x: float, foot: float, *, tall: float, leaf: Colour) -> None:
    rng = random.Random(f"{x}/{tall}/tree")
    brush.limb((x, foot), (x + rng.uniform(-4, 4), foot - tall * 0.6), (112, 80, 54), (tall * 0.09, tall * 0.05))
    for tone, lift, spread in ((0.72, 0.0, 1.0), (0.9, 0.07, 0.85), (1.1, 0.14, 0.6)):
        for _ in range(9):
            dx, dy = rng.gauss(-0.03 * tone, 0.15 * spread) * tall, rng.gauss(0, 0.11 * spread) * tall
            brush.disc((x + dx, foot - tall * (0.72 + lift) + dy), tall * rng.uniform(0.09, 0.15), shade(leaf, tone))


def _hills(brush: Brush, y: float, height: float, colour: Colour, *, seed: str) -> None:
    rng = random.Random(seed)
    line = smooth([(-440 + k * 110, y - height * rng.uniform(0.2, 1.0)) for k in range(9)], closed=False)
    brush.polygon(np.concatenate([line, [(440, y + 40), (-440, y + 40)]]), colour)


def _tufts(brush: Brush, top: float, colour: Colour, *, n: int, seed: str) -> None:
    rng = random.Random(seed)
    for _ in range(n):
        x, y = rng.uniform(-405, 405), rng.uniform(top, 85)
        size = 3 + 6 * (y - top) / (85 - top)
        for dx in (-1, 0, 1):
            brush.curve([(x + dx * size * 0.3, y), (x + dx * size * 0.7, y - size)], colour, 1.1)


def _street(brush: Brush, layout: int) -> None:
    _sky(brush, ((146, 196, 232), (206, 196, 200), (172, 200, 214))[layout], (224, 232, 234), horizon=-60)
    fronts = (
        ((178, 96, 78), (206, 186, 150), (120, 134, 142), (190, 142, 104), (150, 104, 92)),
        ((204, 190, 168), (142, 158, 148), (214, 160, 128), (172, 178, 184), (200, 176, 120)),
        ((110, 116, 132), (156, 92, 84), (190, 184, 176), (92, 110, 116), (170, 130, 110)),
    )[layout]
    rng = random.Random(f"street/{layout}")
    x, k = -425.0, 0
    while x < 420:
        wide = rng.uniform(105, 165)
        _house(brush, x, wide, fronts[k % 5], shop=k % 2 == layout % 2, seed=f"{layout}/{k}")
        x, k = x + wide, k + 1
    brush.gradient((-410, -56, 410, -4), (176, 174, 170), (200, 196, 190))
    for k in range(-12, 13):
        brush.curve([(k * 36.0, -56), (k * 44.0, -4)], (160, 158, 154), 0.9)
    brush.rectangle(-410, -8, 410, 0, (150, 148, 146))
    brush.gradient((-410, 0, 410, 90), (88, 88, 94), (104, 104, 110))
    for k in range(-4, 5):
        brush.rectangle(k * 100.0, 48, k * 100.0 + 54, 54, (232, 228, 214))
    for x in (-270, 30, 310) if layout != 1 else (-150, 180):
        _street_lamp(brush, x)
    if layout != 2:
        _car(brush, (250, -270)[layout], ((196, 70, 58), (66, 110, 156))[layout])
    else:
        for x in (-330, -120, 160):
            _tree(brush, x, -26, tall=190, leaf=_LEAVES[0])


@paints("house")
def _house(brush: Brush, x: float, wide: float, colour: Colour, *, shop: bool, seed: str) -> None:
    rng = random.Random(seed)
    top = rng.uniform(-322, -262)
    brush.rectangle(x, top, x + wide, -54, colour)
    brush.rectangle(x + wide - 7, top, x + wide, -54, shade(colour, 0.84))
    brush.rectangle(x - 2, top - 7, x + wide + 2, top, shade(colour, 0.72))
    n = int(wide // 42)
    for row in range(2 + (top < -290)):
        for k in range(n):
            a, b = x + (k + 0.5) * wide / n, -196 - row * 52
            if b - 34 > top:
                _pane(brush, a, b, colour, lit=rng.random() < 0.45)
    if shop:
        _shop(brush, x, wide, rng.choice(((186, 60, 56), (50, 116, 110), (206, 152, 60), (70, 90, 140))))
    else:
        door = x + wide * rng.uniform(0.3, 0.7)
        brush.rectangle(door - 17, -142, door + 17, -54, shade(colour, 1.2))
        brush.rectangle(door - 13, -138, door + 13, -54, rng.choice(((62, 84, 96), (130, 56, 48), (70, 96, 70))))
        brush.disc((door + 8, -94), 1.8, (226, 190, 96))
        for a in (door - 42, door + 42):
            if x + 14 < a < x + wide - 14:
                _pane(brush, a, -102, colour, lit=rng.random() < 0.5)


def _pane(brush: Brush, x: float, low: float, wall: Colour, *, lit: bool) -> None:
    brush.rectangle(x - 13, low - 36, x + 13, low + 2, shade(wall, 1.22))
    brush.rectangle(x - 10, low - 33, x + 10, low, (86, 104, 124))
    brush.polygon([(x - 10, low - 33), (x + 2, low - 33), (x - 7, low), (x - 10, low)], (132, 154, 172))
    brush.rectangle(x - 0.8, low - 33, x + 0.8, low, shade(wall, 1.22))
    if lit and brush.light != DAYLIGHT:
        brush.glow((x, low - 16), 26, (255, 220, 140), 0.95)


def _shop(brush: Brush, x: float, wide: float, awning: Colour) -> None:
    brush.rectangle(x + 6, -160, x + wide - 6, -54, (64, 58, 58))
    brush.gradient((x + 12, -132, x + wide * 0.66, -64), (176, 206, 216), (226, 222, 200))
    for k in range(4):
        brush.rectangle(
            x + 18 + k * wide * 0.14,
            -92 + 6 * (k % 2),
            x + 28 + k * wide * 0.14,
            -66,
            ((206, 92, 72), (230, 190, 96), (92, 140, 120), (120, 96, 150))[k],
        )
    brush.rectangle(x + wide * 0.72, -132, x + wide - 14, -54, (120, 84, 60))
    brush.rectangle(x + wide * 0.75, -126, x + wide - 18, -88, (170, 200, 210))
    n = max(4, int(wide // 16))
    step = (wide - 4) / n
    for k in range(n):
        a = x + 2 + k * step
        stripe = [(a + 2, -164), (a + step + 2, -164), (a + step, -136), (a, -136)]
        brush.polygon(stripe, awning if k % 2 else (246, 240, 228))
    if brush.light != DAYLIGHT:
        brush.glow((x + wide * 0.4, -96), wide * 0.5, (255, 224, 150), 0.7)


@paints("lamp")
def _street_lamp(brush: Brush, x: float) -> None:
    brush.rectangle(x - 2.4, -236, x + 2.4, -12, (54, 60, 64))
    brush.rectangle(x - 6, -26, x + 6, -12, (54, 60, 64))
    brush.polygon([(x - 8, -258), (x + 8, -258), (x + 5, -236), (x - 5, -236)], (246, 234, 190))
    brush.rectangle(x - 10, -263, x + 10, -257, (54, 60, 64))
    glow(brush, x, -246, 80)


@paints("car")
def _car(brush: Brush, x: float, colour: Colour) -> None:
    cabin = smooth([(x - 52, -50), (x - 34, -84), (x + 28, -84), (x + 54, -50)], steps=3)
    brush.polygon(cabin, shade(colour, 0.9))
    brush.polygon([(x - 42, -54), (x - 29, -78), (x - 4, -78), (x - 4, -54)], (150, 186, 204))
    brush.polygon([(x + 2, -54), (x + 2, -78), (x + 24, -78), (x + 42, -54)], (140, 176, 196))
    brush.polygon(
        smooth([(x - 98, -50), (x + 90, -52), (x + 98, -28), (x + 94, -14), (x - 96, -14), (x - 102, -30)], steps=3),
        colour,
    )
    for dx in (-58, 56):
        brush.disc((x + dx, -14), 18, (40, 40, 46))
        brush.disc((x + dx, -14), 9, (176, 178, 184))
    brush.disc((x + 94, -38), 5, (252, 240, 190))


def _park(brush: Brush, layout: int) -> None:
    _sky(brush, (128, 190, 236), (220, 236, 240), horizon=-90)
    for k in range(4):
        _cloud(brush, -300 + 190 * k + 40 * layout, -290 + 18 * (k % 2), 24 + 5 * k)
    leaf = (_LEAVES[0], (150, 160, 66), (206, 132, 60))[layout]
    _hills(brush, -96, 60, shade(leaf, 1.18), seed=f"park/{layout}")
    for k in range(9):
        _tree(brush, -400 + k * 100 + 17 * layout, -84, tall=96 + 13 * (k * 5 % 4), leaf=shade(leaf, 0.95))
    brush.gradient((-410, -92, 410, 90), (122, 172, 92), (146, 192, 104))
    if layout == 1:
        brush.ellipse((90, -58), (190, 22), (110, 164, 190))
        brush.ellipse((90, -60), (176, 17), (140, 190, 210))
    path = smooth([(-410, -30), (-150, -44), (120, -30), (410, -46)], closed=False)
    brush.polygon(np.concatenate([path, np.add(path, (0, 26))[::-1]]), (222, 200, 160))
    for x in ((-280, 170), (-330, 300), (-90, 330))[layout]:
        _tree(brush, x, -40, tall=255, leaf=leaf)
    bench(brush, (-80, -130, 130)[layout], -34, wide=120)
    for x in ((40, 330), (-240, 240), (-270, 20))[layout]:
        _bush(brush, x, leaf)
    _tufts(brush, -50, (98, 150, 74), n=90, seed=f"park/{layout}")
    if layout == 2:
        _street_lamp(brush, -190)


@paints("bush")
def _bush(brush: Brush, x: float, leaf: Colour) -> None:
    for dx in (-34, 0, 34):
        brush.ellipse((x + dx, -46), (26, 20), shade(leaf, 0.7 + 0.004 * abs(dx)))
    for dx in range(-45, 46, 15):
        brush.disc((x + dx, -50 - (dx * 7 % 13)), 3.4, ((236, 110, 130), (250, 214, 96), (240, 240, 250))[dx % 3])


def _beach(brush: Brush, layout: int) -> None:
    top, low = (
        ((104, 180, 234), (212, 236, 244)),
        ((232, 166, 130), (252, 222, 170)),
        ((150, 190, 214), (226, 234, 232)),
    )[layout]
    _sky(brush, top, low, horizon=-118)
    sun = (230, -150, 40)[layout]
    if brush.light == DAYLIGHT:
        brush.glow((sun, -230 if layout != 1 else -150), 90, (255, 246, 200), 0.8)
        brush.disc((sun, -230 if layout != 1 else -150), 20, (255, 240, 176))
    for k in range(3):
        _cloud(brush, -260 + 230 * k, -280 + 16 * k, 22)
    if layout == 2:
        _hills(brush, -112, 100, (120, 140, 128), seed="cliffs")
    brush.gradient((-410, -118, 410, -44), ((40, 120, 176), (96, 112, 150), (60, 130, 150))[layout], (126, 196, 206))
    rng = random.Random(f"waves/{layout}")
    for _ in range(60):
        x, y = rng.uniform(-400, 400), rng.uniform(-114, -52)
        brush.curve([(x, y), (x + 9, y - 1.5), (x + 20, y)], (206, 232, 238), 1.0 + (y + 114) / 60)
    shore = smooth([(-410, -46), (-200, -40), (0, -50), (220, -42), (410, -48)], closed=False)
    brush.polygon(np.concatenate([shore - (0, 5), [(410, 90), (-410, 90)]]), (250, 250, 246))
    brush.polygon(
        np.concatenate([shore, [(410, 90), (-410, 90)]]), ((238, 214, 158), (226, 188, 142), (224, 206, 170))[layout]
    )
    _boat(brush, (-170, 120, -250)[layout], -104)
    _boat(brush, (90, -60, 230)[layout], -111)
    for x in ((-240, 210), (290,), (-60, 170))[layout]:
        _parasol(brush, x, (214, 80, 70) if x < 0 else (70, 130, 170))
    for x in ((330,), (-290, -200, 130), (-330,))[layout]:
        _palm(brush, x)
    _tufts(brush, -20, (206, 180, 124), n=40, seed=f"beach/{layout}")


@paints("boat")
def _boat(brush: Brush, x: float, y: float) -> None:
    brush.polygon([(x - 24, y - 8), (x + 24, y - 8), (x + 16, y + 2), (x - 18, y + 2)], (136, 82, 54))
    brush.polygon([(x - 2, y - 10), (x - 2, y - 62), (x - 26, y - 12)], (250, 248, 242))
    brush.polygon([(x + 2, y - 10), (x + 2, y - 56), (x + 22, y - 12)], (226, 90, 78))


@paints("umbrella")
def _parasol(brush: Brush, x: float, colour: Colour) -> None:
    brush.rectangle(x - 1.8, -150, x + 1.8, -18, (226, 220, 206))
    edge = [(x - 70 + 20 * k, -132.0) for k in range(8)]
    for k in range(7):
        brush.polygon([edge[k], (x, -182), edge[k + 1]], colour if k % 2 else (250, 244, 232))
    brush.polygon([(x - 66, -26), (x - 6, -26), (x + 6, -16), (x - 60, -16)], shade(colour, 1.25))


@paints("tree")
def _palm(brush: Brush, x: float) -> None:
    trunk = smooth([(x, -20), (x + 8, -110), (x + 24, -214)], closed=False)
    brush.curve(trunk, (146, 108, 70), 11)
    for k in range(9):
        brush.curve([tuple(trunk[k]), tuple(trunk[k] + (5, -2))], (116, 82, 54), 3)
    for dx, dy in ((-78, -6), (-62, -44), (-14, -62), (44, -50), (74, -12), (56, 28), (-52, 30)):
        crown = (x + 24, -214)
        tip = (crown[0] + dx, crown[1] + dy)
        middle = (crown[0] + dx * 0.5, crown[1] + dy * 0.5 - 20)
        brush.polygon(
            smooth([crown, (middle[0], middle[1] - 6), tip, (middle[0], middle[1] + 8)], steps=4),
            shade((70, 138, 78), 0.8 + abs(dx) / 250),
        )


def _forest(brush: Brush, layout: int) -> None:
    far, leaf, ground = (
        ((150, 184, 148), (58, 110, 66), (104, 96, 60)),
        ((206, 190, 140), (176, 120, 50), (128, 92, 54)),
        ((150, 178, 184), (44, 92, 82), (84, 92, 70)),
    )[layout]
    brush.gradient((-410, -330, 410, -50), shade(far, 0.8), shade(far, 1.15))
    rng = random.Random(f"forest/{layout}")
    for depth in range(3):
        tone = (0.95, 0.75, 0.55)[depth]
        for _ in range((22, 15, 9)[depth]):
            x, wide = rng.uniform(-410, 410), (7, 13, 22)[depth] * rng.uniform(0.8, 1.2)
            trunk = tuple(
                round(a * (0.6 - 0.22 * depth) + b * (0.4 + 0.22 * depth))
                for a, b in zip(far, (96, 70, 50), strict=True)
            )
            bark = shade((trunk[0], trunk[1], trunk[2]), 0.7 + 0.3 * tone)
            foot = (-66, -52, -36)[depth] + rng.uniform(-5, 5)
            _trunk(brush, x, foot, wide=wide, bark=bark)
        for _ in range(46):
            brush.ellipse(
                (rng.uniform(-410, 410), rng.uniform(-330, -236 + 14 * depth)),
                (30, 17),
                shade(leaf, tone * rng.uniform(0.9, 1.35)),
            )
        top = (-74, -60, -46)[depth]
        brush.gradient((-410, top, 410, 90), shade(ground, 0.75 + 0.12 * depth), shade(ground, 1.0 + 0.12 * depth))
    for k in range(12):
        with brush.piece("plant"):
            leaves(brush, -390 + k * 71 + rng.uniform(-15, 15), -38 + 5 * (k % 3), tall=44 + 5 * (k % 4))
    for k in range(3):
        x = -240 + 230 * k + 40 * layout
        brush.glow((x, -230), 120, (255, 250, 206), 0.28 if brush.light == DAYLIGHT else 0.0)
    _tufts(brush, -40, shade(leaf, 1.25), n=110, seed=f"forest/{layout}")


@paints("tree")
def _trunk(brush: Brush, x: float, foot: float, *, wide: float, bark: Colour) -> None:
    """Paint a trunk whose crown is above the picture."""
    brush.polygon([(x - wide * 0.7, -330), (x + wide * 0.7, -330), (x + wide, foot), (x - wide, foot)], bark)
    brush.polygon(
        [(x + wide * 0.25, -330), (x + wide * 0.7, -330), (x + wide, foot), (x + wide * 0.35, foot)], shade(bark, 0.84)
    )


OUTDOORS: dict[str, Callable[[Brush, int], None]] = {
    "street": _street, "park": _park, "beach": _beach, "forest": _forest,
}  # fmt: skip
