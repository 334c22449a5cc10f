"""A cache of blank vectors, in memory for the next epoch and on disk for the next training."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, write_arrays
from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.blank_text import blanked_text, encoded_blanks
from cinescribe.features.clip_sets.captionset import set_name
from cinescribe.features.clip_sets.set_reader import BlankText
from cinescribe.language.tokens.vocabulary import BLANK
from cinescribe.schema import ClipSet


class NamedBlankText(BlankText, Protocol):
    """A `BlankText` with a name that changes with its vectors."""

    @property
    def name(self) -> str:
        """The name of the encoder and its weights."""


PUBLISHED = "published"  # in place of an encoder's name: vectors published with features


class CachedBlanks:
    """A `BlankText` that computes the vectors of each text once.

    Vectors are rounded to half precision, so that cached and computed ones are equal.

    Args:
        encoder: computes the vectors that are not cached.
        path: the file that `save` writes, and that is read if it exists; None for memory only.

    Raises:
        FeatureError: when the file holds vectors of another encoder.
        RecordError: when the file is damaged.
    """

    def __init__(self, encoder: NamedBlankText, *, path: Path | None = None) -> None:
        self._encoder, self._path = encoder, path
        self._cached: dict[str, NDArray[np.float16]] = {}
        if path is not None and path.is_file():
            self._cached, notes = open_arrays(path)
            if notes.get("encoder") != encoder.name:
                raise FeatureError(
                    f"{str(path)!r} holds blanks by {notes.get('encoder')!r}, not {encoder.name!r}; name another file"
                )
        self._n_written = len(self._cached)

    @property
    def width(self) -> int:
        """The width of a vector."""
        return self._encoder.width

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """Return [CLS; b_k] for the blanks of each set, (K, 2D) each.

        Raises:
            FeatureError: when a set's captions are longer than the encoder can read.
        """
        keys = [_key(clip_set) for clip_set in sets]
        new = {key: clip_set for key, clip_set in zip(keys, sets, strict=True) if key not in self._cached}
        for key, rows in zip(new, self._encoder.vectors(list(new.values())), strict=True):
            self._cached[key] = rows.astype(np.float16)
        return [self._cached[key].astype(np.float32) for key in keys]

    def save(self) -> None:
        """Write all vectors to the file, if there is one and a vector is new.

        Raises:
            OutputError: when it cannot be written.
        """
        if self._path is not None and len(self._cached) > self._n_written:
            write_arrays(self._path, self._cached, notes={"encoder": self._encoder.name})
            self._n_written = len(self._cached)


@dataclass(frozen=True)
class _NoEncoder:
    """Stands for the encoder of published vectors, which is not here."""

    width: int
    name: str = PUBLISHED

    def vectors(self, sets: Sequence[ClipSet]) -> list[NDArray[np.float32]]:
        """Return nothing for no sets, and for those without blanks.

        Raises:
            FeatureError: for a set with blanks.
        """
        for clip_set in sets:
            if BLANK in blanked_text(clip_set):
                raise FeatureError(
                    f"{set_name(clip_set)} has no published vectors of blanks; import those of its captions, or "
                    "name an encoder of text"
                )
        return [np.zeros((0, self.width), np.float32) for _ in sets]


def blank_cache(encoder: str, features: Path, *, fetch: bool = False) -> CachedBlanks:
    """Return the vectors of blanks by an encoder, cached in a folder of features.

    Args:
        encoder: as `encoded_blanks` reads it, or `published` for those published with the features.
        features: the folder.
        fetch: allow a download of the encoder.

    Raises:
        ModelError: as `encoded_blanks`.
        FeatureError: when there are no published vectors, or the file holds those of another encoder.
        RecordError: when the file is damaged.
    """
    if encoder == PUBLISHED:
        return published_blanks(features)
    encoded = encoded_blanks(encoder, fetch=fetch)
    return CachedBlanks(encoded, path=_cache_path(features, encoded.name))


def published_blanks(features: Path) -> CachedBlanks:
    """Return the vectors of blanks published with the features in a folder.

    Raises:
        FeatureError: when there are none; from `vectors`, for a set that has none.
        RecordError: when the file is damaged.
    """
    path = _cache_path(features, PUBLISHED)
    if not path.is_file():
        raise FeatureError(f"{str(path)!r} is missing; import published vectors of blanks, or name an encoder of text")
    arrays, _ = open_arrays(path)
    return CachedBlanks(_NoEncoder(next((array.shape[1] for array in arrays.values()), 0)), path=path)


def write_published_blanks(features: Path, vectors: Mapping[ClipSet, NDArray[np.float32]]) -> None:
    """Write the published vectors of the blanks of sets, (K, 2D) each, to a folder of features.

    Raises:
        OutputError: when they cannot be written.
    """
    rounded = {_key(clip_set): rows.astype(np.float16) for clip_set, rows in vectors.items()}
    write_arrays(_cache_path(features, PUBLISHED), rounded, notes={"encoder": PUBLISHED})


def _cache_path(features: Path, encoder: str) -> Path:
    return features / f"{Path(encoder).name}.blanks.safetensors"


def _key(clip_set: ClipSet) -> str:
    return hashlib.sha256(blanked_text(clip_set).encode()).hexdigest()
