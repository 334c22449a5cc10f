"""Features of films on disk: one file per film and stream, and a manifest with the provenance and digest of each.

A store is a folder with `<film>.<stream>.safetensors` and `shards.jsonl`. Files are mapped into memory, so only the
clips in use are loaded. One process may write the manifest at a time, any number may read it. Each shard appends a line
to it; of two lines for one shard the later counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import FeatureError
from cinescribe.features.regions.picture_regions import PictureRegions, RegionSource
from cinescribe.features.store.clip_level_features import ClipLevelFeatures
from cinescribe.features.store.film_shards import (
    Features,
    Provenance,
    Shard,
    StreamFeatures,
    open_shard,
    shard_path,
    write_shard,
)
from cinescribe.features.timed.timed_features import NO_FACES, FaceFeatures, FigureFeatures, FilmFeatures, TimedFeatures
from cinescribe.input_files import digest, open_input
from cinescribe.schema import Clip
from cinescribe.store import append_records, read_appended, write_records

__all__ = [
    "CLIP_STREAMS",
    "FILM_STREAMS",
    "FURTHER_STREAMS",
    "MANIFEST",
    "STREAMS",
    "ClipStream",
    "FeatureStore",
    "Provenance",
    "Shard",
    "StreamName",
    "regions_of",
]

StreamName: TypeAlias = Literal["clip", "actions", "faces", "imagenet", "figures"]
ClipStream: TypeAlias = Literal["uniform", "grid", "regions", "text"]
STREAMS: tuple[StreamName, ...] = ("clip", "actions", "faces")  # of a film's moments, for captioners of clip sets
FURTHER_STREAMS: tuple[StreamName, ...] = ("imagenet", "figures")  # the same, for captioners that ask for them
CLIP_STREAMS: tuple[ClipStream, ...] = ("uniform", "grid", "regions", "text")  # of its clips, as a corpus defines them
FILM_STREAMS: tuple[StreamName | ClipStream, ...] = (*STREAMS, *FURTHER_STREAMS, *CLIP_STREAMS)
MANIFEST = "shards.jsonl"
_MAX_OPEN = 1024  # mapped films, and streams of clips


class FeatureStore:
    """The features of many films in one folder.

    Args:
        folder: of the store; created at the first write.

    Raises:
        RecordError: when its manifest is malformed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        self._shards: dict[tuple[str, str], Shard] = {}
        self._read = (0, 0)  # time, in nanoseconds, and length of the manifest when it was read
        self._film_cache = lru_cache(_MAX_OPEN)(self._opened)
        self._faceless_cache = lru_cache(_MAX_OPEN)(self._opened_without_faces)
        self._clip_cache = lru_cache(_MAX_OPEN)(self._opened_clips)
        self._verified: set[Shard] = set()  # opened before, with the digest of the manifest

    def shards(self) -> tuple[Shard, ...]:
        """Return the shards in the manifest, by film and stream."""
        self._refresh()
        return tuple(self._shards[key] for key in sorted(self._shards))

    def shards_of(self, film: str) -> tuple[Shard, ...]:
        """Return the shards of a film in the manifest."""
        self._refresh()
        keys = ((film, stream) for stream in FILM_STREAMS)
        return tuple(self._shards[key] for key in keys if key in self._shards)

    def extractors(self) -> dict[str, str]:
        """Return, by stream, the names and versions of its extractors."""
        made = {stream: set[str]() for stream in sorted({shard.stream for shard in self.shards()})}
        for shard in self.shards():
            made[shard.stream].add(f"{shard.made.extractor} {shard.made.version}")
        return {stream: ", ".join(sorted(names)) for stream, names in made.items()}

    def write(self, film: str, stream: StreamName | ClipStream, features: StreamFeatures, *, made: Provenance) -> Shard:
        """Write one stream of one film; the manifest names it only once its file is complete.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name, or the times fall.
            OutputError: when the folder cannot be written.
        """
        shard = write_shard(self.folder, film, stream, features, made=made)
        self.register([shard])
        return shard

    def register(self, shards: Iterable[Shard]) -> None:
        """Add shards from `write_shard` to the manifest.

        Raises:
            OutputError: when the folder cannot be written.
        """
        self._refresh()
        new = {(shard.film, shard.stream): shard for shard in shards}
        if not self._ends_with_newline():
            self.compact()
        append_records(self.folder / MANIFEST, new.values())
        self._shards |= new
        self._mark_read()

    def compact(self) -> None:
        """Rewrite the manifest with one line per shard, by film and stream, if it is not so already.

        Raises:
            OutputError: when the folder cannot be written.
        """
        shards = self.shards()
        if not self._ends_with_newline() or tuple(self._lines()) != shards:
            write_records(self.folder / MANIFEST, shards)
            self._mark_read()

    def has(self, film: str, stream: str, *, made: Provenance) -> bool:
        """Return whether the store has a stream of a film with this provenance; reads its file to the end."""
        self._refresh()
        shard = self._shards.get((film, stream))
        return shard is not None and shard.made == made and shard.is_whole(self.folder)

    def features(self, film: str) -> FilmFeatures:
        """Return the streams of a film for captioners of clip sets, mapped into memory.

        The first use of a file reads it to its end, to compare its digest.

        Raises:
            FeatureError: when the film has no features, or lacks a stream; when a file is missing, or is not
                what was written.
        """
        self._refresh()
        return self._film_cache(film)

    def features_without_faces(self, film: str) -> FilmFeatures:
        """Return the streams of a film but for its faces, for captioners that read none; faces need not be extracted.

        Raises:
            FeatureError: as `features`.
        """
        self._refresh()
        return self._faceless_cache(film)

    def clip_features(self, film: str, stream: ClipStream) -> ClipLevelFeatures:
        """Return a stream of a film's clips, mapped into memory.

        Raises:
            FeatureError: as `features`.
        """
        self._refresh()
        return self._clip_cache(film, stream)

    def check(self, films: Mapping[str, Path] | None = None) -> tuple[str, ...]:
        """Return a sentence for each fault of the store; empty if there is none. Reads every file to the end.

        Args:
            films: files of films by id; a shard is stale if it was extracted from another file.
        """
        digests = {film: digest(path) for film, path in (films or {}).items() if path.is_file()}
        faults = (shard.fault(self.folder, film=digests.get(shard.film)) for shard in self.shards())
        return tuple(fault for fault in faults if fault is not None)

    def path(self, film: str, stream: str) -> Path:
        """Return the path of a film's stream.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name.
        """
        return shard_path(self.folder, film, stream)

    def _refresh(self) -> None:
        """Read the manifest again if it has changed."""
        if self._stamp() != self._read:
            self._shards = {(shard.film, shard.stream): shard for shard in self._lines()}
            self._mark_read()

    def _mark_read(self) -> None:
        """Record that the manifest was read, and drop files opened by an older one."""
        self._read = self._stamp()
        self._film_cache.cache_clear()
        self._faceless_cache.cache_clear()
        self._clip_cache.cache_clear()

    def _lines(self) -> list[Shard]:
        path = self.folder / MANIFEST
        return read_appended(path, Shard) if path.is_file() else []

    def _stamp(self) -> tuple[int, int]:
        path = self.folder / MANIFEST
        if not path.is_file():
            return 0, 0
        status = path.stat()
        return status.st_mtime_ns, status.st_size

    def _ends_with_newline(self) -> bool:
        """Return whether the manifest ends with a complete line, not one that a crash cut off."""
        path = self.folder / MANIFEST
        if not path.is_file() or not path.stat().st_size:
            return True
        with open_input(path) as opened:
            opened.seek(-1, 2)
            return opened.read() == b"\n"

    def _opened(self, film: str) -> FilmFeatures:
        features = replace(self._faceless_cache(film), faces=self._stream(film, "faces", FaceFeatures))
        if (film, "figures") not in self._shards:
            return features
        return replace(features, figures=self._stream(film, "figures", FigureFeatures))

    def _opened_without_faces(self, film: str) -> FilmFeatures:
        return FilmFeatures(
            self._stream(film, "clip", TimedFeatures),
            self._stream(film, "actions", TimedFeatures),
            NO_FACES,
            {"imagenet": self._stream(film, "imagenet", TimedFeatures)} if (film, "imagenet") in self._shards else {},
        )

    def _opened_clips(self, film: str, stream: ClipStream) -> ClipLevelFeatures:
        return self._stream(film, stream, ClipLevelFeatures)

    def _stream(self, film: str, stream: StreamName | ClipStream, kind: type[Features]) -> Features:
        shard = self._shards.get((film, stream))
        if shard is None:
            available = ", ".join(name for name in FILM_STREAMS if (film, name) in self._shards)
            raise FeatureError(
                f"film {film!r} has no {stream!r} in {str(self.folder)!r} (it has {available or 'nothing'}); "
                f"extract {stream!r} of this corpus"
            )
        if shard not in self._verified:
            if (fault := shard.fault(self.folder)) is not None:
                raise FeatureError(fault)
            self._verified.add(shard)
        return open_shard(self.folder, shard, kind)


def regions_of(store: FeatureStore, stream: ClipStream, clips: Iterable[Clip]) -> RegionSource:
    """Return a source of the regions of clips' pictures, by clip id, so that captioners of stills can read them.

    Args:
        store: of the films' features.
        stream: `grid` or `regions`.
        clips: the clips of the source.
    """
    films = {clip.id: clip.film for clip in clips}

    def source(clip: str) -> PictureRegions:
        if clip not in films:
            raise FeatureError(f"clip {clip!r} is not in this source of regions; add it to `clips`")
        return store.clip_features(films[clip], stream).regions(clip)

    return source
