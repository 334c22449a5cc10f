"""The faces of a clip set, and figures without a face, as tokens of a captioner, with their clusters."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.clusters import by_appearance, clusters, unit
from cinescribe.features.clip_sets.figure_groups import with_figures
from cinescribe.features.clip_sets.film_people import FilmPeople
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.timing import Span


@dataclass(frozen=True)
class SetFaces(FilmPeople):
    """The faces of one set, and its figures without a face, ordered by clip and time.

    Args:
        clips: index of the clip in the set, (F,).
        segments: segment of the clip, from 0, (F,).
        clusters: cluster in the set, from 1; 0 for none, (F,).
        rows: index in the film's `FilmPeople`, (F,).
    """

    clips: NDArray[np.int64]
    segments: NDArray[np.int64]
    clusters: NDArray[np.int64]
    rows: NDArray[np.int64]


FaceTokens: TypeAlias = Callable[[SetFaces, SetSizes], SetFaces]
"""Returns a captioner's face tokens for all faces and figures of a set, which come without clusters."""


def set_faces(people: FilmPeople, spans: Sequence[Span], *, sizes: SetSizes) -> SetFaces:
    """Return all faces of a film, and figures without a face, within the clips of a set, without clusters."""
    order = np.argsort(people.times, kind="stable")
    bounds = np.searchsorted(people.times[order], [(span.start, span.end) for span in spans])
    return _faces_in_clips(people, [order[slice(*bound)] for bound in bounds], spans, sizes)


def clipwise_set_faces(
    people: FilmPeople, slices: Sequence[slice], spans: Sequence[Span], *, sizes: SetSizes
) -> SetFaces:
    """Return the faces of the clips of a set, given by where they are in the film's people, without clusters."""
    return _faces_in_clips(people, [np.arange(one.start, one.stop) for one in slices], spans, sizes)


def with_published_clusters(faces: SetFaces, clusters: NDArray[np.int64], sizes: SetSizes) -> SetFaces:
    """Return one token per face with its published cluster; faces beyond those that have one are in none."""
    labels = np.zeros(len(faces), np.int64)
    labels[: len(clusters)] = clusters[: len(faces)]
    return _clearest(_with(faces, clusters=np.minimum(labels, sizes.n_clusters)), sizes)


def _faces_in_clips(
    people: FilmPeople, rows_by_clip: Sequence[NDArray[np.int64]], spans: Sequence[Span], sizes: SetSizes
) -> SetFaces:
    rows = np.concatenate(rows_by_clip)
    clips = np.repeat(np.arange(len(spans)), [len(one) for one in rows_by_clip])
    starts, ends = np.array([(span.start, span.end) for span in spans])[clips].T
    within = segments(people.times[rows], start=starts, end=ends, n_segments=sizes.n_segments)
    return faces_of_rows(people, rows, clips=clips, segments=within, clusters=np.zeros(len(rows), np.int64))


def faces_of_rows(
    people: FilmPeople,
    rows: NDArray[np.int64],
    *,
    clips: NDArray[np.int64],
    segments: NDArray[np.int64],
    clusters: NDArray[np.int64],
) -> SetFaces:
    """Return some faces and figures of a film by their rows, with embeddings of length 1; arguments as `SetFaces`."""
    own: dict[str, Any] = {name: values[rows] for name, values in vars(people).items()}
    own["embeddings"] = unit(people.embeddings[rows])
    return SetFaces(**own, clips=clips, segments=segments, clusters=clusters, rows=rows)


def segments(times: NDArray[np.float64], *, start: Any, end: Any, n_segments: int) -> NDArray[np.int64]:
    """Return the segment of its clip that each time lies in, from 0, (n,)."""
    shares = (times - start) / np.maximum(end - start, 1e-9)
    return np.clip(np.asarray(shares * n_segments, np.int64), 0, n_segments - 1)


def face_tokens(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return one token per face, with its cluster among all faces of the set (MICap, §3.1).

    Where there are too many faces, those with the highest scores are kept, after clustering.
    """
    faces = only_faces(faces)
    labels = clusters(faces.embeddings, distance=sizes.cluster_distance)
    return _clearest(_with(faces, clusters=np.minimum(labels, sizes.n_clusters)), sizes)


def grouped_detections(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return `face_tokens` in which a face unlike all others is a cluster of its own, so that a pointer can mean it."""
    faces = only_faces(faces)
    labels = clusters(faces.embeddings, distance=sizes.cluster_distance, min_samples=1)
    return _clearest(_with(faces, clusters=np.minimum(labels, sizes.n_clusters)), sizes)


def grouped_people(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return `grouped_detections`, and figures without a face, which join these groups by their looks or are others.

    A figure that is seen once, and resembles no one, is left out: most are false detections.
    """
    groups = np.zeros(len(faces), np.int64)
    shown = faces.has_face
    groups[shown] = clusters(faces.embeddings[shown], distance=sizes.cluster_distance, min_samples=1)
    labels = with_figures(groups, faces)
    is_once = ~shown & (np.bincount(labels)[labels] == 1) if len(labels) else ~shown
    kept = np.flatnonzero(~is_once)
    numbered = _with(_select(faces, kept), clusters=np.minimum(by_appearance(labels[kept]), sizes.n_clusters))
    return _clearest(numbered, sizes)


def shuffled_clusters(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return `face_tokens` with the cluster numbers of a set permuted at random, the same at every call.

    Cluster numbers by first appearance correlate with `P1`, `P2` of captions, numbered by first mention. This ablation
    measures how much of a result comes from that.
    """
    tokens = face_tokens(faces, sizes)
    n_clusters = int(tokens.clusters.max(initial=0))
    numbers = np.random.default_rng(zlib.crc32(tokens.embeddings.tobytes())).permutation(n_clusters) + 1
    return _with(tokens, clusters=np.concatenate([[0], numbers])[tokens.clusters])


def clip_clusters(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return one token per cluster of faces within each clip, their mean, as in FillIn (Park et al., 2020).

    A single face is a cluster. The index, box and segment of a token are those of its face with the highest score.
    Tokens have no cluster number, so nothing links those of different clips.
    """
    faces, tokens = only_faces(faces), []
    for clip in np.unique(faces.clips):
        inside = np.flatnonzero(faces.clips == clip)
        labels = clusters(faces.embeddings[inside], distance=sizes.cluster_distance, min_samples=1)
        tokens += [_pooled(faces, inside[labels == number]) for number in range(1, labels.max() + 1)]
    if not tokens:
        return faces
    clearest = _select(faces, np.array([rows[np.argmax(faces.scores[rows])] for rows, _ in tokens]))
    pooled = _with(clearest, embeddings=np.stack([mean for _, mean in tokens]))
    by_score = np.argsort(-pooled.scores, kind="stable")[: sizes.n_faces]
    return _select(pooled, np.sort(by_score))


def only_faces(faces: SetFaces) -> SetFaces:
    """Return the faces without the figures that have none."""
    return faces if faces.has_face.all() else _select(faces, np.flatnonzero(faces.has_face))


def _clearest(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Return the faces, or those with the highest scores where there are too many."""
    if len(faces) <= sizes.n_faces:
        return faces
    clearest = np.argsort(-faces.scores, kind="stable")[: sizes.n_faces]
    return _select(faces, np.sort(clearest))


def _pooled(faces: SetFaces, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the face indices of a cluster and its mean, of length 1."""
    return rows, unit(faces.embeddings[rows].mean(0, keepdims=True))[0]


def _select(faces: SetFaces, rows: NDArray[np.int64]) -> SetFaces:
    return SetFaces(**{name: values[rows] for name, values in vars(faces).items()})


def _with(faces: SetFaces, **changes: NDArray[Any]) -> SetFaces:
    return SetFaces(**{**vars(faces), **changes})
