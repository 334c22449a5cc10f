"""Extracts features of films into a store, in one pass over each film."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Protocol, runtime_checkable

from cinescribe.errors import FeatureError
from cinescribe.features.store.film_shards import Provenance, Shard, StreamFeatures, write_shard
from cinescribe.features.store.film_store import FILM_STREAMS, MANIFEST, FeatureStore, StreamName
from cinescribe.features.timed.timed_features import FaceFeatures, FigureFeatures, TimedFeatures
from cinescribe.input_files import digest
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import PictureSink, read_through
from cinescribe.parallel import Backend, run_shards
from cinescribe.progress import Progress
from cinescribe.schema import Film
from cinescribe.timing import Seconds


class FeatureSource(Protocol):
    """A source of a film's features, which may read its pictures."""

    def features(self) -> StreamFeatures:
        """Return the features of the film."""
        ...


class FeatureSink(PictureSink, Protocol):
    """A `PictureSink` that has the film's features once the film has ended."""

    def features(self) -> TimedFeatures | FaceFeatures | FigureFeatures:
        """Return the features of the film."""
        ...


@runtime_checkable
class _PictureReader(FeatureSource, PictureSink, Protocol):
    """A source of features that reads the film's pictures first."""


class StreamExtractor(Protocol):
    """An extractor of one stream of a film: an `Extractor`, or one with the film's clips."""

    @property
    def stream(self) -> str:
        """The stream."""
        ...

    @property
    def name(self) -> str:
        """The name of the extractor."""
        ...

    @property
    def version(self) -> str:
        """The version of the extractor and all that features depend on."""
        ...

    @property
    def sink(self) -> Callable[[], FeatureSource]:
        """Returns a new sink for the film."""
        ...


@dataclass(frozen=True)
class Extractor:
    """An extractor of one stream of a film's moments.

    Args:
        stream: the stream.
        name: of the extractor.
        version: of the extractor and all that features depend on; those of another version are extracted again.
        sink: returns a new sink for one film; pickled where several processes extract.
    """

    stream: StreamName
    name: str
    version: str
    sink: Callable[[], FeatureSink]

    def provenance(self, film: str) -> Provenance:
        """Return the provenance of its shard of a film; `film` is the digest of the film's file."""
        return Provenance(self.name, self.version, film)


@dataclass(frozen=True)
class FilmTask:
    """The features to extract from a film.

    Args:
        film: its id.
        path: its file.
        extractors: at most one per stream.
    """

    film: str
    path: Path
    extractors: tuple[StreamExtractor, ...]


@dataclass(frozen=True)
class Workforce:
    """The processes that extract.

    Args:
        n_workers: films processed at once, each in its own process; 1 means this process.
        backend: of the processes; those of Ray must see the same folders.
    """

    n_workers: int = 1
    backend: Backend = "local"


@dataclass(frozen=True)
class ExtractionResult:
    """The numbers of shards of an extraction.

    Args:
        shards: requested.
        done: extracted now.
        skipped: already up to date.
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
) -> ExtractionResult:
    """Extract the features of films into a store; each film is decoded once, or not at all if nothing is missing.

    Workers write the files of their films; only this process writes the manifest, after files are complete. After any
    interruption the same call continues and ends with the same store, because shards are verified byte by byte.

    Args:
        tasks: the features to extract from each film.
        store: where to write; no other process may write to it meanwhile.
        workforce: the processes that extract; by default this process.
        progress: called with the progress of each film; with other processes, with the share of films that are done.

    Returns:
        The numbers of shards.

    Raises:
        FeatureError: when a film's file is missing or has no pictures, or two extractors have one stream.
        FilmError: when a film cannot be read to its end.
        OutputError: when the store cannot be written.
        WorkError: when workers die repeatedly at one film, or Ray is requested and not installed.
    """
    for task in tasks:
        _check(task.extractors)
    used = workforce or Workforce()
    _remove_partial_files(store.folder)
    store.compact()
    in_process = used == Workforce()
    n_films = count(1)

    def keep(item: _Job, shards: Sequence[Shard]) -> None:
        if shards:
            store.register(shards)
        if progress and in_process:
            progress(item.task.film, 1.0)
        elif progress:
            progress("films", next(n_films) / len(tasks))

    if progress and not in_process:
        progress("films", 0.0)

    extracted = run_shards(
        partial(_extract_film, store.folder.absolute(), progress=progress if in_process else None),
        [_Job(replace(task, path=task.path.absolute()), store.shards_of(task.film)) for task in tasks],
        keep=keep,
        n_workers=used.n_workers,
        backend=used.backend,
    )
    store.compact()
    n_shards, n_done = sum(len(task.extractors) for task in tasks), sum(len(shards or ()) for shards in extracted)
    return ExtractionResult(n_shards, n_done, n_shards - n_done)


@dataclass(frozen=True)
class _Job:
    """A film's task, and the shards of the film in the manifest."""

    task: FilmTask
    known: tuple[Shard, ...]

    def __str__(self) -> str:
        return f"film {self.task.film!r}"


def _extract_film(folder: Path, job: _Job, *, progress: Progress | None) -> tuple[Shard, ...]:
    """Extract the missing shards of a film; their files are in the folder, but not yet in the manifest."""
    name, path = job.task.film, job.task.path
    if not path.is_file():
        raise FeatureError(
            f"the file of film {name!r} is missing: {str(path)!r}; put it there, or give the folder of the films"
        )
    source = digest(path)
    current = {(shard.stream, shard.made) for shard in job.known if shard.is_whole(folder)}
    wanted = [(one, Provenance(one.name, one.version, source)) for one in job.task.extractors]
    missing = [(one, made) for one, made in wanted if (one.stream, made) not in current]
    sinks = [one.sink() for one, _ in missing]
    if pictures := [sink for sink in sinks if isinstance(sink, _PictureReader)]:
        film = _with_pictures(probe(path), name)
        read_through(film, pictures=pictures, progress=progress and partial(_report, progress, name, film.duration))
    return tuple(
        write_shard(folder, name, one.stream, sink.features(), made=made)
        for (one, made), sink in zip(missing, sinks, strict=True)
    )


def _remove_partial_files(folder: Path) -> None:
    """Remove the partial files of a killed extraction, and no other files."""
    stem, _, suffix = MANIFEST.partition(".")
    patterns = (*(f".*.{stream}.*.part.safetensors" for stream in FILM_STREAMS), f".{stem}.*.part.{suffix}")
    for path in (path for pattern in patterns for path in folder.glob(pattern)):
        path.unlink(missing_ok=True)


def _with_pictures(film: Film, name: str) -> Film:
    if film.track("video") is None:
        raise FeatureError(f"film {name!r} has no pictures: {film.path!r}; leave it out of the corpus")
    return film


def _report(progress: Progress, name: str, duration: Seconds, reached: Seconds) -> None:
    progress(name, min(reached / duration, 1.0))


def _check(extractors: Iterable[StreamExtractor]) -> None:
    streams = [one.stream for one in extractors]
    duplicate = next((one for one in extractors if streams.count(one.stream) > 1), None)
    if duplicate is not None:
        raise FeatureError(f"`extractors` has two for {duplicate.stream!r}, {duplicate.name!r} one of them; give one")
