"""A head's turn: where the points of a round face stand once it looks a little aside, up or down."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cinescribe.backlot.drawing.brush import Point

_FULL_YAW = math.radians(45)
_FULL_PITCH = math.radians(25)


@dataclass(frozen=True)
class Turn:
    """How a head is turned.

    Args:
        yaw: -1 (45 degrees towards the picture's left) to 1 (to its right).
        pitch: -1 (25 degrees up) to 1 (down).
    """

    yaw: float = 0.0
    pitch: float = 0.0

    def at(self, point: tuple[float, float, float]) -> Point:
        """Where a point of the head, in half faces, is seen."""
        x, y, z = point
        yaw, pitch = self.yaw * _FULL_YAW, self.pitch * _FULL_PITCH
        across = x * math.cos(yaw) + z * math.sin(yaw)
        depth = z * math.cos(yaw) - x * math.sin(yaw)
        return across, y * math.cos(pitch) + depth * math.sin(pitch) * 0.6

    def on_face(self, x: float, y: float, out: float = 0.0) -> Point:
        """Where a point on the face's round front is seen; `out` lifts it off the surface, as a nose is."""
        z = 0.62 * math.sqrt(max(0.0, 1.0 - (x / 0.9) ** 2)) + out
        return self.at((x, y, z))


STRAIGHT = Turn()  # at the camera
