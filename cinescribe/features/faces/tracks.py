"""Face tracks: the same face followed from picture to picture within a shot."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.faces.following import overlap
from cinescribe.schema import Box, Face, Shot
from cinescribe.timing import Seconds

_MAX_GAP: Seconds = 1.25  # a face after a longer gap begins a new track
# Maximum distance of two faces of a track, in units of the extractor's `same_distance`. Where the face is, or where its
# motion takes it, says more than what it looks like, because turning and blur change it from picture to picture: faces
# a quarter second apart at one place in one shot are one person, unless they are as far apart as two people always are.
_MAX_DISTANCE_ELSEWHERE, _MAX_DISTANCE_HERE = 0.8, 1.5
_HERE = 0.3  # intersection over union from which a face is at the place of another
# Drawn faces vary less: the same face at one place differs from picture to picture by .16 to .22 in the median of
# Backlot films, by .37 to .79 in reel, friday and perspective. There the maxima are half as large.
_STEP_DRAWN, _STEP_REAL = 0.22, 0.37
_DRAWN_FACTOR = 0.5
_MIN_STEPS = 10  # that say something of the film
_MIN_STEP = 1e-3  # less is the same embedding again
_MAX_AHEAD = 2.0  # steps for which motion is believed to go on
_MIN_SCORE = 0.6  # of the best face of a track of several
# Of a face found once; below, it is as likely an error. Of 38 faces above, outside blends, 3 showed no face: in 19
# films of Backlot that set nothing else.
_MIN_SCORE_ONCE = 0.9


@dataclass
class _Track:
    shot: int
    faces: list[Face] = field(default_factory=list)

    def is_clear(self) -> bool:
        """Return whether it shows a face rather than a pattern that looks like one."""
        least = _MIN_SCORE_ONCE if len(self.faces) == 1 else _MIN_SCORE
        return max(face.score for face in self.faces) >= least

    def expected(self, time: Seconds) -> Box:
        """Where the face is at `time` if it goes on as in its last two pictures."""
        last = self.faces[-1]
        if len(self.faces) < 2:
            return last.box
        before = self.faces[-2]
        ahead = min((time - last.time) / (last.time - before.time), _MAX_AHEAD)
        x0, y0, x1, y1 = (now + (now - then) * ahead for now, then in zip(last.box, before.box, strict=True))
        return x0, y0, x1, y1


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
    clear = [face for face in faces if not any(blend.has(face.time) for blend in blends)]
    unit = same_distance * _variety(clear, embeddings, same_distance)
    for time, group in groupby(clear, key=lambda face: face.time):
        shot = bisect_right(starts, time)
        alive = [track for track in tracks if track.shot == shot and time - track.faces[-1].time <= _MAX_GAP]
        tracks += _continued(alive, list(group), embeddings, unit, shot)
    valid = [track for track in tracks if track.is_clear()]
    number = {face.row: n for n, track in enumerate(valid) for face in track.faces}
    return tuple(face.replace(track=number.get(face.row)) for face in faces)


def _variety(faces: Sequence[Face], embeddings: NDArray[np.float32], same_distance: float) -> float:
    """Return how much the film's faces vary from picture to picture: 1 as filmed faces do, less as drawn ones do."""
    pictures = [list(group) for _, group in groupby(faces, key=lambda face: face.time)]
    steps = [
        float(np.linalg.norm(embeddings[one.row] - embeddings[other.row])) / same_distance
        for earlier, later in pairwise(pictures)
        if later[0].time - earlier[0].time <= _MAX_GAP
        for one in earlier
        for other in later
        if overlap(one.box, other.box) > _HERE
    ]
    changes = [step for step in steps if step > _MIN_STEP]
    if len(changes) < _MIN_STEPS:
        return 1.0
    return float(np.interp(np.median(changes), (_STEP_DRAWN, _STEP_REAL), (_DRAWN_FACTOR, 1.0)))


def _continued(
    alive: list[_Track], faces: list[Face], embeddings: NDArray[np.float32], unit: float, shot: int
) -> list[_Track]:
    """Add the faces of one picture to the tracks they continue, best match first; return new tracks for the others."""
    matches = []
    for track in alive:
        last = track.faces[-1]
        for face in faces:
            distance = float(np.linalg.norm(embeddings[last.row] - embeddings[face.row])) / unit
            shared = max(overlap(last.box, face.box), overlap(track.expected(face.time), face.box))
            limit = float(np.interp(shared, (0, _HERE), (_MAX_DISTANCE_ELSEWHERE, _MAX_DISTANCE_HERE)))
            if distance < limit and _steps(last.box, face.box) < 1:
                matches.append((distance / 2 - shared, last.row, face.row, track, face))
    taken: set[int] = set()
    for _, last_row, row, track, face in sorted(matches, key=lambda match: match[:3]):
        if last_row not in taken and row not in taken:
            track.faces.append(face)
            taken |= {last_row, row}
    return [_Track(shot, [face]) for face in faces if face.row not in taken]


def _steps(one: Box, other: Box) -> float:
    """Return how far the centre moved, in widths and heights of the first face."""
    aside = (other[0] + other[2] - one[0] - one[2]) / 2 / max(one[2] - one[0], 1e-6)
    down = (other[1] + other[3] - one[1] - one[3]) / 2 / max(one[3] - one[1], 1e-6)
    return float(np.hypot(aside, down))
