"""Soft tints for faces, and the shapes they fill: shadows, lights, lines and hairs without hard edges."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from cinescribe.backlot.drawing.brush import Brush, Colour, Point, Points, smooth


def soft(brush: Brush, points: Points | Sequence[Point], colour: Colour, *, strength: float, blur: float) -> None:
    """Tint the painted pixels inside a polygon, with a soft edge `blur` half faces wide."""
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


def oval(centre: Point, rx: float, ry: float) -> Points:
    """Return the outline of an ellipse, (20, 2)."""
    angle = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    return np.stack([centre[0] + rx * np.cos(angle), centre[1] + ry * np.sin(angle)], axis=1)


def ribbon(line: Sequence[Point], width: float) -> Points:
    """Return the outline of a strip along a line, pointed at both ends, (n, 2)."""
    middle = smooth(line, closed=False)
    along = np.gradient(middle, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1) / (np.hypot(along[:, 0], along[:, 1])[:, None] + 1e-9)
    half = width / 2 * np.sin(np.linspace(0.15, np.pi - 0.15, len(middle)))[:, None]
    return np.concatenate([middle + normal * half, (middle - normal * half)[::-1]])
