"""A whole film's measurements, put together again from its clips, and the stays of people in its shots."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import groupby, pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.batch import Batch, PictureLevels
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Face, Shot
from cinescribe.timing import Seconds, Span

_FEWEST = 2  # faces in a stay; one alone is as likely a mistake of the detector
_UNSEEN: Seconds = 3.0  # a face unseen for longer, in the same shot, has been away
_SMOOTHED = 3  # faces over which positions and sizes are the median: boxes jitter by a tenth
_FORGIVEN = 2  # rows from one that holds to the next: one may fail in between
_UNTOLD = 0.35  # share of a stretch in which the camera's movement may be unknown; it is filled with the rest's mean

Floats = NDArray[np.float64]
Levels = TypeVar("Levels", PictureLevels, SoundLevels)


@dataclass(frozen=True)
class Stay:
    """Somebody's presence in one shot.

    Args:
        person: their id.
        shot: index of the shot.
        faces: their faces, by time, two at least.
    """

    person: str
    shot: int
    faces: tuple[Face, ...]

    @property
    def span(self) -> Span:
        """From the first face to the last."""
        return Span(self.faces[0].time, self.faces[-1].time)

    @property
    def height(self) -> float:
        """Median height of the face, as share of the picture's."""
        return float(np.median([face.box[3] - face.box[1] for face in self.faces]))

    @property
    def across(self) -> float:
        """Median place of the face's centre, from 0 at the picture's left to 1 at its right."""
        return float(np.median([(face.box[0] + face.box[2]) / 2 for face in self.faces]))

    @property
    def best(self) -> Face:
        """The face of which the detector is surest."""
        return max(self.faces, key=lambda face: (face.score, -face.time))

    def path(self) -> tuple[Floats, Floats, Floats]:
        """Times, places across the picture and logarithms of height, smoothed; each (n_faces,)."""
        boxes = np.array([face.box for face in self.faces])
        times = np.array([face.time for face in self.faces])
        return times, _smooth((boxes[:, 0] + boxes[:, 2]) / 2), _smooth(np.log(boxes[:, 3] - boxes[:, 1]))

    def until(self, time: Seconds) -> Stay | None:
        """The part before `time`; None when it is too little for a stay."""
        faces = tuple(face for face in self.faces if face.time < time)
        return Stay(self.person, self.shot, faces) if len(faces) >= _FEWEST else None


@dataclass(frozen=True)
class Camera:
    """How the camera has moved up to each moment.

    Args:
        times: seconds, (T,).
        right, down: shift since the film's start, in widths and heights of the picture, (T,).
        growth: logarithm of the picture's growth by zoom, (T,).
        untold: seconds so far in which the movement could not be told, (T,).
    """

    times: Floats
    right: Floats
    down: Floats
    growth: Floats
    untold: Floats

    def at(self, times: Floats) -> tuple[Floats, Floats, Floats]:
        """Shift right, growth and untold seconds at `times`; untold throughout for a film without measurements."""
        if not len(self.times):
            return np.zeros_like(times), np.zeros_like(times), times
        # Before the first and after the last measurement nothing is known: every second counts as untold.
        outside = np.minimum(times - self.times[0], 0) + np.maximum(times - self.times[-1], 0)
        right, growth, untold = (np.interp(times, self.times, column) for column in self._columns())
        return right, growth, untold + outside

    def _columns(self) -> tuple[Floats, Floats, Floats]:
        return self.right, self.growth, self.untold


@dataclass(frozen=True)
class Footage:
    """What was measured of a film: its shots, faces of known people by time, picture and sound."""

    shots: tuple[Shot, ...]
    faces: tuple[Face, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None

    def shot_at(self, time: Seconds) -> int:
        """Index of the shot that holds `time`; the first for times before all."""
        return max(bisect_right(self._starts, time) - 1, 0)

    @cached_property
    def _starts(self) -> list[Seconds]:
        return [shot.span.start for shot in self.shots]

    def clear(self, shot: int) -> Span:
        """A shot without what the blends at its ends mix with other pictures."""
        this = self.shots[shot]
        start = this.span.start if this.blend is None else min(this.blend.end, this.span.end)
        after = self.shots[shot + 1].blend if shot + 1 < len(self.shots) else None
        end = this.span.end if after is None else after.start
        return Span(start, max(start, end))

    def rows(self, span: Span) -> slice:
        """The picture measurements inside a span."""
        return slice(*np.searchsorted(self.pictures.times, [span.start, span.end]))

    def is_measured(self, span: Span) -> bool:
        """Whether the batch holds pictures of a span; its clips may leave holes."""
        rows = self.rows(span)
        return int(rows.start) < int(rows.stop)

    def camera(self) -> Camera:
        """The camera's movement, summed up."""
        levels = self.pictures
        steps = np.diff(levels.times, prepend=levels.times[:1])
        columns = levels.shift[:, 0], levels.shift[:, 1], levels.zoom
        sums = [np.cumsum(np.nan_to_num(column.astype(np.float64)) * steps) for column in columns]
        right, down, growth = sums
        return Camera(levels.times, right, down, growth, np.cumsum(np.isnan(levels.zoom) * steps))


def footage(batch: Batch) -> Footage:
    """The whole that the batch's clips are parts of; what two clips share is taken once."""
    known = {person.id for person in batch.people}
    shots = {shot.span.start: shot for seen in batch.seen for shot in seen.shots}
    if not shots and batch.seen:
        start = min(seen.clip.span.start for seen in batch.seen)
        shots[start] = Shot(Span(start, max(seen.clip.span.end for seen in batch.seen)))
    blends = [shot.blend for shot in shots.values() if shot.blend is not None]
    faces = {(face.time, face.row): face for seen in batch.seen for face in seen.faces if face.person in known}
    sounds = [seen.sounds for seen in batch.seen if seen.sounds is not None]
    return Footage(
        shots=tuple(shots[start] for start in sorted(shots)),
        # Two pictures mixed show people together who are not.
        faces=tuple(faces[key] for key in sorted(faces) if not any(blend.has(key[0]) for blend in blends)),
        pictures=_whole([seen.pictures for seen in batch.seen]),
        sounds=_whole(sounds) if sounds else None,
    )


def stays(film: Footage) -> list[Stay]:
    """Everybody's stays, by their beginning; a face missed now and then does not end one."""
    by_person = sorted(film.faces, key=lambda face: (film.shot_at(face.time), face.person or "", face.time))
    out = []
    for (shot, person), group in groupby(by_person, key=lambda face: (film.shot_at(face.time), face.person or "")):
        for faces in _unbroken(list(group)):
            if len(faces) >= _FEWEST:
                out.append(Stay(person, shot, tuple(faces)))
    return sorted(out, key=lambda stay: (stay.faces[0].time, stay.across))


def is_told(untold: Floats, seconds: Floats) -> NDArray[np.bool_]:
    """Which stretches, each with the seconds for which the camera's movement is unknown, can be judged."""
    return untold <= _UNTOLD * seconds


def stretches(times: Floats, holds: NDArray[np.bool_], *, at_least: Seconds) -> list[Span]:
    """Where something holds in row after row, one row that fails forgiven, for at least so long.

    Args:
        times: seconds of the rows, (T,); each stands for the time to the next.
        holds: whether it holds, (T,).
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], holds.astype(np.int8), [0]])))
    runs: list[tuple[int, int]] = []
    for first, last in zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True):
        runs = (
            [*runs[:-1], (runs[-1][0], last)] if runs and first - runs[-1][1] <= _FORGIVEN else [*runs, (first, last)]
        )
    step = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    spans = [Span(float(times[first]), float(times[last]) + step) for first, last in runs]
    return [span for span in spans if span.duration >= at_least]


def _unbroken(faces: list[Face]) -> list[list[Face]]:
    parts = [[faces[0]]]
    for before, face in pairwise(faces):
        if face.time - before.time > _UNSEEN:
            parts.append([])
        parts[-1].append(face)
    return parts


def _whole(parts: Sequence[Levels]) -> Levels:
    """Measurements of several clips as one, by time."""
    times = np.concatenate([part.times for part in parts])
    _, order = np.unique(times, return_index=True)
    columns = {
        item.name: np.concatenate([getattr(part, item.name) for part in parts])[order] for item in fields(parts[0])
    }
    return type(parts[0])(**columns)


def _smooth(values: Floats) -> Floats:
    half = _SMOOTHED // 2
    padded = np.pad(values, half, mode="edge")
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, _SMOOTHED), axis=1), np.float64)
