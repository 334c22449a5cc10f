"""Head turns: a face is held in one direction for a while, and soon after in another, while the camera stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, TypeAlias

import numpy as np

from cinescribe.models.observer.footage import Camera, FaceTrack, is_camera_known
from cinescribe.schema import Face
from cinescribe.timing import Seconds

Direction: TypeAlias = Literal["left", "right", "front"]

# In eye distances by which the nose is off the middle of the eyes. Landmarks jitter by a tenth, and heads sway by two
# tenths while people talk (docs/captioners.md), which is not a turn.
_ASIDE = 0.3  # a face looks aside from here on,
_FRONT = 0.15  # ... and to the front up to here; between the two the direction is undecided
_STEADY = 0.2  # maximum range of a held pose
_TURN = 0.25  # minimum difference between two held poses
_MIN_FACES = 4  # of a held pose,
_HELD: Seconds = 0.7  # ... and its minimum length
_PAUSE: Seconds = 1.0  # a longer gap without a face ends a pose
_SWIFT: Seconds = 2.0  # maximum time from one pose to the other: slower changes drift
_STILL = 0.1  # of the frame's width, and of its growth: a camera that moves more may cause the change
_PLACE = 1.0  # face widths, and
_SIZE = 0.3  # ... log of face heights: a larger step may be an undetected cut


@dataclass(frozen=True)
class HeldPose:
    """A face that is held in one direction.

    Args:
        direction: the direction in the frame.
        faces: the faces that show it, by time.
    """

    direction: Direction
    faces: tuple[Face, ...]

    @property
    def level(self) -> float:
        """Median `Face.facing`."""
        return float(np.median(_facing(self.faces)))

    @property
    def is_sure(self) -> bool:
        """Whether it is held for enough faces, long enough, without swaying."""
        seconds = self.faces[-1].time - self.faces[0].time
        return len(self.faces) >= _MIN_FACES and seconds >= _HELD and float(np.ptp(_facing(self.faces))) <= _STEADY


def turns(track: FaceTrack, camera: Camera) -> Iterator[tuple[HeldPose, HeldPose]]:
    """Yield the held poses before and after each turn of a head, by time.

    Small and slow movements are no turns, and neither are changes that a moving camera, or one whose movement is
    unknown, may have caused. A face without a known direction ends a pose.
    """
    for _, faces in groupby(track.faces, key=lambda face: face.track):
        sure = [pose for pose in _poses(list(faces)) if pose.is_sure]
        for before, after in pairwise(sure):
            if before.direction != after.direction and _is_one_place(before, after) and _is_turn(before, after, camera):
                yield before, after


def _poses(faces: Sequence[Face]) -> Iterator[HeldPose]:
    """Yield the poses of a track."""
    run: list[Face] = []
    for face in faces:
        direction = _direction(face)
        if run and (direction != _direction(run[0]) or face.time - run[-1].time > _PAUSE):
            yield from _pose(run)
            run = []
        run.append(face)
    yield from _pose(run)


def _pose(run: Sequence[Face]) -> Iterator[HeldPose]:
    direction = _direction(run[0]) if run else None
    if direction is not None:
        yield HeldPose(direction, tuple(run))


def _direction(face: Face) -> Direction | None:
    """Return the direction of a face; None if it is between two directions or unknown."""
    if face.facing is None or _FRONT < abs(face.facing) < _ASIDE:
        return None
    if abs(face.facing) <= _FRONT:
        return "front"
    return "left" if face.facing < 0 else "right"


def _is_turn(before: HeldPose, after: HeldPose, camera: Camera) -> bool:
    """Return whether the direction changes enough, quickly, and without the camera."""
    if abs(after.level - before.level) < _TURN or after.faces[0].time - before.faces[-1].time > _SWIFT:
        return False
    times = np.array([face.time for face in (*before.faces, *after.faces)])
    moved, grown, unknown = camera.at(times)
    if not is_camera_known(unknown[-1:] - unknown[:1], times[-1:] - times[:1]).all():
        return False
    return max(float(np.ptp(moved)), float(np.ptp(grown))) <= _STILL


def _is_one_place(before: HeldPose, after: HeldPose) -> bool:
    """Return whether the face stays at its place and size."""
    one, other = before.faces[-1].box, after.faces[0].box
    step = abs(other[0] + other[2] - one[0] - one[2]) / 2 / (one[2] - one[0])
    growth = abs(np.log((other[3] - other[1]) / (one[3] - one[1])))
    return bool(step <= _PLACE and growth <= _SIZE)


def _facing(faces: Sequence[Face]) -> list[float]:
    return [face.facing for face in faces if face.facing is not None]
