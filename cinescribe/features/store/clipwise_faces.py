"""Faces that others published for single clips, and their clusters by set of clips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.store.clip_level_features import ClipSlices, lines_as_bytes, lines_of_bytes
from cinescribe.features.timed.timed_features import FaceFeatures, no_appearance
from cinescribe.timing import Span

_BETWEEN = "\t"  # the ids of a set


@dataclass(frozen=True)
class ClipwiseFaces(FaceFeatures, ClipSlices):
    """Faces that belong to one clip each; overlapping clips share none. Times rise in no order.

    Args:
        sets: the clips of each set with published clusters as UTF-8, a line a set, tabs between ids, (bytes,).
        set_starts: index of each set's first cluster number, and the end of the last set, (n + 1,).
        set_clusters: the cluster of each face of a set, in the order of clips and faces, (m,).
    """

    sets: NDArray[np.uint8]
    set_starts: NDArray[np.int64]
    set_clusters: NDArray[np.int64]

    def within(self, span: Span) -> FaceFeatures:
        """Return the faces within a span, of all clips, by time."""
        inside = np.flatnonzero((self.times >= span.start) & (self.times < span.end))
        inside = inside[np.argsort(self.times[inside], kind="stable")]
        return FaceFeatures(
            self.times[inside],
            self.boxes[inside],
            self.scores[inside],
            self.embeddings[inside],
            self.bodies[inside],
            self.looks[inside],
            self.lights[inside],
        )

    def clusters_of(self, clips: Sequence[str]) -> NDArray[np.int64] | None:
        """Return the published cluster of each face of a set, (F,); None for a set without.

        Raises:
            FeatureError: when the clips' names are damaged.
        """
        place = self._set_places.get(_BETWEEN.join(clips))
        return None if place is None else self.set_clusters[self.set_starts[place] : self.set_starts[place + 1]]

    @cached_property
    def _set_places(self) -> dict[str, int]:
        return {ids: place for place, ids in enumerate(lines_of_bytes(self.sets)[: len(self.set_starts) - 1])}


@dataclass(frozen=True)
class ClipFaces:
    """The faces of one clip.

    Args:
        times: seconds in the film, (n,).
        boxes: as fractions of the picture, (n, 4).
        embeddings: (n, D).
    """

    times: NDArray[np.float64]
    boxes: NDArray[np.float32]
    embeddings: NDArray[np.float32]


def join_clipwise_faces(
    faces: Mapping[str, ClipFaces], clusters: Mapping[tuple[str, ...], NDArray[np.int64]]
) -> ClipwiseFaces:
    """Return the faces of clips, by clip id, with the clusters of sets, by the ids of their clips.

    All have the same score, so that of too many faces in a set the first are kept.
    """
    parts, n = list(faces.values()), sum(len(part.times) for part in faces.values())
    looks, lights = no_appearance(n)
    return ClipwiseFaces(
        clips=lines_as_bytes(list(faces)),
        starts=np.cumsum([0, *(len(part.times) for part in parts)], dtype=np.int64),
        times=np.concatenate([part.times for part in parts]),
        boxes=np.concatenate([part.boxes for part in parts]),
        scores=np.ones(n, np.float32),
        embeddings=np.concatenate([part.embeddings for part in parts]),
        bodies=np.zeros((n, 0), np.float32),
        looks=looks,
        lights=lights,
        sets=lines_as_bytes([_BETWEEN.join(ids) for ids in clusters]),
        set_starts=np.cumsum([0, *map(len, clusters.values())], dtype=np.int64),
        set_clusters=np.concatenate([np.zeros(0, np.int64), *clusters.values()]),
    )
