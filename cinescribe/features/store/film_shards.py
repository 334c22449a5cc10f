"""Shards: one stream of one film as a file, verified by its digest."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, write_arrays
from cinescribe.errors import FeatureError, RecordError, brief
from cinescribe.features.store.clip_level_features import ClipLevelFeatures, ClipwiseFeatures
from cinescribe.features.store.clipwise_faces import ClipwiseFaces
from cinescribe.features.timed.timed_features import FaceFeatures, FigureFeatures, TimedFeatures
from cinescribe.file_names import path_inside
from cinescribe.input_files import digest
from cinescribe.record import Record

StreamFeatures: TypeAlias = TimedFeatures | FaceFeatures | FigureFeatures | ClipLevelFeatures
Features = TypeVar("Features", TimedFeatures, FaceFeatures, FigureFeatures, ClipLevelFeatures)


@dataclass(frozen=True)
class Provenance(Record):
    """The extractor and film file of a shard; a shard with another provenance is extracted again.

    Args:
        extractor: its name.
        version: of the extractor and its settings, such as picture rate and size.
        film: SHA-256 of the film's file; None if unknown.
    """

    extractor: str
    version: str
    film: str | None = None


@dataclass(frozen=True)
class Shard(Record):
    """One file of a store.

    Args:
        film: the film's id.
        stream: the name of the stream.
        made: its provenance.
        n_rows: number of feature vectors.
        width: of a feature vector.
        n_bytes: length of the file.
        digest: SHA-256 of the file.
    """

    film: str
    stream: str
    made: Provenance
    n_rows: int
    width: int
    n_bytes: int
    digest: str

    def is_whole(self, folder: Path) -> bool:
        """Return whether its file in a store's folder has exactly the bytes that were written."""
        path = shard_path(folder, self.film, self.stream)
        return path.is_file() and path.stat().st_size == self.n_bytes and digest(path) == self.digest

    def fault(self, folder: Path, *, film: str | None = None) -> str | None:
        """Return the fault of its file as a sentence; None without a fault. Reads the file to the end.

        Args:
            folder: of the store.
            film: SHA-256 of the film's file as it is now; None if unknown.
        """
        path, which = shard_path(folder, self.film, self.stream), f"{self.stream!r} of film {self.film!r}"
        if not path.is_file():
            return f"{which} is missing: {path.name}; extract it again"
        if not self.is_whole(folder):
            return f"{which} is damaged: {path.name} is not what was written; extract it again"
        if film is not None and film != self.made.film:
            return self.stale("the film's file has changed")
        return None

    def stale(self, why: str) -> str:
        """Return a sentence that says why the shard is out of date."""
        return f"{self.stream!r} of film {self.film!r} is stale: {why}; extract it again"


def shard_path(folder: Path, film: str, stream: str) -> Path:
    """Return the path of a film's stream in a store's folder.

    Raises:
        FeatureError: when the film's id cannot be part of a file's name.
    """
    try:
        name = path_inside(f"{film}.{stream}.safetensors", "a film's id with its stream")
    except RecordError as error:
        raise FeatureError(str(error)) from error
    if not film or len(name.parts) > 1:
        raise FeatureError(f"unknown film's id {brief(film)}; give a name without slashes, as in films.jsonl")
    return folder / name


_CLIPWISE: dict[type[Any], type[Any]] = {TimedFeatures: ClipwiseFeatures, FaceFeatures: ClipwiseFaces}


def write_shard(folder: Path, film: str, stream: str, features: StreamFeatures, *, made: Provenance) -> Shard:
    """Write one stream of one film to a store's folder, atomically; `FeatureStore.register` adds it to the manifest.

    Raises:
        FeatureError: when the film's id cannot be part of a file's name, or the times fall.
        OutputError: when the folder cannot be written.
    """
    path = shard_path(folder, film, stream)
    if (
        not isinstance(features, ClipLevelFeatures | ClipwiseFeatures | ClipwiseFaces)
        and (np.diff(features.times) < 0).any()
    ):
        raise FeatureError(f"{stream!r} of film {film!r} has falling times; sort it by time")
    notes = {"film": film, "stream": stream, "extractor": made.extractor, "version": made.version}
    arrays = {item.name: getattr(features, item.name) for item in fields(features)}
    write_arrays(path, arrays, notes=notes | ({"film_digest": made.film} if made.film else {}))
    n_rows, width = _vectors(features).shape
    return Shard(film, stream, made, n_rows, width, path.stat().st_size, digest(path))


def _vectors(features: StreamFeatures) -> NDArray[np.float32]:
    if isinstance(features, FigureFeatures):
        return features.bodies
    return features.embeddings if isinstance(features, FaceFeatures) else features.rows


def open_shard(folder: Path, shard: Shard, kind: type[Features]) -> Features:
    """Return the features of a shard without a fault (see `Shard.fault`), mapped into memory.

    Raises:
        FeatureError: when its file is no safetensors file, or holds other arrays than these features.
    """
    try:
        arrays, _ = open_arrays(shard_path(folder, shard.film, shard.stream))
    except RecordError as error:
        raise FeatureError(f"{shard.stream!r} of film {shard.film!r} is damaged: {error}") from error
    form = cast(type[Features], _CLIPWISE.get(kind, kind)) if "clips" in arrays else kind
    wanted = [item.name for item in fields(form)]
    if sorted(arrays) != sorted(wanted):
        raise FeatureError(
            f"{shard.stream!r} of film {shard.film!r} is damaged: its file holds {brief(sorted(arrays))} instead of "
            f"{', '.join(wanted)}; extract it again"
        )
    return form(**arrays)
