"""Figures: turns a pose into joints, and joints into a dressed body with a head.

Poses are given as forward and up, so that an action works for people who face either way. Lengths are centimetres of a
person 168 cm tall; `StagePosition` gives position and scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.backlot.drawing.brush import Brush, Point, shade
from cinescribe.backlot.drawing.cast import Appearance, Costume
from cinescribe.backlot.drawing.faces import FACE_BOX, SPRITE_HEIGHT, SPRITE_MIDDLE, SPRITE_WIDTH, DrawnFace, head
from cinescribe.backlot.drawing.hair import back_colour, back_outline, knot
from cinescribe.backlot.drawing.head_pose import HeadPose
from cinescribe.backlot.drawing.wardrobe import paint_legs, paint_sleeve, paint_torso
from cinescribe.schema import Box

HALF_FACE = 11.5  # cm, from the height of the eyes to the chin
FACE_HEIGHT = 149.0  # cm above the ground, of the centre of a standing person's face
HIP_HEIGHT = 86.0
_SHOULDER_HEIGHT, _SHOULDER_HALF = 127.0, 16.0
_UPPER_ARM, _FOREARM = 27.0, 25.0
_THIGH, _SHIN = 41.6, 39.6
_BENT = 0.8  # share of an arm's length; below it the arm is foreshortened instead of bent further
_UNITS = (10, 16, 24, 36, 54, 80, 112, 160)  # pixels per half face at which heads are painted


@dataclass(frozen=True)
class Pose:
    """Pose of a body.

    Args:
        x: position forward of the mark, in cm.
        drop: how far the hips are lowered, in cm.
        lean: how far the upper body bends forward, in radians.
        fall: how far the whole body tips forward over its feet, in radians.
        turn: how far the body faces forward: 0 (the camera) to 1 (sideways).
        head_turn: how far the head faces forward, -1 to 1 (45 degrees); None faces away from the camera.
        nod: -1 (head thrown back) to 1 (bowed).
        tilt: how far the head leans forward, in radians.
        near, far: positions (forward, up) of the forward and the other hand, before bending.
        stride: how far the near leg swings forward, -1 to 1.
        lift: how far the feet leave the ground, in cm.
        mouth: how far the action opens the mouth, 0 to 1.
        pointing: whether the near hand points a finger.
    """

    x: float = 0.0
    drop: float = 0.0
    lean: float = 0.0
    fall: float = 0.0
    turn: float = 0.25
    head_turn: float | None = 0.15
    nod: float = 0.0
    tilt: float = 0.0
    near: Point = (21.0, 77.0)
    far: Point = (-21.0, 77.0)
    stride: float = 0.0
    lift: float = 0.0
    mouth: float = 0.0
    pointing: bool = False


@dataclass(frozen=True)
class StagePosition:
    """Position of a person on the stage.

    Args:
        x, y: position of the feet, in cm of the stage.
        size: scale: 1 in front, less in the back.
        facing: 1 (right of the picture) or -1 (left).
    """

    x: float
    y: float = 0.0
    size: float = 1.0
    facing: int = 1


class DrawnFigure:
    """A dressed and posed person, ready to be painted: `body` and `head` first, then `arms`."""

    def __init__(self, appearance: Appearance, costume: Costume, pose: Pose, mark: StagePosition) -> None:
        self.appearance = appearance
        self.costume = costume
        self.pose = pose
        self.mark = mark
        self.size = mark.size * appearance.height
        breadth = _SHOULDER_HALF * appearance.breadth * (1.0 if appearance.gender == "man" else 0.88)
        self.shoulder_half = breadth * (1 - 0.3 * pose.turn)
        self._lean = math.cos(pose.lean), math.sin(pose.lean)
        self._fall = math.cos(pose.fall), math.sin(pose.fall)

    def at(self, forward: float, up: float, *, bends: bool = True) -> Point:
        """Return the stage point of a point of the body; points of the legs do not bend with the upper body."""
        pose = self.pose
        if bends:
            c, s = self._lean
            above = up - HIP_HEIGHT
            forward, up = forward * c + above * s, HIP_HEIGHT - pose.drop + above * c - forward * s
        if pose.fall:
            c, s = self._fall
            forward, up = forward * c + up * s, up * c - forward * s + 9 * s
        mark = self.mark
        return (
            mark.x + mark.facing * (pose.x + forward) * self.size,
            mark.y - (up + pose.lift) * self.size,
        )

    def hand(self, *, near: bool) -> Point:
        """Return the stage point of a hand."""
        return self._arm(near=near)[2]

    def body(self, brush: Brush) -> None:
        """Paint everything except the head and the arms in front."""
        if self.pose.head_turn is not None:
            self._hair_behind(brush)
        if self.pose.turn > 0.6:
            self._paint_arm(brush, near=False)
        paint_legs(brush, self, self._leg(near=False), self._leg(near=True))
        paint_torso(brush, self)
        if self.pose.head_turn is None:
            self._hair_behind(brush)

    def head(self, brush: Brush, *, mouth: float, lids: float) -> Box | None:
        """Paint the head, and return the box of the face if it is turned to the camera."""
        pose, view = self.pose, brush.view
        pixels = HALF_FACE * self.size * view.scale
        unit = next((u for u in _UNITS if u >= pixels * 0.98), _UNITS[-1])
        face = None
        if pose.head_turn is not None:
            head_pose = HeadPose(_stepped(pose.head_turn * self.mark.facing, 8), _stepped(pose.nod, 4))
            face = DrawnFace(head_pose, _stepped(max(mouth, pose.mouth), 3), _stepped(lids, 2))
        to_pixels = self._head_matrix(brush, unit, pixels / unit)
        sprite = head(self.appearance, face, unit)
        brush.paste(sprite, to_pixels)
        middle = self._head_point(0.0, 0.0)
        x, y = view.pixel(middle)
        brush.touch(x - 0.85 * pixels, y - 1.3 * pixels, x + 0.85 * pixels, y + pixels)
        return None if face is None else _face_box(brush, to_pixels, unit, face.pose)

    def arms(self, brush: Brush) -> None:
        """Paint the arms in front of the body."""
        if self.pose.turn <= 0.6:
            self._paint_arm(brush, near=False)
        self._paint_arm(brush, near=True)

    def hands(self, brush: Brush) -> None:
        """Paint the hands, over what they hold."""
        self._paint_hand(brush, near=False)
        self._paint_hand(brush, near=True)

    def _paint_arm(self, brush: Brush, *, near: bool) -> None:
        paint_sleeve(brush, self, self._arm(near=near), near=near)
        self._paint_hand(brush, near=near)

    def _paint_hand(self, brush: Brush, *, near: bool) -> None:
        _, elbow, wrist = self._arm(near=near)
        skin = self.appearance.skin if near else shade(self.appearance.skin, 0.9)
        s = self.size
        brush.disc(wrist, 4.3 * s, skin)
        along = math.atan2(wrist[1] - elbow[1], wrist[0] - elbow[0])
        reach = 9.0 if near and self.pose.pointing else 5.6
        tip = (wrist[0] + reach * s * math.cos(along), wrist[1] + reach * s * math.sin(along))
        brush.limb(wrist, tip, skin, (7.0 * s, 2.6 * s) if near and self.pose.pointing else (7.6 * s, 5.2 * s))

    def _arm(self, *, near: bool) -> tuple[Point, Point, Point]:
        """Return shoulder, elbow and hand; the elbow bends outwards and down."""
        side = 1 if near else -1
        start = (side * self.shoulder_half, _SHOULDER_HEIGHT)
        goal = self.pose.near if near else self.pose.far
        far = math.hypot(goal[0] - start[0], goal[1] - start[1])
        shown = min(1.0, far / (_BENT * (_UPPER_ARM + _FOREARM)))
        shown = max(0.45, shown)
        elbow, end = _bend(start, goal, _UPPER_ARM * shown, _FOREARM * shown, outward=side)
        return self.at(*start), self.at(*elbow), self.at(*end)

    def _leg(self, *, near: bool) -> tuple[Point, Point, Point]:
        """Return hip, knee and ankle; the knee bends forward."""
        pose = self.pose
        side = (1 if near else -1) * (1 - 0.6 * pose.turn)
        swing = pose.stride * (1 if near else -1)
        hip = (side * 7.0, HIP_HEIGHT - pose.drop)
        ankle = (side * 8.5 + swing * 26.0, 5.0 + 7.0 * max(0.0, -swing))
        if pose.drop > 25:
            ankle = (ankle[0] + 20.0, ankle[1])
        knee, ankle = _bend(hip, ankle, _THIGH, _SHIN, outward=1)
        return (self.at(*hip, bends=False), self.at(*knee, bends=False), self.at(*ankle, bends=False))

    def _head_point(self, x: float, y: float) -> Point:
        """Return the stage point of a point of the head, given in half faces."""
        angle = self._head_angle()
        middle = self._face_middle()
        c, s = math.cos(angle), math.sin(angle)
        size = HALF_FACE * self.size
        return middle[0] + size * (x * c - y * s), middle[1] + size * (x * s + y * c)

    def _face_middle(self) -> Point:
        turned = 0.0 if self.pose.head_turn is None else 1.5 * self.pose.head_turn
        return self.at(turned + 8.0 * math.sin(self.pose.tilt), FACE_HEIGHT - 1.5 * max(0.0, self.pose.nod))

    def _head_angle(self) -> float:
        pose = self.pose
        return self.mark.facing * (0.75 * pose.lean + pose.fall + pose.tilt)

    def _head_matrix(self, brush: Brush, unit: int, grow: float) -> NDArray[np.float64]:
        angle = self._head_angle()
        c, s = math.cos(angle) * grow, math.sin(angle) * grow
        middle = brush.view.pixel(self._face_middle())
        from_x, from_y = SPRITE_WIDTH / 2 * unit, (SPRITE_HEIGHT / 2 - SPRITE_MIDDLE) * unit
        return np.array(
            [[c, -s, middle[0] - c * from_x + s * from_y], [s, c, middle[1] - s * from_x - c * from_y]],
            dtype=np.float64,
        )

    def _hair_behind(self, brush: Brush) -> None:
        outline = back_outline(self.appearance)
        ball = knot(self.appearance)
        if outline is not None:
            angle = self._head_angle()
            rotation = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
            points = outline @ rotation * (HALF_FACE * self.size) + np.array(self._face_middle())
            brush.polygon(points, back_colour(self.appearance))
        if ball is not None:
            (x, y), radius = ball
            brush.disc(self._head_point(x, y), radius * HALF_FACE * self.size, shade(self.appearance.hair_colour, 0.85))


def _stepped(value: float, steps: int) -> float:
    return round(max(-1.0, min(1.0, value)) * steps) / steps


def _bend(start: Point, goal: Point, first: float, second: float, *, outward: float) -> tuple[Point, Point]:
    """Return the middle joint and the end of two bones that reach from `start` towards `goal`."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = math.hypot(dx, dy) or 1e-6
    reach = min(max(far, abs(first - second) + 1.0), (first + second) * 0.998)
    ux, uy = dx / far, dy / far
    along = (first**2 - second**2 + reach**2) / (2 * reach)
    off = math.sqrt(max(0.0, first**2 - along**2))
    bends = ((-uy, ux), (uy, -ux))
    nx, ny = max(bends, key=lambda n: 0.35 * outward * n[0] - n[1])
    return (
        (start[0] + ux * along + nx * off, start[1] + uy * along + ny * off),
        (start[0] + ux * reach, start[1] + uy * reach),
    )


def _face_box(brush: Brush, to_pixels: NDArray[np.float64], unit: int, pose: HeadPose) -> Box | None:
    """Return the box of the face if it lies wholly inside the picture."""
    shift = pose.at((0.0, 0.0, 0.3))[0]
    x0, y0, x1, y1 = FACE_BOX
    corners = np.array([(x, y) for x in (x0 + shift, x1 + shift) for y in (y0, y1)]) * unit
    corners += (SPRITE_WIDTH / 2 * unit, (SPRITE_HEIGHT / 2 - SPRITE_MIDDLE) * unit)
    pixels = np.column_stack([corners, np.ones(4)]) @ to_pixels.T
    (left, top), (right, low) = pixels.min(axis=0), pixels.max(axis=0)
    if left < 0 or top < 0 or right > brush.view.width or low > brush.view.height:
        return None
    return brush.view.box((left, top, right, low))
