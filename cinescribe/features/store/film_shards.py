"""One stream of one film as a file: written by whoever extracted it, and looked at again before it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TypeAlias, TypeVar

import numpy as np

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.rows.timed_features import FaceRows, TimedRows
from cinescribe.features.store.clip_level_features import RowsByClip
from cinescribe.record import Record
from cinescribe.store import digest, open_arrays, write_arrays

StreamRows: TypeAlias = TimedRows | FaceRows | RowsByClip
Rows = TypeVar("Rows", TimedRows, FaceRows, RowsByClip)


@dataclass(frozen=True)
class Made(Record):
    """What a shard was made from and by; a shard made otherwise is made anew.

    Args:
        extractor: its name.
        version: of the extractor and what is set in it, such as picture rate and size.
        film: SHA-256 of the film's file; None where there is only the shard.
    """

    extractor: str
    version: str
    film: str | None = None


@dataclass(frozen=True)
class Shard(Record):
    """One file of a store.

    Args:
        film: the film's id.
        stream: which of its streams.
        made: from what and by what.
        n_rows: how many rows it has.
        width: numbers of a row.
        n_bytes: length of the file.
        digest: SHA-256 of the file.
    """

    film: str
    stream: str
    made: Made
    n_rows: int
    width: int
    n_bytes: int
    digest: str

    def is_whole(self, folder: Path) -> bool:
        """Whether its file in a store's folder is, to the last byte, what was written."""
        path = shard_path(folder, self.film, self.stream)
        return path.is_file() and path.stat().st_size == self.n_bytes and digest(path) == self.digest

    def fault(self, folder: Path, *, film: str | None = None) -> str | None:
        """What is wrong with its file, in a sentence; None when all is well. The file is read to the end.

        Args:
            folder: of the store.
            film: SHA-256 of the film's file as it is now; None where that is not known.
        """
        path = shard_path(folder, self.film, self.stream)
        if not path.is_file():
            return f"{self.stream!r} of film {self.film!r} is missing: {path.name}; extract it again"
        if not self.is_whole(folder):
            return f"{self.stream!r} of film {self.film!r} is damaged: {path.name} is not what was written"
        if film is not None and film != self.made.film:
            return self.stale("the film's file has changed")
        return None

    def stale(self, why: str) -> str:
        """That it is not what is wanted now."""
        return f"{self.stream!r} of film {self.film!r} is stale: {why}; extract it again"


def shard_path(folder: Path, film: str, stream: str) -> Path:
    """Where a stream of a film is in a store's folder, or would be.

    Raises:
        FeatureError: when the film's id cannot be part of a file's name.
    """
    if not film or Path(film).name != film:
        raise FeatureError(f"{film!r} came as a film's id; a name without slashes is wanted, as in films.jsonl")
    return folder / f"{film}.{stream}.safetensors"


def write_shard(folder: Path, film: str, stream: str, rows: StreamRows, *, made: Made) -> Shard:
    """Write one stream of one film to a store's folder, whole or not at all; `FeatureStore.register` makes it known.

    Raises:
        FeatureError: when the film's id cannot be part of a file's name, or the rows are not by time.
        OutputError: when the folder cannot be written.
    """
    path = shard_path(folder, film, stream)
    if not isinstance(rows, RowsByClip) and (rows.times[1:] < rows.times[:-1]).any():
        raise FeatureError(f"{stream!r} of film {film!r} came with times that fall; rows by time are wanted")
    notes = {"film": film, "stream": stream, "extractor": made.extractor, "version": made.version}
    arrays = {item.name: getattr(rows, item.name) for item in fields(rows)}
    write_arrays(path, arrays, notes=notes | ({"film_digest": made.film} if made.film else {}))
    n_rows, width = np.shape(rows.embeddings if isinstance(rows, FaceRows) else rows.rows)
    return Shard(film, stream, made, n_rows, width, path.stat().st_size, digest(path))


def open_shard(folder: Path, shard: Shard, kind: type[Rows]) -> Rows:
    """The rows of a shard, mapped into memory.

    Raises:
        FeatureError: when its file is missing, cut short, or of another making than the shard tells.
    """
    try:
        arrays, notes = open_arrays(shard_path(folder, shard.film, shard.stream))
    except RecordError as error:
        raise FeatureError(f"{shard.stream!r} of film {shard.film!r} is damaged: {error}") from error
    if _made(notes) != shard.made or (notes.get("film"), notes.get("stream")) != (shard.film, shard.stream):
        raise FeatureError(shard.stale("its file tells of another making than the manifest"))
    return kind(**arrays)


def _made(notes: Mapping[str, str]) -> Made:
    return Made(notes.get("extractor", ""), notes.get("version", ""), notes.get("film_digest"))
