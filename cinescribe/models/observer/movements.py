"""Movements of people: they enter, leave, cross the frame, come closer and move away, net of the camera's movement."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cinescribe.models.observer.footage import Camera, FaceTrack, Footage, is_camera_known
from cinescribe.models.observer.wording import Side, side_at
from cinescribe.schema import Face
from cinescribe.timing import Seconds, Span

_WALK: Seconds = 1.5  # at a track's start or end, in which an entrance or exit is detected
_MARGIN: Seconds = 0.6  # of the shot that remains when a person leaves, or has passed when a person enters
_EDGE = 0.05  # of the frame's width, or
_EDGE_FACES = 0.6  # ... of the face's own, from the frame's edge: there people enter or leave
_INWARDS = 0.05  # of the frame's width, or
_INWARDS_FACES = 0.5  # ... of the face's, that a person who enters moves into the frame
_STRIDE: Seconds = 4.0  # maximum length of a movement
_GROWTH = math.log(1.6)  # of the face: a person comes closer


class LargestChange(NamedTuple):
    """The largest change of a value along a track: between which faces, and by how much."""

    start: int
    end: int
    size: float


def entrance(track: FaceTrack, film: Footage, camera: Camera) -> Side | None:
    """Return the side from which a person enters the frame; None if they do not."""
    if track.span.start < film.clear_span(track.shot).start + _MARGIN:
        return None
    walk = [face for face in track.faces if face.time <= track.span.start + _WALK]
    return _walked_in(walk, camera)


def departure(track: FaceTrack, film: Footage, camera: Camera) -> Side | None:
    """Return the side to which a person leaves the frame; None if they do not, or nothing was measured then."""
    end, over = track.span.end, film.clear_span(track.shot).end
    if end > over - _MARGIN or not film.is_measured(Span(end + _MARGIN / 2, end + _MARGIN)):
        return None
    walk = [face for face in reversed(track.faces) if face.time >= end - _WALK]
    return _walked_in(walk, camera)


def _walked_in(walk: Sequence[Face], camera: Camera) -> Side | None:
    """Return the side of the first face if the others are further inside, in the frame and net of the camera."""
    if len(walk) < 2:
        return None
    left, _, right, _ = walk[0].box
    width = right - left
    near = max(_EDGE, _EDGE_FACES * width)
    side: Side | None = "left" if left <= near else "right" if right >= 1 - near else None
    if side is None or (left <= near and right >= 1 - near):
        return None
    times = np.array([face.time for face in walk])
    moved, _, unknown = camera.at(times)
    across = np.array([(face.box[0] + face.box[2]) / 2 for face in walk])
    inwards = 1 if side == "left" else -1
    framed, real = inwards * (across - across[0]), inwards * (across + moved - across[0] - moved[0])
    if not is_camera_known(np.abs(unknown[-1:] - unknown[:1]), np.abs(times[-1:] - times[:1])).all():
        return None
    return side if min(framed.max(), real.max()) >= max(_INWARDS, _INWARDS_FACES * width) else None


def crossing(track: FaceTrack, camera: Camera) -> tuple[LargestChange, Side] | None:
    """Return a movement from one side of the frame to the other, and its direction."""
    times, across, _ = track.path()
    moved, _, unknown = camera.at(times)
    step = _greatest(times, across, across + moved, unknown)
    if step is None:
        return None
    if {side_at(across[step.start]), side_at(across[step.end])} != {"left", "right"}:
        return None
    return step, "right" if step.size > 0 else "left"


def approach(track: FaceTrack, camera: Camera) -> LargestChange | None:
    """Return a movement towards the camera, of positive size, or away from it."""
    times, _, heights = track.path()
    _, grown, unknown = camera.at(times)
    # A camera that moves closer enlarges everything: only the rest is the person's own movement.
    growth = _greatest(times, heights, heights - grown, unknown)
    return growth if growth is not None and abs(growth.size) >= _GROWTH else None


def _greatest(
    times: NDArray[np.float64], framed: NDArray[np.float64], real: NDArray[np.float64], unknown: NDArray[np.float64]
) -> LargestChange | None:
    """Return the largest change within a stride that is visible in the frame and remains net of the camera."""
    best: LargestChange | None = None
    for lag in range(1, len(times)):
        seconds = times[lag:] - times[:-lag]
        if seconds.min() > _STRIDE:
            break
        in_frame, in_world = framed[lag:] - framed[:-lag], real[lag:] - real[:-lag]
        good = (seconds <= _STRIDE) & (in_frame * in_world > 0)
        good &= is_camera_known(unknown[lag:] - unknown[:-lag], seconds)
        size = np.where(good, np.minimum(np.abs(in_frame), np.abs(in_world)), 0.0)
        at = int(size.argmax())
        if size[at] > 0 and (best is None or size[at] > abs(best.size)):
            best = LargestChange(at, at + lag, float(np.sign(in_frame[at]) * size[at]))
    return best
