"""Films' features on disk: one file a film and stream, and a manifest that says what made each and what it must be.

A store is a folder of `<film>.<stream>.safetensors` and `shards.jsonl`. Files are mapped into memory, not read: of a
long film only the clips that are looked at are loaded. One process writes to a store at a time; any number read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from numpy.typing import NDArray

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.timed import FaceRows, FilmFeatures, TimedRows
from cinescribe.record import Record
from cinescribe.store import digest, open_arrays, read_records, write_arrays, write_records

Stream: TypeAlias = Literal["clip", "actions", "faces"]
STREAMS: tuple[Stream, ...] = ("clip", "actions", "faces")
MANIFEST = "shards.jsonl"
Rows = TypeVar("Rows", TimedRows, FaceRows)
_OPEN = 1024  # films whose files are kept mapped


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
    """One file of the store.

    Args:
        film: the film's id.
        stream: one of `STREAMS`.
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


class FeatureStore:
    """The features of many films in one folder.

    Args:
        folder: where it is; made when something is written.

    Raises:
        RecordError: when its manifest is malformed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self._shards: dict[tuple[str, str], Shard] = {}
        self._read = 0  # when the manifest that is known was written, in nanoseconds
        self._kept = lru_cache(_OPEN)(self._opened)

    def shards(self) -> tuple[Shard, ...]:
        """What the store says it has, by film and stream."""
        self._refresh()
        return tuple(self._shards[key] for key in sorted(self._shards))

    def write(self, film: str, stream: Stream, rows: TimedRows | FaceRows, *, made: Made) -> Shard:
        """Write one stream of one film; the manifest names it only once its file is whole.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name, or the rows are not by time.
            OutputError: when the folder cannot be written.
        """
        path, arrays = self.path(film, stream), vars(rows)
        if (rows.times[1:] < rows.times[:-1]).any():
            raise FeatureError(f"{stream!r} of film {film!r} came with times that fall; rows by time are wanted")
        notes = {"film": film, "stream": stream, "extractor": made.extractor, "version": made.version}
        write_arrays(path, arrays, notes=notes | ({"film_digest": made.film} if made.film else {}))
        n_rows, width = _matrix(rows).shape
        shard = Shard(film, stream, made, n_rows, width, path.stat().st_size, digest(path))
        self._refresh()
        self._shards[film, stream] = shard
        write_records(self.folder / MANIFEST, [self._shards[key] for key in sorted(self._shards)])
        self._read = self._written()
        self._kept.cache_clear()
        return shard

    def has(self, film: str, stream: Stream, *, made: Made) -> bool:
        """Whether a stream of a film is there, made just so; its file's length is looked at, not its content."""
        self._refresh()
        shard = self._shards.get((film, stream))
        path = self.path(film, stream)
        return shard is not None and shard.made == made and path.is_file() and path.stat().st_size == shard.n_bytes

    def features(self, film: str) -> FilmFeatures:
        """All streams of a film, mapped into memory.

        Raises:
            FeatureError: when the film has no features, or lacks a stream; when a file is missing, cut short, or of
                another making than the manifest says.
        """
        self._refresh()
        return self._kept(film)

    def check(self, films: Mapping[str, Path] | None = None) -> tuple[str, ...]:
        """What is wrong with the store, a sentence each; nothing when all is well.

        Every file is read to the end.

        Args:
            films: files of films by id; a shard made from another file than stands there now is stale.
        """
        shards = self.shards()
        now = {film: digest(path) for film, path in (films or {}).items() if path.is_file()}
        return tuple(fault for shard in shards if (fault := self._fault(shard, now.get(shard.film))) is not None)

    def path(self, film: str, stream: str) -> Path:
        """Where a stream of a film is, or would be.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name.
        """
        if not film or Path(film).name != film:
            raise FeatureError(f"{film!r} came as a film's id; a name without slashes is wanted, as in films.jsonl")
        return self.folder / f"{film}.{stream}.safetensors"

    def _refresh(self) -> None:
        """Read the manifest again if it was written since."""
        written = self._written()
        if written != self._read:
            found = read_records(self.folder / MANIFEST, Shard) if written else []
            self._shards = {(shard.film, shard.stream): shard for shard in found}
            self._read = written
            self._kept.cache_clear()

    def _written(self) -> int:
        path = self.folder / MANIFEST
        return path.stat().st_mtime_ns if path.is_file() else 0

    def _opened(self, film: str) -> FilmFeatures:
        return FilmFeatures(
            self._rows(film, "clip", TimedRows),
            self._rows(film, "actions", TimedRows),
            self._rows(film, "faces", FaceRows),
        )

    def _rows(self, film: str, stream: Stream, kind: type[Rows]) -> Rows:
        shard = self._shards.get((film, stream))
        if shard is None:
            there = ", ".join(name for name in STREAMS if (film, name) in self._shards)
            raise FeatureError(
                f"film {film!r} has no {stream!r} in {str(self.folder)!r} (it has {there or 'nothing'}); "
                f"extract it: cinescribe features extract CORPUS --with {stream}"
            )
        try:
            arrays, notes = open_arrays(self.path(film, stream))
        except RecordError as error:
            raise FeatureError(f"{stream!r} of film {film!r} is damaged: {error}") from error
        if _made(notes) != shard.made or (notes.get("film"), notes.get("stream")) != (film, stream):
            raise FeatureError(_stale(shard, "its file tells of another making than the manifest"))
        return kind(**arrays)

    def _fault(self, shard: Shard, film: str | None) -> str | None:
        path = self.path(shard.film, shard.stream)
        if not path.is_file():
            return f"{shard.stream!r} of film {shard.film!r} is missing: {path.name}; extract it again"
        if digest(path) != shard.digest:
            return f"{shard.stream!r} of film {shard.film!r} is damaged: {path.name} is not what was written"
        if film is not None and film != shard.made.film:
            return _stale(shard, "the film's file has changed")
        return None


def _stale(shard: Shard, why: str) -> str:
    return f"{shard.stream!r} of film {shard.film!r} is stale: {why}; extract it again"


def _made(notes: Mapping[str, str]) -> Made:
    return Made(notes.get("extractor", ""), notes.get("version", ""), notes.get("film_digest"))


def _matrix(rows: TimedRows | FaceRows) -> NDArray[Any]:
    return rows.rows if isinstance(rows, TimedRows) else rows.embeddings
