"""Turning: a face held one way for a while, and soon after another way, while the camera stands still."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, TypeAlias

import numpy as np

from cinescribe.models.observer.footage import Camera, Stay, is_told
from cinescribe.schema import Face
from cinescribe.timing import Seconds

Way: TypeAlias = Literal["left", "right", "front"]

# Distances between the eyes by which the nose is off their middle. Landmarks tremble by a tenth, and heads sway by two
# tenths while people talk (docs/captioners.md), which nobody would call a turn.
_ASIDE = 0.3  # from here on a face looks aside,
_FRONT = 0.15  # ... up to here it looks to the front, and between the two nothing is said
_STEADY = 0.2  # between the most and the least while it is held
_TURN = 0.25  # from one level held to the other
_FEWEST = 4  # faces that show it held,
_HELD: Seconds = 0.7  # ... over so long
_PAUSE: Seconds = 1.0  # without a face, it is no longer known to be held
_SWIFT: Seconds = 2.0  # from one way to the other: who takes longer drifts rather than turns
_STILL = (
    0.1  # of the picture's width, and of its growth: a camera that moves more may go round somebody who does not turn
)
_PLACE = 1.0  # face widths, and
_SIZE = 0.3  # ... logarithm of face heights: a greater step may be a cut that was missed


@dataclass(frozen=True)
class Held:
    """A face held one way.

    Args:
        way: where to, in the picture.
        faces: the faces that show it, by time.
    """

    way: Way
    faces: tuple[Face, ...]

    @property
    def level(self) -> float:
        """Median `Face.facing`."""
        return float(np.median(_facing(self.faces)))

    @property
    def is_sure(self) -> bool:
        """Whether it is held by enough faces, long enough, without swaying."""
        seconds = self.faces[-1].time - self.faces[0].time
        return len(self.faces) >= _FEWEST and seconds >= _HELD and float(np.ptp(_facing(self.faces))) <= _STEADY


def turns(stay: Stay, camera: Camera) -> Iterator[tuple[Held, Held]]:
    """How somebody's face is held before and after each turn, by time.

    Small and slow swings are none, and neither is what a moving camera, or one whose movement cannot be told, may have
    done. A face of which the extractor cannot tell where it looks breaks off what is held.
    """
    for _, track in groupby(stay.faces, key=lambda face: face.track):
        sure = [held for held in _held(list(track)) if held.is_sure]
        for before, after in pairwise(sure):
            if before.way != after.way and _is_one_place(before, after) and _is_turn(before, after, camera):
                yield before, after


def _held(faces: Sequence[Face]) -> Iterator[Held]:
    """The stretches of a track in which the face is held one way."""
    run: list[Face] = []
    for face in faces:
        way = _way(face)
        if run and (way != _way(run[0]) or face.time - run[-1].time > _PAUSE):
            yield from _ended(run)
            run = []
        run.append(face)
    yield from _ended(run)


def _ended(run: Sequence[Face]) -> Iterator[Held]:
    way = _way(run[0]) if run else None
    if way is not None:
        yield Held(way, tuple(run))


def _way(face: Face) -> Way | None:
    """Where a face looks; None between the ways, and where that cannot be told."""
    if face.facing is None or _FRONT < abs(face.facing) < _ASIDE:
        return None
    if abs(face.facing) <= _FRONT:
        return "front"
    return "left" if face.facing < 0 else "right"


def _is_turn(before: Held, after: Held, camera: Camera) -> bool:
    """Whether the way changes far enough, swiftly, and by the head alone."""
    if abs(after.level - before.level) < _TURN or after.faces[0].time - before.faces[-1].time > _SWIFT:
        return False
    times = np.array([face.time for face in (*before.faces, *after.faces)])
    moved, grown, untold = camera.at(times)
    if not is_told(untold[-1:] - untold[:1], times[-1:] - times[:1]).all():
        return False
    return max(float(np.ptp(moved)), float(np.ptp(grown))) <= _STILL


def _is_one_place(before: Held, after: Held) -> bool:
    """Whether the face is where it was, and as large."""
    one, other = before.faces[-1].box, after.faces[0].box
    step = abs(other[0] + other[2] - one[0] - one[2]) / 2 / (one[2] - one[0])
    growth = abs(np.log((other[3] - other[1]) / (one[3] - one[1])))
    return bool(step <= _PLACE and growth <= _SIZE)


def _facing(faces: Sequence[Face]) -> list[float]:
    return [face.facing for face in faces if face.facing is not None]
