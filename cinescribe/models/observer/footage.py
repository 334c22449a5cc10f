"""The measurements of a whole film, joined from its clips, and the face tracks in its shots."""

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

_MIN_FACES = 2  # of a face track; a single face is often an error of the detector
_MAX_GAP: Seconds = 3.0  # between faces of a track
_MEDIAN = 3  # faces in the median filter of positions and sizes: boxes jitter by a tenth
_MAX_STEP = 2  # samples from one where a condition holds to the next: it may fail once in between
_MAX_UNKNOWN = 0.35  # share of a time span in which the camera movement may be unknown; the rest's mean fills it

_Floats = NDArray[np.float64]
_Levels = TypeVar("_Levels", PictureLevels, SoundLevels)


@dataclass(frozen=True)
class FaceTrack:
    """The continuous presence of a person in one shot.

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
    def clothes(self) -> str | None:
        """Colour of the clothes; None if it is unknown or several were measured."""
        colours = {face.clothes for face in self.faces} - {None}
        return colours.pop() if len(colours) == 1 else None

    @property
    def best(self) -> Face:
        """The face with the highest detection score."""
        return max(self.faces, key=lambda face: (face.score, -face.time))

    def path(self) -> tuple[_Floats, _Floats, _Floats]:
        """Return times, horizontal positions and log heights, smoothed; each (n_faces,)."""
        boxes = np.array([face.box for face in self.faces])
        times = np.array([face.time for face in self.faces])
        return times, _smooth((boxes[:, 0] + boxes[:, 2]) / 2), _smooth(np.log(boxes[:, 3] - boxes[:, 1]))

    def until(self, time: Seconds) -> FaceTrack | None:
        """Return the part before `time`; None if it has too few faces for a track."""
        faces = tuple(face for face in self.faces if face.time < time)
        return FaceTrack(self.person, self.shot, faces) if len(faces) >= _MIN_FACES else None


@dataclass(frozen=True)
class Camera:
    """The cumulative movement of the camera.

    Args:
        times: seconds, (T,).
        right, down: shift since the film's start, in widths and heights of the frame, (T,).
        growth: log of the scale change by zoom, (T,).
        unknown: seconds so far in which the movement could not be measured, (T,).
    """

    times: _Floats
    right: _Floats
    down: _Floats
    growth: _Floats
    unknown: _Floats

    def at(self, times: _Floats) -> tuple[_Floats, _Floats, _Floats]:
        """Return shift right, growth and unknown seconds at `times`; all unknown for a film without measurements."""
        if not len(self.times):
            return np.zeros_like(times), np.zeros_like(times), times
        # Before the first and after the last measurement nothing is measured: every second counts as unknown.
        outside = np.minimum(times - self.times[0], 0) + np.maximum(times - self.times[-1], 0)
        right, growth, unknown = (np.interp(times, self.times, column) for column in self._columns())
        return right, growth, unknown + outside

    def _columns(self) -> tuple[_Floats, _Floats, _Floats]:
        return self.right, self.growth, self.unknown


@dataclass(frozen=True)
class Footage:
    """The measurements of a film: shots, faces of known people by time, picture and sound."""

    shots: tuple[Shot, ...]
    faces: tuple[Face, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None

    def shot_at(self, time: Seconds) -> int:
        """Return the index of the shot at `time`; the first shot for earlier times."""
        return max(bisect_right(self._starts, time) - 1, 0)

    @cached_property
    def _starts(self) -> list[Seconds]:
        return [shot.span.start for shot in self.shots]

    def clear_span(self, shot: int) -> Span:
        """Return the span of a shot without the transitions at its ends."""
        this = self.shots[shot]
        start = this.span.start if this.blend is None else min(this.blend.end, this.span.end)
        after = self.shots[shot + 1].blend if shot + 1 < len(self.shots) else None
        end = this.span.end if after is None else after.start
        return Span(start, max(start, end))

    def samples(self, span: Span) -> slice:
        """Return the slice of the picture measurements inside a span."""
        return slice(*np.searchsorted(self.pictures.times, [span.start, span.end]))

    def is_measured(self, span: Span) -> bool:
        """Return whether there are picture measurements in a span; clips may leave gaps."""
        samples = self.samples(span)
        return int(samples.start) < int(samples.stop)

    def camera(self) -> Camera:
        """Return the cumulative movement of the camera."""
        levels = self.pictures
        steps = np.diff(levels.times, prepend=levels.times[:1])
        columns = levels.shift[:, 0], levels.shift[:, 1], levels.zoom
        sums = [np.cumsum(np.nan_to_num(column.astype(np.float64)) * steps) for column in columns]
        right, down, growth = sums
        return Camera(levels.times, right, down, growth, np.cumsum(np.isnan(levels.zoom) * steps))


def footage(batch: Batch) -> Footage:
    """Join the measurements of a batch's clips; what two clips share is taken once."""
    known = {person.id for person in batch.people}
    shots = {shot.span.start: shot for item in batch.clips for shot in item.shots}
    if not shots and batch.clips:
        start = min(item.clip.span.start for item in batch.clips)
        shots[start] = Shot(Span(start, max(item.clip.span.end for item in batch.clips)))
    blends = [shot.blend for shot in shots.values() if shot.blend is not None]
    faces = {(face.time, face.row): face for item in batch.clips for face in item.faces if face.person in known}
    sounds = [item.sounds for item in batch.clips if item.sounds is not None]
    return Footage(
        shots=tuple(shots[start] for start in sorted(shots)),
        # A transition shows faces of two shots at once.
        faces=tuple(faces[key] for key in sorted(faces) if not any(blend.has(key[0]) for blend in blends)),
        pictures=_joined([item.pictures for item in batch.clips]),
        sounds=_joined(sounds) if sounds else None,
    )


def face_tracks(film: Footage) -> list[FaceTrack]:
    """Return all face tracks by start time; short detection gaps do not end a track."""
    by_person = sorted(film.faces, key=lambda face: (film.shot_at(face.time), face.person or "", face.time))
    out = []
    for (shot, person), group in groupby(by_person, key=lambda face: (film.shot_at(face.time), face.person or "")):
        for faces in _without_gaps(list(group)):
            if len(faces) >= _MIN_FACES:
                out.append(FaceTrack(person, shot, tuple(faces)))
    return sorted(out, key=lambda track: (track.faces[0].time, track.across))


def is_camera_known(unknown: _Floats, seconds: _Floats) -> NDArray[np.bool_]:
    """Return where the camera movement is known well enough, given the unknown and all seconds of time spans."""
    return unknown <= _MAX_UNKNOWN * seconds


def spans_where(times: _Floats, holds: NDArray[np.bool_], *, at_least: Seconds) -> list[Span]:
    """Return the time spans in which a condition holds at every sample, or fails at single ones, for at least so long.

    Args:
        times: seconds of the samples, (T,); each covers the time to the next.
        holds: whether the condition holds, (T,).
        at_least: minimum length of a span.
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[0], holds.astype(np.int8), [0]])))
    runs: list[tuple[int, int]] = []
    for first, last in zip(edges[::2].tolist(), (edges[1::2] - 1).tolist(), strict=True):
        runs = (
            [*runs[:-1], (runs[-1][0], last)] if runs and first - runs[-1][1] <= _MAX_STEP else [*runs, (first, last)]
        )
    step = float(np.median(np.diff(times))) if len(times) > 1 else 0.0
    spans = [Span(float(times[first]), float(times[last]) + step) for first, last in runs]
    return [span for span in spans if span.duration >= at_least]


def _without_gaps(faces: list[Face]) -> list[list[Face]]:
    parts = [[faces[0]]]
    for before, face in pairwise(faces):
        if face.time - before.time > _MAX_GAP:
            parts.append([])
        parts[-1].append(face)
    return parts


def _joined(parts: Sequence[_Levels]) -> _Levels:
    """Join the measurements of several clips by time."""
    times = np.concatenate([part.times for part in parts])
    _, order = np.unique(times, return_index=True)
    columns = {
        item.name: np.concatenate([getattr(part, item.name) for part in parts])[order] for item in fields(parts[0])
    }
    return type(parts[0])(**columns)


def _smooth(values: _Floats) -> _Floats:
    half = _MEDIAN // 2
    padded = np.pad(values, half, mode="edge")
    return np.asarray(np.median(np.lib.stride_tricks.sliding_window_view(padded, _MEDIAN), axis=1), np.float64)
