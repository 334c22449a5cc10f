"""The people of a film at single moments: its faces, and its figures without a face, as one table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.encoders.appearance_net import appearance_vectors, log_odds, shipped_appearance_net
from cinescribe.features.timed.timed_features import FaceFeatures, FigureFeatures, FilmFeatures

N_KINDS = 3  # woman, man, stranger
NO_TRACK = -1
_SAME_TIME = 0.2  # seconds between a face and its figure; in `describe` faces are sought at other times
_ACROSS, _DOWN = 0.8, 1.0  # of a face's sides: how far from its middle the head of the same person may be
_GAP, _STEP = 1.5, 1.5  # seconds, and sides of a face's box: from one figure of a track to the next


@dataclass(frozen=True)
class FilmPeople:
    """The faces of a film, then its figures without a face, each in the order of its stream.

    Args:
        times: seconds, (n,).
        boxes: of faces, or where they would be, as fractions of the picture, (n, 4).
        scores: of the detector or network, (n,).
        embeddings: of faces; 0 without one, (n, D).
        bodies: what they do, (n, D').
        has_face: whether a face was found, (n,).
        kinds: probabilities of a woman, a man and a stranger; 0 where not known, (n, 3).
        vectors: of their looks, see `AppearanceNet`; NaN where not known, (n, W). W is 0 without any figure.
        tracks: numbers of figures that follow each other at one place, from 0; `NO_TRACK` for faces, (n,).
    """

    times: NDArray[np.float64]
    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    embeddings: NDArray[np.float32]
    bodies: NDArray[np.float32]
    has_face: NDArray[np.bool_]
    kinds: NDArray[np.float32]
    vectors: NDArray[np.float32]
    tracks: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.times)


def people_of_features(film: FilmFeatures) -> FilmPeople:
    """Return the people of a film; a face has the kind of the figure around it."""
    faces, figures, vectors = film.faces, film.figures, _vectors(film)
    figure_of, is_free = _joined(faces, figures)
    n_faces, n_free, known = len(faces.times), int(is_free.sum()), figure_of >= 0
    kinds = np.zeros((n_faces, N_KINDS), np.float32)
    kinds[known] = figures.kinds[figure_of[known]]
    free_boxes, free_times = figures.boxes[is_free], figures.times[is_free]
    return FilmPeople(
        np.concatenate([faces.times, free_times]),
        np.concatenate([faces.boxes, free_boxes]),
        np.concatenate([faces.scores, figures.scores[is_free]]),
        np.concatenate([faces.embeddings, np.zeros((n_free, faces.embeddings.shape[1]), np.float32)]),
        _with_more(faces.bodies, figures.bodies[is_free]),
        np.arange(n_faces + n_free) < n_faces,
        np.concatenate([kinds, figures.kinds[is_free]]),
        vectors,
        np.concatenate([np.full(n_faces, NO_TRACK), figure_tracks(free_times, free_boxes, vectors[n_faces:])]),
    )


def film_appearance(film: FilmFeatures) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the looks and lights of the people of a film, in the order of `people_of_features`; 0 where not known.

    A face whose looks are not known has those of the figure around it.
    """
    faces, figures = film.faces, film.figures
    figure_of, is_free = _joined(faces, figures)
    looks, lights = np.array(faces.looks), np.array(faces.lights)
    lent = (figure_of >= 0) & ~looks.any((1, 2, 3))
    looks[lent], lights[lent] = figures.looks[figure_of[lent]], figures.lights[figure_of[lent]]
    return np.concatenate([looks, figures.looks[is_free]]), np.concatenate([lights, figures.lights[is_free]])


def _vectors(film: FilmFeatures) -> NDArray[np.float32]:
    looks, lights = film_appearance(film)
    if not len(film.figures.times):
        return np.zeros((len(looks), 0), np.float32)
    vectors = appearance_vectors(shipped_appearance_net(), looks, lights)
    vectors[~looks.any((1, 2, 3))] = np.nan
    return vectors


def _with_more(rows: NDArray[np.float32], more: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return both; where one has none its width does not matter."""
    if not len(more):
        return rows
    return np.concatenate([rows, more]) if len(rows) else more


def figure_tracks(
    times: NDArray[np.float64], boxes: NDArray[np.float32], vectors: NDArray[np.float32]
) -> NDArray[np.int64]:
    """Return the track of each figure, by time, (n,).

    It continues the nearest one that ended shortly before, unless by their looks they are more likely two people.
    """
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 1e-6)
    tracks, last = np.full(len(times), NO_TRACK), dict[int, int]()  # the last figure of each track
    for n, time in enumerate(times.tolist()):
        open_ones = [
            (track, at)
            for track, at in last.items()
            if 0 < time - times[at] <= _GAP and not _are_two(vectors[n], vectors[at])
        ]
        far = [float(np.abs((middles[n] - middles[at]) / sides[n]).max()) for _, at in open_ones]
        best = int(np.argmin(far)) if far else -1
        tracks[n] = open_ones[best][0] if far and far[best] <= _STEP else len(last)
        last[int(tracks[n])] = n
    return tracks


def _are_two(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Return whether two vectors of looks are more likely of two people; not where one is not known."""
    return log_odds(shipped_appearance_net(), float(np.linalg.norm(one - other)), 0.0) < 0


def _joined(faces: FaceFeatures, figures: FigureFeatures) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the figure around each face, -1 for none, and which figures have no face."""
    figure_of, is_free = np.full(len(faces.times), -1), np.ones(len(figures.times), np.bool_)
    middles = (figures.boxes[:, :2] + figures.boxes[:, 2:]) / 2
    starts = np.searchsorted(figures.times, faces.times - _SAME_TIME)
    ends = np.searchsorted(figures.times, faces.times + _SAME_TIME, side="right")
    for n, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if start == end:
            continue
        box = faces.boxes[n]
        sides = np.maximum(box[2:] - box[:2], 1e-6)
        far = (np.abs(middles[start:end] - (box[:2] + box[2:]) / 2) / sides / (_ACROSS, _DOWN)).max(1)
        is_free[start:end] &= far > 1
        if far.min() <= 1:
            figure_of[n] = start + int(far.argmin())
    return figure_of, is_free
