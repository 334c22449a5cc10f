"""Films' features on disk: one file a film and stream, and a manifest that says what made each and what it must be.

A store is a folder of `<film>.<stream>.safetensors` and `shards.jsonl`. Files are mapped into memory, not read: of a
long film only the clips that are looked at are loaded. One process writes the manifest at a time, whoever wrote the
files; any number read. A line is added to it a shard, and of two for one shard the later counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import FeatureError
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.features.regions.region_reader import RegionSource
from cinescribe.features.rows.timed_features import FaceRows, FilmFeatures, TimedRows
from cinescribe.features.store.clip_level_features import RowsByClip
from cinescribe.features.store.film_shards import Made, Rows, Shard, StreamRows, open_shard, shard_path, write_shard
from cinescribe.schema import Clip
from cinescribe.store import append_records, digest, read_appended, write_records

__all__ = [
    "CLIP_STREAMS",
    "FILM_STREAMS",
    "MANIFEST",
    "STREAMS",
    "ClipStream",
    "FeatureStore",
    "Made",
    "Shard",
    "Stream",
    "regions_of",
]

Stream: TypeAlias = Literal["clip", "actions", "faces"]
ClipStream: TypeAlias = Literal["uniform", "grid", "regions", "text"]
STREAMS: tuple[Stream, ...] = ("clip", "actions", "faces")  # of a film's moments: what captioners of clip sets read
CLIP_STREAMS: tuple[ClipStream, ...] = ("uniform", "grid", "regions", "text")  # of its clips, as a corpus has them
FILM_STREAMS: tuple[Stream | ClipStream, ...] = (*STREAMS, *CLIP_STREAMS)
MANIFEST = "shards.jsonl"
_OPEN = 1024  # films, and streams of clips, whose files are kept mapped


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
        self._read = (0, 0)  # when the manifest that is known was written, in nanoseconds, and its length
        self._kept = lru_cache(_OPEN)(self._opened)
        self._kept_clips = lru_cache(_OPEN)(self._opened_clips)

    def shards(self) -> tuple[Shard, ...]:
        """What the store says it has, by film and stream."""
        self._refresh()
        return tuple(self._shards[key] for key in sorted(self._shards))

    def shards_of(self, film: str) -> tuple[Shard, ...]:
        """What the store says it has of a film."""
        self._refresh()
        keys = ((film, stream) for stream in FILM_STREAMS)
        return tuple(self._shards[key] for key in keys if key in self._shards)

    def write(self, film: str, stream: Stream | ClipStream, rows: StreamRows, *, made: Made) -> Shard:
        """Write one stream of one film; the manifest names it only once its file is whole.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name, or the rows are not by time.
            OutputError: when the folder cannot be written.
        """
        shard = write_shard(self.folder, film, stream, rows, made=made)
        self.register([shard])
        return shard

    def register(self, shards: Iterable[Shard]) -> None:
        """Have the manifest name shards whose files are whole, as `write_shard` gave them.

        Raises:
            OutputError: when the folder cannot be written.
        """
        self._refresh()
        new = {(shard.film, shard.stream): shard for shard in shards}
        if not self._ends_whole():
            self.settle()
        append_records(self.folder / MANIFEST, new.values())
        self._shards |= new
        self._now_known()

    def settle(self) -> None:
        """Bring the manifest into order: a line a shard, by film and stream; nothing is written where it is so.

        Raises:
            OutputError: when the folder cannot be written.
        """
        shards = self.shards()
        if not self._ends_whole() or tuple(self._lines()) != shards:
            write_records(self.folder / MANIFEST, shards)
            self._now_known()

    def has(self, film: str, stream: str, *, made: Made) -> bool:
        """Whether a stream of a film is there, made just so; its file is read to the end."""
        self._refresh()
        shard = self._shards.get((film, stream))
        return shard is not None and shard.made == made and shard.is_whole(self.folder)

    def features(self, film: str) -> FilmFeatures:
        """What captioners of clip sets read of a film, mapped into memory.

        Raises:
            FeatureError: when the film has no features, or lacks a stream; when a file is missing, cut short, or of
                another making than the manifest says.
        """
        self._refresh()
        return self._kept(film)

    def clip_rows(self, film: str, stream: ClipStream) -> RowsByClip:
        """A stream of a film's clips, mapped into memory.

        Raises:
            FeatureError: as `features`.
        """
        self._refresh()
        return self._kept_clips(film, stream)

    def check(self, films: Mapping[str, Path] | None = None) -> tuple[str, ...]:
        """What is wrong with the store, a sentence each; nothing when all is well.

        Every file is read to the end.

        Args:
            films: files of films by id; a shard made from another file than stands there now is stale.
        """
        now = {film: digest(path) for film, path in (films or {}).items() if path.is_file()}
        faults = (shard.fault(self.folder, film=now.get(shard.film)) for shard in self.shards())
        return tuple(fault for fault in faults if fault is not None)

    def path(self, film: str, stream: str) -> Path:
        """Where a stream of a film is, or would be.

        Raises:
            FeatureError: when the film's id cannot be part of a file's name.
        """
        return shard_path(self.folder, film, stream)

    def _refresh(self) -> None:
        """Read the manifest again if it was written since."""
        if self._written() != self._read:
            self._shards = {(shard.film, shard.stream): shard for shard in self._lines()}
            self._now_known()

    def _now_known(self) -> None:
        """The manifest on disk is what is known; what was opened by an older one is forgotten."""
        self._read = self._written()
        self._kept.cache_clear()
        self._kept_clips.cache_clear()

    def _lines(self) -> list[Shard]:
        path = self.folder / MANIFEST
        return read_appended(path, Shard) if path.is_file() else []

    def _written(self) -> tuple[int, int]:
        path = self.folder / MANIFEST
        if not path.is_file():
            return 0, 0
        found = path.stat()
        return found.st_mtime_ns, found.st_size

    def _ends_whole(self) -> bool:
        """Whether the manifest ends with a whole line, and not with one that a crash broke off."""
        path = self.folder / MANIFEST
        if not path.is_file() or not path.stat().st_size:
            return True
        with open(path, "rb") as opened:
            opened.seek(-1, 2)
            return opened.read() == b"\n"

    def _opened(self, film: str) -> FilmFeatures:
        return FilmFeatures(
            self._rows(film, "clip", TimedRows),
            self._rows(film, "actions", TimedRows),
            self._rows(film, "faces", FaceRows),
        )

    def _opened_clips(self, film: str, stream: ClipStream) -> RowsByClip:
        return self._rows(film, stream, RowsByClip)

    def _rows(self, film: str, stream: Stream | ClipStream, kind: type[Rows]) -> Rows:
        shard = self._shards.get((film, stream))
        if shard is None:
            there = ", ".join(name for name in FILM_STREAMS if (film, name) in self._shards)
            raise FeatureError(
                f"film {film!r} has no {stream!r} in {str(self.folder)!r} (it has {there or 'nothing'}); "
                f"extract it: cinescribe features extract CORPUS --with {stream}"
            )
        return open_shard(self.folder, shard, kind)


def regions_of(store: FeatureStore, stream: ClipStream, clips: Iterable[Clip]) -> RegionSource:
    """Gives the regions of clips' pictures by the clips' ids, so that captioners of stills can read them.

    Args:
        store: where they are.
        stream: `grid` or `regions`.
        clips: whose ids will be asked for.
    """
    films = {clip.id: clip.film for clip in clips}

    def found(clip: str) -> PictureRegions:
        if clip not in films:
            raise FeatureError(f"clip {clip!r} is none of those whose regions were asked for; name it among them")
        return store.clip_rows(films[clip], stream).regions(clip)

    return found
