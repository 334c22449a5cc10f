"""Which rows of their films clips and sets are made of, found once and kept for the next epoch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.clip_sets.clip_features import ClipRows, clip_rows
from cinescribe.features.clip_sets.clusters import unit
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import FaceTokens, SetFaces, set_faces
from cinescribe.features.rows.timed_features import FaceRows, FilmFeatures
from cinescribe.schema import Clip
from cinescribe.timing import Span


@dataclass(frozen=True)
class _FaceNumbers:
    """Face tokens of a set that are faces of its film, as numbers: three kilobytes for 300 of them."""

    clips: NDArray[np.int8]
    segments: NDArray[np.int8]
    clusters: NDArray[np.int16]
    rows: NDArray[np.int32]

    def tokens(self, faces: FaceRows) -> SetFaces:
        """The tokens again."""
        seen = unit(faces.embeddings[self.rows]), faces.boxes[self.rows], faces.scores[self.rows]
        return SetFaces(*seen, *(np.asarray(item, np.int64) for item in vars(self).values()))


@dataclass(frozen=True)
class _OfFilm:
    """What is kept of one film, as long as its features are these."""

    features: FilmFeatures
    clips: dict[Span, ClipRows] = field(default_factory=dict)
    faces: dict[tuple[Span, ...], _FaceNumbers] = field(default_factory=dict)


class KeptRows:
    """Finds the rows of clips and the face tokens of sets, and keeps where they were found, not the rows.

    Clusters of faces are what takes long to find. Tokens that are no faces of the film, as means of several are, are
    made anew each time.

    Args:
        sizes: how much of a set is kept.
        face_tokens: makes tokens of a set's faces.
    """

    def __init__(self, sizes: SetSizes, face_tokens: FaceTokens) -> None:
        self._sizes, self._face_tokens = sizes, face_tokens
        self._films: dict[str, _OfFilm] = {}

    def clip(self, clip: Clip, features: FilmFeatures) -> ClipRows:
        """The rows of a clip.

        Raises:
            FeatureError: when its film has none in it, nor near it.
        """
        kept = self._of(clip.film, features).clips
        if clip.span not in kept:
            kept[clip.span] = clip_rows(clip, features, sizes=self._sizes)
        return kept[clip.span]

    def faces(self, clips: Sequence[Clip], features: FilmFeatures) -> SetFaces:
        """The face tokens of a set's clips."""
        spans = tuple(clip.span for clip in clips)
        kept = self._of(clips[0].film, features).faces
        if spans in kept:
            return kept[spans].tokens(features.faces)
        made = self._face_tokens(set_faces(features.faces, spans, sizes=self._sizes), self._sizes)
        numbers = _FaceNumbers(
            made.clips.astype(np.int8),
            made.segments.astype(np.int8),
            made.clusters.astype(np.int16),
            made.rows.astype(np.int32),
        )
        if _same(numbers.tokens(features.faces), made):
            kept[spans] = numbers
        return made

    def _of(self, film: str, features: FilmFeatures) -> _OfFilm:
        if film not in self._films or self._films[film].features is not features:
            self._films[film] = _OfFilm(features)
        return self._films[film]


def _same(one: SetFaces, other: SetFaces) -> bool:
    return all(np.array_equal(values, getattr(other, name)) for name, values in vars(one).items())
