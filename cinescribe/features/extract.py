"""The features of films, extracted in one pass over each, for a store that is filled film by film."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TypeAlias

from cinescribe.errors import FeatureError
from cinescribe.features.film_store import FeatureStore, Made, Stream
from cinescribe.features.timed import FaceRows, TimedRows
from cinescribe.media.probe import probe
from cinescribe.media.read import PictureSink, read_through
from cinescribe.schema import Film
from cinescribe.store import digest
from cinescribe.timing import Seconds

Progress: TypeAlias = Callable[[str, float], None]
"""Told a film's id and the share of it that is done."""


class RowsSink(PictureSink, Protocol):
    """Takes a film's pictures and has, in the end, the film's rows."""

    def rows(self) -> TimedRows | FaceRows: ...


@dataclass(frozen=True)
class Extractor:
    """A way to extract one stream.

    Args:
        stream: which.
        name: of what extracts.
        version: of it and of all that its rows depend on; rows of another version are extracted anew.
        sink: a new sink for one film; loads what it needs when it is first called.
    """

    stream: Stream
    name: str
    version: str
    sink: Callable[[], RowsSink]

    def made(self, film: str) -> Made:
        """What its shard of a film is made by and from; `film` is the digest of the film's file."""
        return Made(self.name, self.version, film)


@dataclass(frozen=True)
class Extracted:
    """How an extraction went, in shards.

    Args:
        shards: asked for.
        done: extracted now.
        skipped: there before, made just so.
    """

    shards: int
    done: int
    skipped: int


def extract(
    films: Mapping[str, Path], store: FeatureStore, *, extractors: Sequence[Extractor], progress: Progress | None = None
) -> Extracted:
    """Fill a store with the features of films; each film is decoded once, and not at all where nothing is missing.

    After an interruption the same call goes on with the first film that is not whole.

    Args:
        films: files of films by id.
        store: where to write.
        extractors: what to extract, one for a stream.
        progress: told how far each film is.

    Raises:
        FeatureError: when a film's file is missing or has no pictures, or two extractors are for one stream.
        FilmError: when a film cannot be read to its end.
        OutputError: when the store cannot be written.
    """
    _check(extractors)
    done = sum(_extract_film(name, path, store, extractors, progress) for name, path in films.items())
    shards = len(films) * len(extractors)
    return Extracted(shards, done, shards - done)


def _extract_film(
    name: str, path: Path, store: FeatureStore, extractors: Iterable[Extractor], progress: Progress | None
) -> int:
    """How many shards of a film had to be made."""
    if not path.is_file():
        raise FeatureError(
            f"the file of film {name!r} is missing: {str(path)!r}; put it there, or name where films are"
        )
    source = digest(path)
    missing = [one for one in extractors if not store.has(name, one.stream, made=one.made(source))]
    if missing:
        sinks = [one.sink() for one in missing]
        film = _with_pictures(probe(path), name)
        read_through(film, pictures=sinks, progress=progress and partial(_tell, progress, name, film.duration))
        for one, sink in zip(missing, sinks, strict=True):
            store.write(name, one.stream, sink.rows(), made=one.made(source))
    if progress:
        progress(name, 1.0)
    return len(missing)


def _with_pictures(film: Film, name: str) -> Film:
    if film.first("video") is None:
        raise FeatureError(f"film {name!r} has no pictures: {film.path!r}; leave it out of the corpus")
    return film


def _tell(progress: Progress, name: str, duration: Seconds, reached: Seconds) -> None:
    progress(name, min(reached / duration, 1.0))


def _check(extractors: Sequence[Extractor]) -> None:
    streams = [one.stream for one in extractors]
    double = next((one for one in extractors if streams.count(one.stream) > 1), None)
    if double is not None:
        raise FeatureError(f"two extractors came for {double.stream!r}, {double.name!r} one of them; name one")
