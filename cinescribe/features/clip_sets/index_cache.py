"""A cache of the feature indices of clips and sets, so that they are found once and not in every epoch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.clip_features import ClipIndices, clip_indices
from cinescribe.features.clip_sets.film_people import FilmPeople, people_of_features
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import (
    FaceTokens,
    SetFaces,
    clipwise_set_faces,
    face_tokens,
    faces_of_rows,
    set_faces,
    with_published_clusters,
)
from cinescribe.features.store.clipwise_faces import ClipwiseFaces
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.schema import Clip
from cinescribe.timing import Span

_Key: TypeAlias = tuple[str, Span]  # of a clip: published features belong to its id


@dataclass(frozen=True)
class _FaceIndices:
    """The face tokens of a set as indices into its film's people: three kilobytes for 300 of them."""

    clips: NDArray[np.int8]
    segments: NDArray[np.int8]
    clusters: NDArray[np.int16]
    rows: NDArray[np.int32]

    def tokens(self, people: FilmPeople) -> SetFaces:
        """Return the face tokens."""
        return faces_of_rows(people, **{name: np.asarray(item, np.int64) for name, item in vars(self).items()})


@dataclass(frozen=True)
class _FilmCache:
    """The cached indices of one film, valid for these features, and its people."""

    features: FilmFeatures
    people: FilmPeople
    clips: dict[_Key, ClipIndices] = field(default_factory=dict)
    faces: dict[tuple[_Key, ...], _FaceIndices] = field(default_factory=dict)


class IndexCache:
    """Finds the features of clips and the face tokens of sets, and caches their indices.

    Clustering faces takes most of the time. Tokens that are not faces of the film, such as means of several, are
    computed again each time.

    Args:
        sizes: of a set.
        face_tokens: makes the face tokens of a set.
    """

    def __init__(self, sizes: SetSizes, face_tokens: FaceTokens) -> None:
        self._sizes, self._face_tokens = sizes, face_tokens
        self._films: dict[str, _FilmCache] = {}

    def clip(self, clip: Clip, features: FilmFeatures) -> ClipIndices:
        """Return the feature indices of a clip.

        Raises:
            FeatureError: when its film has no features in it or near it.
        """
        cached = self._of(clip.film, features).clips
        key = clip.id, clip.span
        if key not in cached:
            cached[key] = clip_indices(clip, features, sizes=self._sizes)
        return cached[key]

    def faces(self, clips: Sequence[Clip], features: FilmFeatures) -> SetFaces:
        """Return the face tokens of a set's clips."""
        key = tuple((clip.id, clip.span) for clip in clips)
        film = self._of(clips[0].film, features)
        if key in film.faces:
            return film.faces[key].tokens(film.people)
        tokens = self._tokens(clips, film)
        indices = _FaceIndices(
            tokens.clips.astype(np.int8),
            tokens.segments.astype(np.int8),
            tokens.clusters.astype(np.int16),
            tokens.rows.astype(np.int32),
        )
        if _same(indices.tokens(film.people), tokens):
            film.faces[key] = indices
        return tokens

    def _tokens(self, clips: Sequence[Clip], film: _FilmCache) -> SetFaces:
        spans, faces = [clip.span for clip in clips], film.features.faces
        if not isinstance(faces, ClipwiseFaces):
            return self._face_tokens(set_faces(film.people, spans, sizes=self._sizes), self._sizes)
        slices = [faces.slice_of(clip.id) for clip in clips]
        found = clipwise_set_faces(film.people, slices, spans, sizes=self._sizes)
        published = faces.clusters_of([clip.id for clip in clips])
        if published is None or self._face_tokens is not face_tokens:
            return self._face_tokens(found, self._sizes)
        return with_published_clusters(found, published, self._sizes)

    def _of(self, film: str, features: FilmFeatures) -> _FilmCache:
        if film not in self._films or self._films[film].features is not features:
            self._films[film] = _FilmCache(features, people_of_features(features))
        return self._films[film]


def _same(one: SetFaces, other: SetFaces) -> bool:
    return all(
        np.array_equal(values, getattr(other, name), equal_nan=name == "vectors") for name, values in vars(one).items()
    )
