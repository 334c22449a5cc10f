"""The features of films, extracted in one pass over each, for a store that is filled film by film."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from cinescribe.errors import FeatureError
from cinescribe.features.rows.timed_features import FaceRows, TimedRows
from cinescribe.features.store.film_shards import Made, Shard, StreamRows, write_shard
from cinescribe.features.store.film_store import FILM_STREAMS, MANIFEST, FeatureStore, Stream
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import PictureSink, read_through
from cinescribe.parallel import Backend, run_shards
from cinescribe.progress import Progress
from cinescribe.schema import Film
from cinescribe.store import digest
from cinescribe.timing import Seconds

"""Told a film's id and the share of it that is done."""


class RowsSource(Protocol):
    """Has a film's rows, perhaps without a look at its pictures."""

    def rows(self) -> StreamRows: ...


class RowsSink(PictureSink, Protocol):
    """Takes a film's pictures and has, in the end, the film's rows."""

    def rows(self) -> TimedRows | FaceRows: ...


@runtime_checkable
class _Looks(RowsSource, PictureSink, Protocol):
    """A source of rows that wants to see the film's pictures first."""


class Extracts(Protocol):
    """A way to extract one stream of a film: an `Extractor`, or one that knows the film's clips."""

    @property
    def stream(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def sink(self) -> Callable[[], RowsSource]: ...


@dataclass(frozen=True)
class Extractor:
    """A way to extract one stream of a film's moments.

    Args:
        stream: which.
        name: of what extracts.
        version: of it and of all that its rows depend on; rows of another version are extracted anew.
        sink: a new sink for one film; loads what it needs when it is first called. Where several processes extract,
            it is pickled.
    """

    stream: Stream
    name: str
    version: str
    sink: Callable[[], RowsSink]

    def made(self, film: str) -> Made:
        """What its shard of a film is made by and from; `film` is the digest of the film's file."""
        return Made(self.name, self.version, film)


@dataclass(frozen=True)
class FilmTask:
    """What is wanted of a film.

    Args:
        film: its id.
        path: its file.
        extractors: what to extract, one for a stream.
    """

    film: str
    path: Path
    extractors: tuple[Extracts, ...]


@dataclass(frozen=True)
class Workforce:
    """Who extracts.

    Args:
        n_workers: films looked at at once, each by a process of its own; 1 is this process.
        backend: whose processes; Ray's see the same folders.
    """

    n_workers: int = 1
    backend: Backend = "local"


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
    tasks: Sequence[FilmTask],
    store: FeatureStore,
    *,
    workforce: Workforce | None = None,
    progress: Progress | None = None,
) -> Extracted:
    """Fill a store with the features of films; each film is decoded once, and not at all where nothing is missing.

    Whoever looks at a film writes its files; this process alone names them in the manifest, once they are whole. After
    an interruption, of whatever kind, the same call does what is left, and what it then holds is what it would hold
    without: a shard is believed when each of its bytes is as it was written.

    Args:
        tasks: what is wanted of each film.
        store: where to write; no other process does so meanwhile.
        workforce: who extracts; by default this process.
        progress: told how far each film is; only of whole ones where others extract.

    Raises:
        FeatureError: when a film's file is missing or has no pictures, or two extractors are for one stream.
        FilmError: when a film cannot be read to its end.
        OutputError: when the store cannot be written.
        WorkError: when workers die again and again of one film, or Ray is asked for and not installed.
    """
    for task in tasks:
        _check(task.extractors)
    asked = workforce or Workforce()
    _clear(store.folder)
    store.settle()
    here = asked == Workforce()

    def keep(item: _Asked, made: Sequence[Shard]) -> None:
        if made:
            store.register(made)
        if progress:
            progress(item.task.film, 1.0)

    found = run_shards(
        partial(_extract_film, store.folder.absolute(), progress=progress if here else None),
        [_Asked(replace(task, path=task.path.absolute()), store.shards_of(task.film)) for task in tasks],
        keep=keep,
        n_workers=asked.n_workers,
        backend=asked.backend,
    )
    store.settle()
    shards, done = sum(len(task.extractors) for task in tasks), sum(len(made or ()) for made in found)
    return Extracted(shards, done, shards - done)


@dataclass(frozen=True)
class _Asked:
    """A film's task, and what the store says it has of the film."""

    task: FilmTask
    known: tuple[Shard, ...]

    def __str__(self) -> str:
        return f"film {self.task.film!r}"


def _extract_film(folder: Path, asked: _Asked, *, progress: Progress | None) -> tuple[Shard, ...]:
    """The shards of a film that had to be made; their files are in the folder, the manifest does not know of them."""
    name, path = asked.task.film, asked.task.path
    if not path.is_file():
        raise FeatureError(
            f"the file of film {name!r} is missing: {str(path)!r}; put it there, or name where films are"
        )
    source = digest(path)
    there = {(shard.stream, shard.made) for shard in asked.known if shard.is_whole(folder)}
    wanted = [(one, Made(one.name, one.version, source)) for one in asked.task.extractors]
    missing = [(one, made) for one, made in wanted if (one.stream, made) not in there]
    sinks = [one.sink() for one, _ in missing]
    if pictures := [sink for sink in sinks if isinstance(sink, _Looks)]:
        film = _with_pictures(probe(path), name)
        read_through(film, pictures=pictures, progress=progress and partial(_tell, progress, name, film.duration))
    return tuple(
        write_shard(folder, name, one.stream, sink.rows(), made=made)
        for (one, made), sink in zip(missing, sinks, strict=True)
    )


def _clear(folder: Path) -> None:
    """Remove what an extraction that was killed had begun to write; files of others are left alone."""
    stem, _, suffix = MANIFEST.partition(".")
    begun = (*(f".*.{stream}.*.part.safetensors" for stream in FILM_STREAMS), f".{stem}.*.part.{suffix}")
    for path in (path for pattern in begun for path in folder.glob(pattern)):
        path.unlink(missing_ok=True)


def _with_pictures(film: Film, name: str) -> Film:
    if film.first("video") is None:
        raise FeatureError(f"film {name!r} has no pictures: {film.path!r}; leave it out of the corpus")
    return film


def _tell(progress: Progress, name: str, duration: Seconds, reached: Seconds) -> None:
    progress(name, min(reached / duration, 1.0))


def _check(extractors: Iterable[Extracts]) -> None:
    streams = [one.stream for one in extractors]
    double = next((one for one in extractors if streams.count(one.stream) > 1), None)
    if double is not None:
        raise FeatureError(f"two extractors came for {double.stream!r}, {double.name!r} one of them; name one")
