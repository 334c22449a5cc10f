"""Reads clip sets into batches: features of each clip, captions as tokens, all padded to one shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import DTypeLike, NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.captionset import Captionset, captionset, set_name
from cinescribe.features.clip_sets.clip_features import ClipIndices
from cinescribe.features.clip_sets.film_people import N_KINDS
from cinescribe.features.clip_sets.index_cache import IndexCache
from cinescribe.features.clip_sets.set_batch import SetBatch, SetSizes
from cinescribe.features.clip_sets.set_faces import FaceTokens, SetFaces, face_tokens
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.schema import ClipSet

FilmSource: TypeAlias = Callable[[str], FilmFeatures]
"""Returns a film's features by the film's id; `FeatureStore.features` is one."""

_N_CACHED = 1 << 17  # captions whose tokens are cached: all of LSMDC's


class BlankText(Protocol):
    """Encodes the blanks of captions as text vectors, the input of MICap's blanks (eq. 1)."""

    @property
    def width(self) -> int:
        """The width of a vector, 2D for an encoder of width D."""
        ...

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """Return [CLS; b_k] for the blanks of each set in text order, (K, 2D) each; known people count as blanks."""
        ...


class SetReader:
    """Reads clip sets of films with extracted features.

    The indices of a set's features are found at its first reading, and cached: about five kilobytes per set.

    Args:
        films: returns a film's features by its id; called once per set.
        tokens: the vocabulary of captions.
        sizes: of a set.
        blank_text: encodes blanks; without one there are no blank vectors (K is 0).
        face_tokens: makes the face tokens of a set: `face_tokens` as in MICap, or one of its ablations.
    """

    def __init__(
        self,
        films: FilmSource,
        tokens: Tokens,
        *,
        sizes: SetSizes | None = None,
        blank_text: BlankText | None = None,
        face_tokens: FaceTokens = face_tokens,
    ) -> None:
        self.sizes, self.tokens = sizes or SetSizes(), tokens
        self._films, self._blank_text = films, blank_text
        self._indices = IndexCache(self.sizes, face_tokens)
        self._encode = lru_cache(_N_CACHED)(tokens.encode)

    def batch(self, sets: Sequence[ClipSet]) -> SetBatch:
        """Return the sets as one padded batch.

        Raises:
            FeatureError: when a set is empty, has more clips than the sizes say, or clips of two films; when features
                of a clip are missing, or those of two films differ in width; when a captionset has too many tokens.
            LanguageError: when the vocabulary cannot encode a caption.
        """
        visual = [self._visual(clip_set) for clip_set in sets]
        captions = [self._captions(clip_set) for clip_set in sets]
        blanks = self._blanks(sets, captions)
        return SetBatch(
            **_clip_tensors(visual, self.sizes),
            **_face_tensors(visual),
            **_text_tensors(captions, blanks, self.tokens.pad),
        )

    def fits(self, clip_set: ClipSet) -> bool:
        """Return whether a set's captions have no more tokens than the sizes allow.

        Raises:
            LanguageError: when the vocabulary cannot encode a caption.
        """
        return len(captionset(clip_set, self.tokens, encode=self._encode).words) <= self.sizes.n_tokens

    def _visual(self, clip_set: ClipSet) -> _Visual:
        _check(clip_set, self.sizes)
        film = self._films(clip_set.clips[0].film)
        clips = [self._indices.clip(clip, film) for clip in clip_set.clips]
        faces = self._indices.faces(clip_set.clips, film)
        if not self.sizes.unit_faces:
            faces = replace(faces, embeddings=film.faces.embeddings[faces.rows])
        return _Visual(clip_set.clips[0].film, film, clips, faces)

    def _captions(self, clip_set: ClipSet) -> Captionset:
        captions = captionset(clip_set, self.tokens, encode=self._encode)
        if len(captions.words) > self.sizes.n_tokens:
            raise FeatureError(
                f"the captions of {set_name(clip_set)} have {len(captions.words)} tokens, more than "
                f"{self.sizes.n_tokens}; raise `n_tokens`, or leave the set out"
            )
        return captions

    def _blanks(self, sets: Sequence[ClipSet], captions: Sequence[Captionset]) -> list[NDArray[np.float32]]:
        if self._blank_text is None:
            return [np.zeros((0, 0), np.float32)] * len(sets)
        vectors = self._blank_text.vectors(sets)
        for clip_set, rows, caption in zip(sets, vectors, captions, strict=True):
            if len(rows) != len(caption.blank_clips):
                raise FeatureError(
                    f"{set_name(clip_set)} has {len(caption.blank_clips)} person tokens, but its text has "
                    f"{len(rows)} blanks; write people as P1, P2 or [blank], apart from other letters"
                )
        return vectors


@dataclass(frozen=True)
class _Visual:
    """The visual features of one set."""

    film: str
    features: FilmFeatures
    clips: list[ClipIndices]
    faces: SetFaces


def _check(clip_set: ClipSet, sizes: SetSizes) -> None:
    n_clips = len(clip_set.clips)
    if not 1 <= n_clips <= sizes.n_clips:
        raise FeatureError(
            f"{set_name(clip_set)} has {n_clips} clips; a set has 1 to {sizes.n_clips}: split it into sets of "
            f"{sizes.n_clips}"
        )
    other = next((clip.film for clip in clip_set.clips if clip.film != clip_set.clips[0].film), None)
    if other is not None:
        raise FeatureError(f"{set_name(clip_set)} has a clip of {other!r}; make sets from clips of one film")


def _clip_tensors(visual: Sequence[_Visual], sizes: SetSizes) -> dict[str, torch.Tensor]:
    """Return frames and actions, padded to N clips and the longest clip."""
    clips = [(b, n, one.features, rows) for b, one in enumerate(visual) for n, rows in enumerate(one.clips)]
    longest = max((len(rows.frames) for *_, rows in clips), default=0)
    shape = (len(visual), sizes.n_clips)
    films = [one.film for one in visual]
    frames = np.zeros((*shape, longest, _width([one.features.clip.rows for one in visual], films, "clip")), np.float32)
    segment, mask = np.zeros(frames.shape[:3], np.int64), np.zeros(frames.shape[:3], np.bool_)
    width = _width([one.features.actions.rows for one in visual], films, "actions")
    actions = np.zeros((*shape, sizes.n_segments, width), np.float32)
    action_mask = np.zeros(actions.shape[:3], np.bool_)
    for b, n, film, rows in clips:
        t = len(rows.frames)
        frames[b, n, :t], segment[b, n, :t], mask[b, n, :t] = film.clip.rows[rows.frames], rows.frame_segments, True
        actions[b, n], action_mask[b, n] = rows.averages(film), True
    arrays = {"frames": frames, "frame_mask": mask, "frame_segment": segment, "actions": actions}
    return {name: torch.from_numpy(array) for name, array in {**arrays, "action_mask": action_mask}.items()}


def _face_tensors(visual: Sequence[_Visual]) -> dict[str, torch.Tensor]:
    """Return faces, padded to the set with the most faces."""
    faces = [one.faces for one in visual]
    films = [one.film for one in visual]
    width = _width([one.embeddings for one in faces], films, "faces")
    body_width = _width([one.bodies for one in faces], films, "faces")
    return {
        "faces": _padded([one.embeddings for one in faces], np.float32, (width,)),
        "face_mask": _padded([np.ones(len(one), np.bool_) for one in faces], np.bool_),
        "face_found": _padded([one.has_face for one in faces], np.bool_),
        "face_clip": _padded([one.clips for one in faces], np.int64),
        "face_segment": _padded([one.segments for one in faces], np.int64),
        "face_cluster": _padded([one.clusters for one in faces], np.int64),
        "face_box": _padded([one.boxes for one in faces], np.float32, (4,)),
        "face_body": _padded([one.bodies for one in faces], np.float32, (body_width,)),
        "face_kind": _padded([one.kinds for one in faces], np.float32, (N_KINDS,)),
        "face_index": _padded([one.rows for one in faces], np.int64),
    }


def _text_tensors(
    captions: Sequence[Captionset], blanks: Sequence[NDArray[np.float32]], pad: int
) -> dict[str, torch.Tensor]:
    """Return words and blanks, padded to the longest of each; without vectors there are no blanks."""
    width = blanks[0].shape[1] if blanks else 0
    clips = [one.blank_clips[: len(rows)] for one, rows in zip(captions, blanks, strict=True)]
    return {
        "blanks": _padded(blanks, np.float32, (width,)),
        "blank_mask": _padded([np.ones(len(rows), np.bool_) for rows in blanks], np.bool_),
        "blank_clip": _padded(clips, np.int64),
        "words": _padded([one.words for one in captions], np.int64, fill=pad),
        "is_blank": _padded([one.is_blank for one in captions], np.bool_),
    }


def _padded(
    rows: Sequence[NDArray[Any]], kind: DTypeLike, shape: tuple[int, ...] = (), *, fill: int = 0
) -> torch.Tensor:
    """Return arrays of different lengths as one tensor, (B, longest, *shape)."""
    out = np.full((len(rows), max(map(len, rows), default=0), *shape), fill, kind)
    for b, row in enumerate(rows):
        out[b, : len(row)] = row
    return torch.from_numpy(out)


def _width(rows: Sequence[NDArray[Any]], films: Sequence[str], stream: str) -> int:
    """Return the width of a stream's features (.., D), which is the same for all sets."""
    for array, film in zip(rows, films, strict=True):
        if array.shape[-1] != rows[0].shape[-1]:
            raise FeatureError(
                f"{stream!r} of film {film!r} has vectors of {array.shape[-1]} numbers, that of film {films[0]!r} "
                f"{rows[0].shape[-1]}; extract both films by the same extractor"
            )
    return rows[0].shape[-1] if rows else 0
