"""The faces of a clip set as a captioner's tokens: which are kept, and which of them are told to belong together."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.clusters import clusters, unit
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.rows.timed_features import FaceRows
from cinescribe.timing import Span


@dataclass(frozen=True)
class SetFaces:
    """Faces of one set, clip by clip and in each by time.

    Args:
        embeddings: of length 1, (F, Df).
        boxes: as fractions of the picture, (F, 4).
        scores: the detector's confidence, (F,).
        clips: number of the clip in the set, from 0, (F,).
        segments: part of the clip, from 0, (F,).
        clusters: number of the cluster in the set, from 1; 0 without, (F,).
        rows: in the film's `FaceRows`, (F,).
    """

    embeddings: NDArray[np.float32]
    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    clips: NDArray[np.int64]
    segments: NDArray[np.int64]
    clusters: NDArray[np.int64]
    rows: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.rows)


FaceTokens: TypeAlias = Callable[[SetFaces, SetSizes], SetFaces]
"""Makes a captioner's face tokens of all the faces of a set, which come without clusters."""


def set_faces(faces: FaceRows, spans: Sequence[Span], *, sizes: SetSizes) -> SetFaces:
    """All the faces of a film that lie in the clips of a set, without clusters."""
    bounds = np.searchsorted(faces.times, [(span.start, span.end) for span in spans])
    rows = np.concatenate([np.arange(*bound) for bound in bounds])
    clips = np.repeat(np.arange(len(spans)), bounds[:, 1] - bounds[:, 0])
    starts, ends = np.array([(span.start, span.end) for span in spans])[clips].T
    return SetFaces(
        unit(faces.embeddings[rows]),
        faces.boxes[rows],
        faces.scores[rows],
        clips,
        segments(faces.times[rows], start=starts, end=ends, n_segments=sizes.n_segments),
        np.zeros(len(rows), np.int64),
        rows,
    )


def segments(times: NDArray[np.float64], *, start: Any, end: Any, n_segments: int) -> NDArray[np.int64]:
    """Which equal part of its clip each time lies in, from 0, (n,)."""
    shares = (times - start) / np.maximum(end - start, 1e-9)
    return np.clip(np.asarray(shares * n_segments, np.int64), 0, n_segments - 1)


def detections(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """Each face a token, with its cluster among all faces of the set (MICap, §3.1); the clearest where there are many.

    Clusters are found, and numbered, before faces are left out.
    """
    found = clusters(faces.embeddings, distance=sizes.cluster_distance)
    numbered = _with(faces, clusters=np.minimum(found, sizes.n_clusters))
    if len(faces) <= sizes.n_faces:
        return numbered
    clearest = np.argsort(-faces.scores, kind="stable")[: sizes.n_faces]
    return _kept(numbered, np.sort(clearest))


def shuffled_clusters(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """As `detections`, but the numbers of a set's clusters are drawn by lot, the same at every call.

    Numbers by first appearance go with `P1`, `P2` of the captions, which are by first mention; this ablation tells how
    much of a result is owed to that.
    """
    found = detections(faces, sizes)
    n_numbers = int(found.clusters.max(initial=0))
    lots = np.random.default_rng(zlib.crc32(found.embeddings.tobytes())).permutation(n_numbers) + 1
    return _with(found, clusters=np.concatenate([[0], lots])[found.clusters])


def clip_clusters(faces: SetFaces, sizes: SetSizes) -> SetFaces:
    """A token for each cluster of faces within one clip, their mean, which no other clip's is linked to.

    As FillIn (Park et al., 2020) has it. A face alone is a cluster; a token's row, box and segment are those of its
    clearest face, and it has no number of a cluster.
    """
    tokens = []
    for clip in np.unique(faces.clips):
        mine = np.flatnonzero(faces.clips == clip)
        found = clusters(faces.embeddings[mine], distance=sizes.cluster_distance, fewest=1)
        tokens += [_pooled(faces, mine[found == number]) for number in range(1, found.max() + 1)]
    if not tokens:
        return faces
    clearest = _kept(faces, np.array([rows[np.argmax(faces.scores[rows])] for rows, _ in tokens]))
    pooled = _with(clearest, embeddings=np.stack([mean for _, mean in tokens]))
    by_score = np.argsort(-pooled.scores, kind="stable")[: sizes.n_faces]
    return _kept(pooled, np.sort(by_score))


def _pooled(faces: SetFaces, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """A cluster's rows and its mean, of length 1."""
    return rows, unit(faces.embeddings[rows].mean(0, keepdims=True))[0]


def _kept(faces: SetFaces, rows: NDArray[np.int64]) -> SetFaces:
    return SetFaces(**{name: values[rows] for name, values in vars(faces).items()})


def _with(faces: SetFaces, **changes: NDArray[Any]) -> SetFaces:
    return SetFaces(**{**vars(faces), **changes})
