"""Regions of pictures on disk: a few hundred pictures a file, and a manifest that says what made each and what it is.

A store is a folder of `00000.safetensors` on and `shards.jsonl`. Files are mapped into memory, not read: only the
pictures that are looked at are loaded. One process writes to a store at a time; any number read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, RecordError
from cinescribe.features.regions.region_batch import PictureRegions
from cinescribe.record import Record
from cinescribe.store import digest, open_arrays, read_records, write_arrays, write_records

MANIFEST = "shards.jsonl"
SHARD_SIZE = 256  # pictures a file: 100 MB of 50 regions of 2048 numbers
_OPEN = 1024  # files that are kept mapped


@dataclass(frozen=True)
class RegionsMade(Record):
    """What rows were made by; rows made otherwise are made anew.

    Args:
        extractor: its name.
        version: of the extractor and what is set in it.
    """

    extractor: str
    version: str


@dataclass(frozen=True)
class RegionShard(Record):
    """One file of the store.

    Args:
        name: the file's.
        made: by what.
        pictures: ids, in order.
        sources: what stands for each picture as it was when its rows were made, such as its file's digest.
        width: numbers of a row.
        n_bytes: length of the file.
        digest: SHA-256 of the file.
    """

    name: str
    made: RegionsMade
    pictures: tuple[str, ...]
    sources: tuple[str, ...]
    width: int
    n_bytes: int
    digest: str


class RegionStore:
    """The regions of many pictures in one folder.

    Args:
        folder: where it is; made when something is written.

    Raises:
        RecordError: when its manifest is malformed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        manifest = self.folder / MANIFEST
        self._shards = read_records(manifest, RegionShard) if manifest.is_file() else []
        self._places = _places(self._shards)
        self._opened = lru_cache(_OPEN)(self._open)

    @property
    def shards(self) -> tuple[RegionShard, ...]:
        """What the store says it has."""
        return tuple(self._shards)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of the pictures whose regions are there."""
        return tuple(self._places)

    def picture(self, id: str) -> PictureRegions:
        """The regions of a picture.

        Raises:
            FeatureError: when they are not there, or their file is missing or damaged.
        """
        if id not in self._places:
            raise FeatureError(
                f"picture {id!r} has no regions in {str(self.folder)!r} ({len(self._places)} others have); "
                f"extract them: cinescribe features extract CORPUS --with {self.folder.name}"
            )
        shard, place = self._places[id]
        arrays, labels = self._opened(shard)
        first, last = arrays["starts"][place : place + 2]
        named = tuple(labels[n] for n in arrays["labels"][first:last])
        return PictureRegions(arrays["rows"][first:last], arrays["boxes"][first:last], named)

    def lacking(self, sources: Mapping[str, str], *, made: RegionsMade) -> tuple[str, ...]:
        """Those of some pictures that have no regions here, or have them of another making.

        Args:
            sources: what stands for each picture now, by its id.
            made: by what.
        """
        return tuple(id for id, source in sources.items() if not self._has(id, source, made))

    def write(
        self, pictures: Mapping[str, PictureRegions], *, made: RegionsMade, sources: Mapping[str, str]
    ) -> RegionShard:
        """Write the regions of some pictures as one file; the manifest names it only once it is whole.

        A picture that was there already is read from the newest file; files that no picture is read from are removed.

        Args:
            pictures: their regions by id.
            made: by what.
            sources: what stands for each picture, by its id.

        Raises:
            FeatureError: when there are none, or their rows differ in width.
            OutputError: when the folder cannot be written.
        """
        width = _width(pictures)
        names = [int(shard.name.partition(".")[0]) for shard in self._shards]
        path = self.folder / f"{max(names, default=-1) + 1:05d}.safetensors"
        arrays, labels = _packed(list(pictures.values()))
        write_arrays(path, arrays, notes={"extractor": made.extractor, "version": made.version, "labels": labels})
        ids = tuple(pictures)
        told = tuple(sources[id] for id in ids)
        shard = RegionShard(path.name, made, ids, told, width, path.stat().st_size, digest(path))
        self._keep([*self._shards, shard])
        return shard

    def check(self) -> tuple[str, ...]:
        """What is wrong with the store, a sentence each; nothing when all is well. Every file is read to the end."""
        return tuple(fault for shard in self._shards if (fault := self._fault(shard)) is not None)

    def _has(self, id: str, source: str, made: RegionsMade) -> bool:
        if id not in self._places:
            return False
        number, place = self._places[id]
        shard = self._shards[number]
        path = self.folder / shard.name
        same = shard.made == made and shard.sources[place] == source
        return same and path.is_file() and path.stat().st_size == shard.n_bytes

    def _keep(self, shards: list[RegionShard]) -> None:
        """Write the manifest of those shards that some picture is read from, then remove the others' files."""
        used = {number for number, _ in _places(shards).values()}
        kept = [shard for number, shard in enumerate(shards) if number in used]
        write_records(self.folder / MANIFEST, kept)
        for number, shard in enumerate(shards):
            if number not in used:
                (self.folder / shard.name).unlink(missing_ok=True)
        self._shards, self._places = kept, _places(kept)
        self._opened.cache_clear()

    def _open(self, number: int) -> tuple[dict[str, NDArray[Any]], tuple[str, ...]]:
        shard = self._shards[number]
        if not (self.folder / shard.name).is_file():
            raise FeatureError(
                f"{shard.name} of {str(self.folder)!r} is missing, with the regions of {len(shard.pictures)} pictures; "
                f"extract them again: cinescribe features extract CORPUS --with {self.folder.name}"
            )
        try:
            arrays, notes = open_arrays(self.folder / shard.name)
        except RecordError as error:
            raise FeatureError(f"regions of {len(shard.pictures)} pictures are damaged: {error}") from error
        return arrays, tuple(notes.get("labels", "").split("\n"))

    def _fault(self, shard: RegionShard) -> str | None:
        path = self.folder / shard.name
        if not path.is_file():
            return f"regions of {len(shard.pictures)} pictures are missing: {shard.name}; extract them again"
        if digest(path) != shard.digest:
            return f"regions of {len(shard.pictures)} pictures are damaged: {shard.name} is not what was written"
        return None


def _places(shards: Iterable[RegionShard]) -> dict[str, tuple[int, int]]:
    """The shard of each picture and its place in it; a later shard is the newer one."""
    return {id: (number, place) for number, shard in enumerate(shards) for place, id in enumerate(shard.pictures)}


def _width(pictures: Mapping[str, PictureRegions]) -> int:
    widths = {int(regions.rows.shape[1]): id for id, regions in pictures.items()}
    if len(widths) != 1:
        told = ", ".join(f"{id!r} of {width}" for width, id in widths.items())
        raise FeatureError(f"rows of one width are wanted in a file, {told or 'no picture'} came; extract them alike")
    return next(iter(widths))


def _packed(regions: list[PictureRegions]) -> tuple[dict[str, NDArray[Any]], str]:
    """Regions of pictures end to end, where each picture's begin, and the labels by their numbers."""
    labels = sorted({label for one in regions for label in one.labels} | {""})
    number = {label: n for n, label in enumerate(labels)}
    arrays: dict[str, NDArray[Any]] = {
        "rows": np.concatenate([one.rows for one in regions]).astype(np.float32, copy=False),
        "boxes": np.concatenate([one.boxes for one in regions]).astype(np.float32, copy=False),
        "labels": np.array([number[label] for one in regions for label in one.labels], np.int64),
        "starts": np.cumsum([0, *map(len, regions)]).astype(np.int64),
    }
    return arrays, "\n".join(labels)
