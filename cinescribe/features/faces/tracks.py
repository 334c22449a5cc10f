"""Face tracks: the same face followed from picture to picture within a shot."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from cinescribe.schema import Box, Face, Shot
from cinescribe.timing import Seconds

_MAX_GAP: Seconds = 1.25  # a face after a longer gap begins a new track
# Maximum distance of two faces of a track, in units of the extractor's `same_distance`: small where the face has moved,
# large where it has not, because turning and blur change it from picture to picture.
_MAX_DISTANCE_APART, _MAX_DISTANCE_OVERLAPPING = 0.6, 1.4
_MIN_FACES = 2  # in a track; a face found once is as likely an error
_MIN_SCORE = 0.6  # of the best face of a track


@dataclass
class _Track:
    shot: int
    faces: list[Face] = field(default_factory=list)


def track_faces(
    faces: Sequence[Face], embeddings: NDArray[np.float32], shots: Sequence[Shot], *, same_distance: float
) -> tuple[Face, ...]:
    """Return the faces with their track, numbered by first appearance; None for a face without one.

    Tracks end with their shot. Faces within a blend of two shots have no track, because a dissolve mixes people who are
    not there together.

    Args:
        faces: a film's faces, by time.
        embeddings: their embeddings by `Face.row`, (n, D).
        shots: the film's shots, in order.
        same_distance: the extractor's.
    """
    tracks: list[_Track] = []
    starts = [shot.span.start for shot in shots]
    blends = [shot.blend for shot in shots if shot.blend is not None]
    clear = (face for face in faces if not any(blend.has(face.time) for blend in blends))
    for time, group in groupby(clear, key=lambda face: face.time):
        shot = bisect_right(starts, time)
        alive = [track for track in tracks if track.shot == shot and time - track.faces[-1].time <= _MAX_GAP]
        tracks += _continued(alive, list(group), embeddings, same_distance, shot)
    valid = [t for t in tracks if len(t.faces) >= _MIN_FACES and max(face.score for face in t.faces) >= _MIN_SCORE]
    number = {face.row: n for n, track in enumerate(valid) for face in track.faces}
    return tuple(face.replace(track=number.get(face.row)) for face in faces)


def _continued(
    alive: list[_Track], faces: list[Face], embeddings: NDArray[np.float32], same_distance: float, shot: int
) -> list[_Track]:
    """Add the faces of one picture to the tracks they continue, best match first; return new tracks for the others."""
    matches = []
    for track in alive:
        last = track.faces[-1]
        for face in faces:
            distance = float(np.linalg.norm(embeddings[last.row] - embeddings[face.row]))
            overlap = _overlap(last.box, face.box)
            limit = _MAX_DISTANCE_APART + (_MAX_DISTANCE_OVERLAPPING - _MAX_DISTANCE_APART) * overlap
            if distance < limit * same_distance and _steps(last.box, face.box) < 1:
                matches.append((distance - overlap, last.row, face.row, track, face))
    taken: set[int] = set()
    for _, last_row, row, track, face in sorted(matches, key=lambda match: match[:3]):
        if last_row not in taken and row not in taken:
            track.faces.append(face)
            taken |= {last_row, row}
    return [_Track(shot, [face]) for face in faces if face.row not in taken]


def _overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    both = across * down
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return both / (areas - both)


def _steps(one: Box, other: Box) -> float:
    """Return how far the centre moved, in widths and heights of the first face."""
    aside = (other[0] + other[2] - one[0] - one[2]) / 2 / max(one[2] - one[0], 1e-6)
    down = (other[1] + other[3] - one[1] - one[3]) / 2 / max(one[3] - one[1], 1e-6)
    return float(np.hypot(aside, down))
