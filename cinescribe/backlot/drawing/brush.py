"""Drawing in stage units: views, light, and a brush that records the area it paints.

Stage units are centimetres: x grows to the right, y downwards, and feet are at y = 0, so that heads are near
y = -150. Pictures are (H, W, 3) uint8 RGB, or (H, W, 4) RGBA with colours multiplied by their opacity.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.schema import Box

Picture: TypeAlias = NDArray[np.uint8]
Points: TypeAlias = NDArray[np.float64]
Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Rest = ParamSpec("Rest")

_SHIFT = 4  # fractional bits of pixel coordinates in OpenCV
_ONE = 1 << _SHIFT


@dataclass(frozen=True)
class StageView:
    """The part of the stage that a picture shows.

    Args:
        x, y: stage point at the centre of the picture, in centimetres.
        scale: pixels per centimetre.
        width, height: size of the picture in pixels.
    """

    x: float
    y: float
    scale: float
    width: int
    height: int

    def pixel(self, point: Point) -> Point:
        """Return the pixel of a stage point."""
        return (
            (point[0] - self.x) * self.scale + self.width / 2,
            (point[1] - self.y) * self.scale + self.height / 2,
        )

    def box(self, pixels: Box) -> Box | None:
        """Return a box in pixels as fractions of the picture, clipped to it; None if it lies outside."""
        x0, x1 = (min(max(x / self.width, 0.0), 1.0) for x in (pixels[0], pixels[2]))
        y0, y1 = (min(max(y / self.height, 0.0), 1.0) for y in (pixels[1], pixels[3]))
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


@dataclass(frozen=True)
class Light:
    """A light: gains of red, green and blue."""

    gain: tuple[float, float, float]

    def on(self, colour: Colour) -> Colour:
        """Return a colour in this light."""
        red, green, blue = (min(255, round(c * g)) for c, g in zip(colour, self.gain, strict=True))
        return red, green, blue


DAYLIGHT = Light((1.0, 1.0, 1.0))
NIGHT = Light((0.42, 0.5, 0.74))
MOONLIGHT = Light((0.54, 0.6, 0.82))  # on people at night: as in real films, faces are lit


def as_picture(result: NDArray[Any]) -> Picture:
    """Return the result of an OpenCV call as a picture; OpenCV's stubs do not know its type."""
    return result.astype(np.uint8, copy=False)


def shade(colour: Colour, by: float) -> Colour:
    """Return a colour made darker (`by` < 1) or lighter (`by` > 1)."""
    red, green, blue = (min(255, max(0, round(c * by))) for c in colour)
    return red, green, blue


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Return the mix of two colours: `share` 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def smooth(points: Sequence[Point], *, closed: bool = True, steps: int = 5) -> Points:
    """Return a Catmull-Rom curve through the points, `steps` points for each, (steps * n, 2)."""
    return _curve_of(len(points), closed=closed, steps=steps) @ np.asarray(points, dtype=np.float64)


@lru_cache(maxsize=256)
def _curve_of(n: int, *, closed: bool, steps: int) -> NDArray[np.float64]:
    """Return the matrix that maps `n` points to the Catmull-Rom curve through them."""
    p = np.eye(n)
    ends = (p[-1:], p[:2]) if closed else (2 * p[:1] - p[1:2], 2 * p[-1:] - p[-2:-1])
    q = np.concatenate([ends[0], p, ends[1]])[:, None]
    a, b, c, d = q[:-3], q[1:-2], q[2:-1], q[3:]
    t = (np.arange(steps) / steps)[None, :, None]
    out = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    curve = out.reshape(-1, n)
    return curve if closed else np.concatenate([curve, p[-1:]])


class Brush:
    """Paints on one picture, through one view and in one light.

    `box` gives the area painted since `begin`; boxes of sightings come from it.
    """

    _line = cv2.LINE_AA

    def __init__(self, picture: Picture, view: StageView, light: Light = DAYLIGHT) -> None:
        self.picture = picture
        self.view = view
        self.light = light
        self._lit: dict[Colour, tuple[int, ...]] = {}
        self._fine = view.scale * _ONE
        origin = view.width / 2 - view.x * view.scale - 0.5, view.height / 2 - view.y * view.scale - 0.5
        self._origin = np.array(origin) * _ONE
        self.begin()

    def begin(self) -> None:
        """Reset the painted area."""
        self._x0 = self._y0 = math.inf
        self._x1 = self._y1 = -math.inf

    def box(self) -> Box | None:
        """Return the area painted since `begin`, as fractions of the picture, or None."""
        if self._x1 <= self._x0:
            return None
        return self.view.box((self._x0, self._y0, self._x1, self._y1))

    def piece(self, name: str, *, of: str = "") -> AbstractContextManager[None]:
        """Mark what is painted inside as one piece; only `labels.LabelBrush` uses it."""
        return nullcontext()

    def touch(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """Count a rectangle of pixels as painted."""
        self._x0, self._y0 = min(self._x0, x0), min(self._y0, y0)
        self._x1, self._y1 = max(self._x1, x1), max(self._y1, y1)

    def polygon(self, points: Points | Sequence[Point], colour: Colour) -> None:
        """Fill a polygon, (n, 2) in centimetres."""
        fixed = self._fixed(points, 0.0)
        cv2.fillPoly(self.picture, [fixed], self._colour(colour), self._line, _SHIFT)

    def curve(self, points: Points | Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line through the points, `width` centimetres thick."""
        thick = max(1, round(width * self.view.scale))
        fixed = self._fixed(points, thick / 2)
        cv2.polylines(self.picture, [fixed], False, self._colour(colour), thick, self._line, _SHIFT)

    def limb(self, a: Point, b: Point, colour: Colour, widths: tuple[float, float]) -> None:
        """Draw a rounded bone from `a` to `b` with a width for each end."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length / 2, dx / length / 2
        wa, wb = widths
        self.polygon(
            np.array(
                [
                    (a[0] + nx * wa, a[1] + ny * wa),
                    (b[0] + nx * wb, b[1] + ny * wb),
                    (b[0] - nx * wb, b[1] - ny * wb),
                    (a[0] - nx * wa, a[1] - ny * wa),
                ]
            ),
            colour,
        )
        self.disc(a, wa / 2, colour)
        self.disc(b, wb / 2, colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        """Fill a circle."""
        x, y = self.view.pixel(centre)
        r = radius * self.view.scale
        self.touch(x - r, y - r, x + r, y + r)
        fixed = (round((x - 0.5) * _ONE), round((y - 0.5) * _ONE))
        cv2.circle(self.picture, fixed, round(r * _ONE), self._colour(colour), -1, self._line, _SHIFT)

    def ring(self, centre: Point, radius: float, colour: Colour, width: float) -> None:
        """Draw the outline of a circle, `width` centimetres thick."""
        angle = np.linspace(0, 2 * np.pi, 25)
        points = np.stack([centre[0] + radius * np.cos(angle), centre[1] + radius * np.sin(angle)], axis=1)
        self.curve(points, colour, width)

    def ellipse(self, centre: Point, radii: Point, colour: Colour, *, degrees: float = 0.0) -> None:
        """Fill an ellipse, rotated clockwise by `degrees`."""
        x, y = self.view.pixel(centre)
        rx, ry = radii[0] * self.view.scale, radii[1] * self.view.scale
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        hx, hy = math.hypot(rx * c, ry * s), math.hypot(rx * s, ry * c)
        self.touch(x - hx, y - hy, x + hx, y + hy)
        fixed = (round((x - 0.5) * _ONE), round((y - 0.5) * _ONE))
        axes = (round(rx * _ONE), round(ry * _ONE))
        cv2.ellipse(self.picture, fixed, axes, degrees, 0, 360, self._colour(colour), -1, self._line, _SHIFT)

    def rectangle(self, x0: float, y0: float, x1: float, y1: float, colour: Colour) -> None:
        """Fill an upright rectangle."""
        self.polygon(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), colour)

    def gradient(self, box: Box, top: Colour, bottom: Colour) -> None:
        """Fill an upright rectangle with a vertical gradient."""
        left, high = self.view.pixel((box[0], box[1]))
        right, low = self.view.pixel((box[2], box[3]))
        y0, y1 = max(0, round(high)), min(self.view.height, round(low))
        x0, x1 = max(0, round(left)), min(self.view.width, round(right))
        if y1 <= y0 or x1 <= x0:
            return
        share = ((np.arange(y0, y1) + 0.5 - high) / (low - high)).clip(0, 1)[:, None]
        ends = np.array([self.light.on(top), self.light.on(bottom)], dtype=np.float64)
        self.picture[y0:y1, x0:x1, :3] = np.rint(ends[0] + (ends[1] - ends[0]) * share)[:, None]

    def glow(self, centre: Point, radius: float, colour: Colour, strength: float) -> None:
        """Add light around a point, independent of the light of the scene."""
        x, y = self.view.pixel(centre)
        r = radius * self.view.scale
        x0, x1 = max(0, int(x - r)), min(self.view.width, int(x + r) + 1)
        y0, y1 = max(0, int(y - r)), min(self.view.height, int(y + r) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        far = np.hypot(np.arange(x0, x1)[None, :] - x, np.arange(y0, y1)[:, None] - y) / r
        share = (strength * (1 - far).clip(0, 1) ** 2)[:, :, None]
        patch = self.picture[y0:y1, x0:x1, :3]
        patch[:] = np.rint(patch + (np.array(colour) - patch) * share)

    def shadow(self, centre: Point, radii: Point, strength: float) -> None:
        """Darken an oval of the ground, most at its centre."""
        x, y = self.view.pixel(centre)
        rx, ry = radii[0] * self.view.scale, radii[1] * self.view.scale
        x0, x1 = max(0, int(x - rx)), min(self.view.width, int(x + rx) + 1)
        y0, y1 = max(0, int(y - ry)), min(self.view.height, int(y + ry) + 1)
        if x1 <= x0 or y1 <= y0:
            return
        across = ((np.arange(x0, x1, dtype=np.float32) - x) / rx)[None, :] ** 2
        down = ((np.arange(y0, y1, dtype=np.float32) - y) / ry)[:, None] ** 2
        left = 1 - strength * np.clip(1.4 * (1 - across - down), 0, 1)
        patch = self.picture[y0:y1, x0:x1]
        patch[:] = patch * left[:, :, None]

    def paste(self, sprite: Picture, to_pixels: NDArray[np.float64]) -> None:
        """Paste an RGBA sprite; `to_pixels` is the (2, 3) matrix from its pixels to those of the picture."""
        height, width = sprite.shape[:2]
        corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)]) @ to_pixels.T
        x0, y0 = (max(0, int(v)) for v in np.floor(corners.min(axis=0)))
        x1, y1 = np.ceil(corners.max(axis=0)).astype(int)
        x1, y1 = min(self.view.width, int(x1)), min(self.view.height, int(y1))
        if x1 <= x0 or y1 <= y0:
            return
        local = to_pixels.copy()
        local[:, 2] -= (x0, y0)
        patch = cv2.warpAffine(sprite, local, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        rest = cv2.cvtColor(255 - patch[:, :, 3], cv2.COLOR_GRAY2RGB)
        under = self.picture[y0:y1, x0:x1]
        colours = cv2.cvtColor(patch, cv2.COLOR_RGBA2RGB)
        if self.light != DAYLIGHT:
            colours = np.rint(colours * np.array(self.light.gain, np.float32)).clip(0, 255).astype(np.uint8)
        under[:] = cv2.add(cv2.multiply(under, rest, scale=1 / 255), colours)

    def _fixed(self, points: Points | Sequence[Point], margin: float) -> NDArray[np.int32]:
        """Return points as fixed-point pixels, and count them, with a margin in pixels, as painted."""
        fixed: NDArray[np.int32] = np.rint(np.asarray(points) * self._fine + self._origin).astype(np.int32)
        x, y, wide, tall = cv2.boundingRect(fixed)
        x0, y0 = x / _ONE + 0.5, y / _ONE + 0.5
        self.touch(x0 - margin, y0 - margin, x0 + wide / _ONE + margin, y0 + tall / _ONE + margin)
        return fixed

    def _colour(self, colour: Colour) -> tuple[int, ...]:
        lit = self._lit.get(colour)
        if lit is None:
            lit = self._lit[colour] = (*self.light.on(colour), 255)
        return lit


def paints(
    name: str,
) -> Callable[[Callable[Concatenate[Brush, Rest], None]], Callable[Concatenate[Brush, Rest], None]]:
    """Mark each call of a painter as one piece of that name."""

    def decorate(painter: Callable[Concatenate[Brush, Rest], None]) -> Callable[Concatenate[Brush, Rest], None]:
        @wraps(painter)
        def paint(brush: Brush, /, *args: Rest.args, **kwargs: Rest.kwargs) -> None:
            with brush.piece(name):
                painter(brush, *args, **kwargs)

        return paint

    return decorate
