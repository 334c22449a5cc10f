"""Pose of a head: projects points of a round face that looks sideways, up or down."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cinescribe.backlot.drawing.brush import Point

_FULL_YAW = math.radians(45)
_FULL_PITCH = math.radians(25)


@dataclass(frozen=True)
class HeadPose:
    """Orientation of a head.

    Args:
        yaw: -1 (45 degrees to the left of the picture) to 1 (to its right).
        pitch: -1 (25 degrees up) to 1 (down).
    """

    yaw: float = 0.0
    pitch: float = 0.0

    def at(self, point: tuple[float, float, float]) -> Point:
        """Project a point of the head, in half faces."""
        x, y, z = point
        yaw, pitch = self.yaw * _FULL_YAW, self.pitch * _FULL_PITCH
        across = x * math.cos(yaw) + z * math.sin(yaw)
        depth = z * math.cos(yaw) - x * math.sin(yaw)
        return across, y * math.cos(pitch) + depth * math.sin(pitch) * 0.6

    def on_face(self, x: float, y: float, out: float = 0.0) -> Point:
        """Project a point of the front of the face; `out` lifts it off the surface, like a nose."""
        z = 0.62 * math.sqrt(max(0.0, 1.0 - (x / 0.9) ** 2)) + out
        return self.at((x, y, z))


STRAIGHT = HeadPose()  # facing the camera
