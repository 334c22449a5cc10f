"""Region features on disk: files of a few hundred pictures, and a manifest with the extractor and digest of each file.

A store is a folder with `00000.safetensors` and so on, and `shards.jsonl`. Files are mapped into memory, so only the
pictures in use are loaded. One process may write to a store at a time; any number may read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import open_arrays, write_arrays
from cinescribe.errors import FeatureError, RecordError, brief
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.input_files import digest
from cinescribe.record import Record
from cinescribe.store import read_records, write_records

MANIFEST = "shards.jsonl"
SHARD_SIZE = 256  # pictures per file: 100 MB for 50 regions of 2048 numbers
_FILE = re.compile(r"[0-9]{5,18}\.safetensors")
_MAX_OPEN = 1024  # mapped files
_KINDS = {"rows": (np.float32, 2), "boxes": (np.float32, 2), "labels": (np.int64, 1), "starts": (np.int64, 1)}


@dataclass(frozen=True)
class RegionProvenance(Record):
    """The extractor of features; features of another extractor or version are extracted again.

    Args:
        extractor: its name.
        version: of the extractor and its settings.
    """

    extractor: str
    version: str


@dataclass(frozen=True)
class RegionShard(Record):
    """One file of the store.

    Args:
        name: of the file.
        made: the extractor.
        pictures: ids, in order.
        sources: a digest of each picture when its features were extracted, such as that of its file.
        width: of a feature vector.
        n_bytes: length of the file.
        digest: SHA-256 of the file.
    """

    name: str
    made: RegionProvenance
    pictures: tuple[str, ...]
    sources: tuple[str, ...]
    width: int
    n_bytes: int
    digest: str

    def __post_init__(self) -> None:
        # Files are deleted by this name.
        if not _FILE.fullmatch(self.name):
            raise RecordError(f"a file of regions is {brief(self.name)}; expected a name such as 00000.safetensors")


class RegionStore:
    """The regions of many pictures in one folder.

    Args:
        folder: of the store; created at the first write.

    Raises:
        RecordError: when its manifest is malformed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = Path(folder)
        manifest = self.folder / MANIFEST
        self._shards = read_records(manifest, RegionShard) if manifest.is_file() else []
        self._places = _places(self._shards)
        self._opened = lru_cache(_MAX_OPEN)(self._open)
        self._verified: set[str] = set()  # names of files that had the digest of the manifest when they were opened

    @property
    def shards(self) -> tuple[RegionShard, ...]:
        """The files in the manifest."""
        return tuple(self._shards)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The ids of the pictures in the store."""
        return tuple(self._places)

    def picture(self, id: str) -> PictureRegions:
        """Return the regions of a picture; the first use of a file reads it to its end, to compare its digest.

        Raises:
            FeatureError: when the store does not have them, or their file is missing or damaged.
        """
        if id not in self._places:
            raise FeatureError(
                f"picture {id!r} has no regions in {str(self.folder)!r} ({len(self._places)} others have); "
                f"extract {self.folder.name!r} of this corpus"
            )
        shard, place = self._places[id]
        arrays, labels = self._opened(shard)
        first, last = arrays["starts"][place : place + 2]
        names = tuple(labels[n] for n in arrays["labels"][first:last])
        return PictureRegions(arrays["rows"][first:last], arrays["boxes"][first:last], names)

    def missing(self, sources: Mapping[str, str], *, made: RegionProvenance) -> tuple[str, ...]:
        """Return the pictures that have no regions here, or outdated ones.

        Args:
            sources: a digest of each picture as it is now, by its id.
            made: the extractor.
        """
        return tuple(id for id, source in sources.items() if not self._has(id, source, made))

    def write(
        self, pictures: Mapping[str, PictureRegions], *, made: RegionProvenance, sources: Mapping[str, str]
    ) -> RegionShard:
        """Write the regions of some pictures as one file; the manifest names it only once it is complete.

        Newer regions of a picture replace older ones; files without current regions are removed.

        Args:
            pictures: their regions by id.
            made: the extractor.
            sources: a digest of each picture, by its id.

        Raises:
            FeatureError: when there are none, or their feature vectors differ in width.
            OutputError: when the folder cannot be written.
        """
        width = _width(pictures)
        names = [int(shard.name.partition(".")[0]) for shard in self._shards]
        path = self.folder / f"{max(names, default=-1) + 1:05d}.safetensors"
        arrays, labels = _packed(list(pictures.values()))
        write_arrays(path, arrays, notes={"extractor": made.extractor, "version": made.version, "labels": labels})
        ids = tuple(pictures)
        digests = tuple(sources[id] for id in ids)
        shard = RegionShard(path.name, made, ids, digests, width, path.stat().st_size, digest(path))
        self._replace([*self._shards, shard])
        return shard

    def check(self) -> tuple[str, ...]:
        """Return a sentence for each fault of the store; empty if there is none. Reads every file to the end."""
        return tuple(fault for shard in self._shards if (fault := self._fault(shard)) is not None)

    def _has(self, id: str, source: str, made: RegionProvenance) -> bool:
        if id not in self._places:
            return False
        number, place = self._places[id]
        shard = self._shards[number]
        path = self.folder / shard.name
        is_current = shard.made == made and shard.sources[place] == source
        return is_current and path.is_file() and path.stat().st_size == shard.n_bytes

    def _replace(self, shards: list[RegionShard]) -> None:
        """Write the manifest of the shards with current regions, then remove the files of the others."""
        used = {number for number, _ in _places(shards).values()}
        current = [shard for number, shard in enumerate(shards) if number in used]
        write_records(self.folder / MANIFEST, current)
        for number, shard in enumerate(shards):
            if number not in used:
                (self.folder / shard.name).unlink(missing_ok=True)
        self._shards, self._places = current, _places(current)
        self._opened.cache_clear()

    def _open(self, number: int) -> tuple[dict[str, NDArray[Any]], tuple[str, ...]]:
        shard = self._shards[number]
        if shard.name not in self._verified:
            if (fault := self._fault(shard)) is not None:
                raise FeatureError(f"{str(self.folder)!r}: {fault}")
            self._verified.add(shard.name)
        try:
            arrays, notes = open_arrays(self.folder / shard.name)
        except RecordError as error:
            raise FeatureError(f"regions of {len(shard.pictures)} pictures are damaged: {error}") from error
        labels = tuple((notes or {}).get("labels", "").split("\n"))
        if not _fit_together(arrays, len(shard.pictures), len(labels)):
            raise FeatureError(
                f"regions of {len(shard.pictures)} pictures are damaged: {shard.name} holds other arrays; extract them "
                "again"
            )
        return arrays, labels

    def _fault(self, shard: RegionShard) -> str | None:
        path, n = self.folder / shard.name, len(shard.pictures)
        if not path.is_file():
            return f"regions of {n} pictures are missing: {shard.name}; extract them again"
        if digest(path) != shard.digest:
            return f"regions of {n} pictures are damaged: {shard.name} is not what was written; extract them again"
        return None


def _places(shards: Iterable[RegionShard]) -> dict[str, tuple[int, int]]:
    """Return the shard of each picture and its index in it; later shards are newer."""
    return {id: (number, place) for number, shard in enumerate(shards) for place, id in enumerate(shard.pictures)}


def _fit_together(arrays: Mapping[str, NDArray[Any]], n_pictures: int, n_labels: int) -> bool:
    """Return whether arrays are those of `_packed`, and their numbers stay inside them."""
    kinds = {name: (array.dtype, array.ndim) for name, array in arrays.items()}
    if kinds != {name: (np.dtype(kind), n) for name, (kind, n) in _KINDS.items()}:
        return False
    starts, labels = arrays["starts"], arrays["labels"]
    n = len(labels)
    rising = len(starts) == n_pictures + 1 and starts[0] == 0 and starts[-1] == n and bool((np.diff(starts) >= 0).all())
    known = labels.min(initial=0) >= 0 and labels.max(initial=0) < n_labels
    return rising and known and len(arrays["rows"]) == n and arrays["boxes"].shape == (n, 4)


def _width(pictures: Mapping[str, PictureRegions]) -> int:
    widths = {int(regions.rows.shape[1]): id for id, regions in pictures.items()}
    if len(widths) != 1:
        listed = ", ".join(f"{id!r} of {width}" for width, id in widths.items())
        raise FeatureError(f"the regions are {listed or 'of no picture'}; expected one width: use one extractor")
    return next(iter(widths))


def _packed(regions: list[PictureRegions]) -> tuple[dict[str, NDArray[Any]], str]:
    """Return the regions of pictures end to end with the start of each picture, and the labels by number."""
    labels = sorted({label for one in regions for label in one.labels} | {""})
    number = {label: n for n, label in enumerate(labels)}
    arrays: dict[str, NDArray[Any]] = {
        "rows": np.concatenate([one.rows for one in regions]).astype(np.float32, copy=False),
        "boxes": np.concatenate([one.boxes for one in regions]).astype(np.float32, copy=False),
        "labels": np.array([number[label] for one in regions for label in one.labels], np.int64),
        "starts": np.cumsum([0, *map(len, regions)]).astype(np.int64),
    }
    return arrays, "\n".join(labels)
