"""Clip sets read into batches: each film's features cut by clips, captions as tokens, all padded to one shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import DTypeLike, NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.captionset import Captionset, captionset, named
from cinescribe.features.clip_sets.clip_features import ClipRows
from cinescribe.features.clip_sets.index_cache import KeptRows
from cinescribe.features.clip_sets.set_batch import SetBatch, SetSizes
from cinescribe.features.clip_sets.set_faces import FaceTokens, SetFaces, detections
from cinescribe.features.rows.timed_features import FilmFeatures
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.schema import ClipSet

FilmSource: TypeAlias = Callable[[str], FilmFeatures]
"""Gives a film's features by the film's id; `FeatureStore.features` is one."""

_TEXTS = 1 << 17  # captions of which the tokens are kept: all of LSMDC's


class BlankText(Protocol):
    """Reads captions with their people as blanks: the vectors that MICap's blanks begin as (eq. 1)."""

    @property
    def width(self) -> int:
        """Numbers of a vector, 2D for an encoder of width D."""
        ...

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """[CLS; b_k] of the blanks of each set in order of reading, (K, 2D) each; known people count as blanks."""
        ...


class SetReader:
    """Reads clip sets of films whose features are known.

    Which rows of its film a set is made of is found when it is first read, and kept: some five kilobytes a set.

    Args:
        films: gives a film's features by its id; asked once a set.
        tokens: the vocabulary that captions are written in.
        sizes: how much of a set is kept.
        blank_text: gives blanks their vectors; without one they have none (K is 0).
        face_tokens: makes face tokens of a set's faces: `detections` as in MICap, or one of its ablations.
    """

    def __init__(
        self,
        films: FilmSource,
        tokens: Tokens,
        *,
        sizes: SetSizes | None = None,
        blank_text: BlankText | None = None,
        face_tokens: FaceTokens = detections,
    ) -> None:
        self.sizes, self.tokens = sizes or SetSizes(), tokens
        self._films, self._blank_text = films, blank_text
        self._kept = KeptRows(self.sizes, face_tokens)
        self._encode = lru_cache(_TEXTS)(tokens.encode)

    def batch(self, sets: Sequence[ClipSet]) -> SetBatch:
        """The sets as one batch; those of fewer clips than others are padded.

        Raises:
            FeatureError: when a set is empty, has more clips than the sizes say, or clips of two films; when features
                of a clip are missing, or those of two films differ in width; when a captionset has too many tokens.
            LanguageError: when a caption cannot be written in the tokens known.
        """
        seen = [self._seen(clip_set) for clip_set in sets]
        told = [self._told(clip_set) for clip_set in sets]
        blanks = self._blanks(sets, told)
        return SetBatch(
            **_clip_tensors(seen, self.sizes), **_face_tensors(seen), **_text_tensors(told, blanks, self.tokens.pad)
        )

    def fits(self, clip_set: ClipSet) -> bool:
        """Whether a set's captions have no more tokens than the sizes allow.

        Raises:
            LanguageError: when a caption cannot be written in the tokens known.
        """
        return len(captionset(clip_set, self.tokens, encode=self._encode).words) <= self.sizes.n_tokens

    def _seen(self, clip_set: ClipSet) -> _Seen:
        _check(clip_set, self.sizes)
        film = self._films(clip_set.clips[0].film)
        clips = [self._kept.clip(clip, film) for clip in clip_set.clips]
        return _Seen(clip_set.clips[0].film, film, clips, self._kept.faces(clip_set.clips, film))

    def _told(self, clip_set: ClipSet) -> Captionset:
        told = captionset(clip_set, self.tokens, encode=self._encode)
        if len(told.words) > self.sizes.n_tokens:
            raise FeatureError(
                f"the captions of {named(clip_set)} have {len(told.words)} tokens, {self.sizes.n_tokens} are kept; "
                "raise n_tokens, or leave the set out"
            )
        return told

    def _blanks(self, sets: Sequence[ClipSet], told: Sequence[Captionset]) -> list[NDArray[np.float32]]:
        if self._blank_text is None:
            return [np.zeros((0, 0), np.float32)] * len(sets)
        vectors = self._blank_text.vectors(sets)
        for clip_set, found, caption in zip(sets, vectors, told, strict=True):
            if len(found) != len(caption.blank_clips):
                raise FeatureError(
                    f"{named(clip_set)} has {len(caption.blank_clips)} person tokens, its text was read with "
                    f"{len(found)} blanks; write people as P1, P2 or [blank], apart from other letters"
                )
        return vectors


@dataclass(frozen=True)
class _Seen:
    """What a film shows of one set."""

    film: str
    features: FilmFeatures
    clips: list[ClipRows]
    faces: SetFaces


def _check(clip_set: ClipSet, sizes: SetSizes) -> None:
    n_clips = len(clip_set.clips)
    if not 1 <= n_clips <= sizes.n_clips:
        raise FeatureError(
            f"{named(clip_set)} has {n_clips} clips, 1 to {sizes.n_clips} are taken at once; "
            f"slide sets of {sizes.n_clips} over them"
        )
    other = next((clip.film for clip in clip_set.clips if clip.film != clip_set.clips[0].film), None)
    if other is not None:
        raise FeatureError(f"{named(clip_set)} has a clip of {other!r}; make sets of one film's clips")


def _clip_tensors(seen: Sequence[_Seen], sizes: SetSizes) -> dict[str, torch.Tensor]:
    """Frames and actions, padded to N clips and the longest of them."""
    clips = [(b, n, one.features, rows) for b, one in enumerate(seen) for n, rows in enumerate(one.clips)]
    longest = max((len(rows.frames) for *_, rows in clips), default=0)
    shape = (len(seen), sizes.n_clips)
    films = [one.film for one in seen]
    frames = np.zeros((*shape, longest, _width([one.features.clip.rows for one in seen], films, "clip")), np.float32)
    segment, mask = np.zeros(frames.shape[:3], np.int64), np.zeros(frames.shape[:3], np.bool_)
    width = _width([one.features.actions.rows for one in seen], films, "actions")
    actions = np.zeros((*shape, sizes.n_segments, width), np.float32)
    action_mask = np.zeros(actions.shape[:3], np.bool_)
    for b, n, film, rows in clips:
        t = len(rows.frames)
        frames[b, n, :t], segment[b, n, :t], mask[b, n, :t] = film.clip.rows[rows.frames], rows.frame_segments, True
        actions[b, n], action_mask[b, n] = rows.averages(film), True
    arrays = {"frames": frames, "frame_mask": mask, "frame_segment": segment, "actions": actions}
    return {name: torch.from_numpy(array) for name, array in {**arrays, "action_mask": action_mask}.items()}


def _face_tensors(seen: Sequence[_Seen]) -> dict[str, torch.Tensor]:
    """Faces, padded to those of the set with the most."""
    faces = [one.faces for one in seen]
    width = _width([one.embeddings for one in faces], [one.film for one in seen], "faces")
    return {
        "faces": _padded([one.embeddings for one in faces], np.float32, (width,)),
        "face_mask": _padded([np.ones(len(one), np.bool_) for one in faces], np.bool_),
        "face_clip": _padded([one.clips for one in faces], np.int64),
        "face_segment": _padded([one.segments for one in faces], np.int64),
        "face_cluster": _padded([one.clusters for one in faces], np.int64),
        "face_box": _padded([one.boxes for one in faces], np.float32, (4,)),
        "face_row": _padded([one.rows for one in faces], np.int64),
    }


def _text_tensors(
    told: Sequence[Captionset], blanks: Sequence[NDArray[np.float32]], pad: int
) -> dict[str, torch.Tensor]:
    """Words and blanks, padded to the longest of each; without vectors there are no blanks."""
    width = blanks[0].shape[1] if blanks else 0
    clips = [one.blank_clips[: len(rows)] for one, rows in zip(told, blanks, strict=True)]
    return {
        "blanks": _padded(blanks, np.float32, (width,)),
        "blank_mask": _padded([np.ones(len(rows), np.bool_) for rows in blanks], np.bool_),
        "blank_clip": _padded(clips, np.int64),
        "words": _padded([one.words for one in told], np.int64, fill=pad),
        "is_blank": _padded([one.is_blank for one in told], np.bool_),
    }


def _padded(
    rows: Sequence[NDArray[Any]], kind: DTypeLike, shape: tuple[int, ...] = (), *, fill: int = 0
) -> torch.Tensor:
    """Arrays of different lengths as one tensor, (B, longest, *shape)."""
    out = np.full((len(rows), max(map(len, rows), default=0), *shape), fill, kind)
    for b, row in enumerate(rows):
        out[b, : len(row)] = row
    return torch.from_numpy(out)


def _width(rows: Sequence[NDArray[Any]], films: Sequence[str], stream: str) -> int:
    """The one width of a stream's rows over all sets, (.., D) each."""
    for array, film in zip(rows, films, strict=True):
        if array.shape[-1] != rows[0].shape[-1]:
            raise FeatureError(
                f"{stream!r} of film {film!r} has {array.shape[-1]} numbers a row, that of film {films[0]!r} "
                f"{rows[0].shape[-1]}; extract both films by the same extractor"
            )
    return rows[0].shape[-1] if rows else 0
