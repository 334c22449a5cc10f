"""Feature stores, face crops, frames, measurements of a film, and networks of dlib."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import h5py
import numpy as np

from cinescribe.arrays import read_arrays_like
from cinescribe.describe import checkpoint
from cinescribe.describe.analyse import read_analysis
from cinescribe.features.clip_sets.frames import PictureMeter, frame_times, read_frame, read_frames
from cinescribe.features.faces.dlib_weights import read_layers
from cinescribe.features.faces.face_crops import read_face_crops
from cinescribe.features.imports.clip_arrays import open_clip_arrays
from cinescribe.features.imports.coco_detections import CocoDetections
from cinescribe.features.regions.region_store import RegionStore
from cinescribe.features.store.film_shards import open_shard
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.media.film.resumed_read import ReadPoint
from cinescribe.timing import Span
from fuzz.reader import Reader, Seed, file_reader
from fuzz.samples.features import analysis_files, crop_files, dlib_network, region_store_files, store_files
from fuzz.samples.films import picture
from fuzz.samples.written import written

_MANIFEST = "shards.jsonl"
_KEY = {"film": "abc"}


def _store(folder: Path) -> None:
    store = FeatureStore(folder)
    for shard in store.shards():
        store.path(shard.film, shard.stream)
    store.check()
    film = store.features("f1")
    for part in (film.clip, film.actions, film.faces):
        if part is not None:
            np.sum(part.within(Span(0.0, 2.0)).times)
    texts = store.clip_features("f1", "text")
    texts.of("b")
    regions = store.clip_features("f1", "regions")
    regions.of("a")


def _signed_store(folder: Path) -> None:
    """Read a store whose manifest has the digests of the damaged files, as a hostile one would."""
    _sign(folder, lambda shard: f"{shard['film']}.{shard['stream']}.safetensors")
    _store(folder)


def _regions(folder: Path) -> None:
    store = RegionStore(folder)
    store.check()
    for name in store.pictures:
        store.picture(name)


def _signed_regions(folder: Path) -> None:
    _sign(folder, lambda shard: shard["name"])
    _regions(folder)


def _sign(folder: Path, name: Callable[[dict[str, str]], str]) -> None:
    shards = [json.loads(line) for line in (folder / _MANIFEST).read_text().splitlines()]
    for shard in shards:
        path = folder / name(shard)
        if path.is_file():
            data = path.read_bytes()
            shard |= {"n_bytes": len(data), "digest": sha256(data).hexdigest()}
    (folder / _MANIFEST).write_text("".join(json.dumps(shard) + "\n" for shard in shards))


def _frames(folder: Path) -> None:
    read_frames(folder, Span(0.0, 100.0), at_most=4)
    for time in frame_times(folder)[:4]:
        read_frame(folder, time)


def _analysis(folder: Path) -> None:
    read_analysis(folder / "heard", folder / "seen")


def _checkpoint(path: Path, *, signed: bool = False) -> None:
    if signed and path.is_file():
        data = path.read_bytes()
        start = data.find(b"\n") + 1
        payload = data[start + 32 :]
        path.write_bytes(data[:start] + sha256(payload).digest() + payload)
    checkpoint.read_analysis_checkpoint(path, {"pictures": PictureMeter()}, key=_KEY)


@cache
def _checkpoints() -> list[bytes]:
    sink, rng = PictureMeter(), Random(0)
    for n in range(3):
        sink.take(n / 5, np.frombuffer(rng.randbytes(30 * 40 * 3), np.uint8).reshape(30, 40, 3))
    kept = checkpoint.AnalysisCheckpoint(ReadPoint(12.5, 77, 300, 1, None), {"pictures": sink})
    return [written("c.resume", lambda path: checkpoint.write_analysis_checkpoint(path, kept, key=_KEY))]


def _parts(files: dict[str, bytes]) -> tuple[str, ...]:
    return tuple(name for name in files if name.endswith(".safetensors"))


def _hdf5() -> bytes:
    """A small file of detections."""
    buffer = io.BytesIO()
    with h5py.File(buffer, "w") as file:
        file["790_features"] = np.ones((2, 3), np.float32)
        file["790_boxes"] = np.ones((2, 4), np.float32)
    return buffer.getvalue()


def _detections(path: Path) -> None:
    with CocoDetections(path, n_regions=50) as detections:
        detections.regions("COCO_val2014_000000000790", (640, 480))


def _npy() -> bytes:
    """An array of one clip."""
    buffer = io.BytesIO()
    np.save(buffer, np.ones((2, 3), np.float32))
    return buffer.getvalue()


def _clip_arrays(path: Path) -> None:
    with open_clip_arrays(path) as arrays:
        arrays.digest(["a", "790_boxes"])
        for clip in ("a", "790_boxes"):
            if clip in arrays:
                arrays.vectors(clip)


def _npy_array(path: Path) -> None:
    _clip_arrays(path.parent)


READERS = (
    file_reader(
        _clip_arrays, "d.h5", lambda: [_hdf5()], label="features.imports.ClipArrays.hdf5", covers=[open_clip_arrays]
    ),
    file_reader(
        _clip_arrays,
        "d.csv",
        lambda: [b"clip,x,y\na,1,2\nb,3,4\n", b"a 1 2\nb 3 4"],
        label="features.imports.ClipArrays.text",
        covers=[open_clip_arrays],
    ),
    file_reader(
        _npy_array, "a.npy", lambda: [_npy()], label="features.imports.ClipArrays.npy", covers=[open_clip_arrays]
    ),
    file_reader(
        _detections, "d.hdf5", lambda: [_hdf5()], label="features.imports.CocoDetections", covers=[CocoDetections]
    ),
    Reader(
        "features.FeatureStore",
        _store,
        lambda: [Seed(store_files())],
        (FeatureStore.check, FeatureStore.features, FeatureStore.path, open_shard),
    ),
    Reader(
        "features.FeatureStore.signed",
        _signed_store,
        lambda: [Seed(store_files(), _parts(store_files()))],
        (open_shard,),
    ),
    Reader(
        "features.RegionStore", _regions, lambda: [Seed(region_store_files())], (RegionStore.check, RegionStore.picture)
    ),
    Reader(
        "features.RegionStore.signed",
        _signed_regions,
        lambda: [Seed(region_store_files(), _parts(region_store_files()))],
        (RegionStore.picture,),
    ),
    file_reader(
        read_face_crops,
        "glimpses.safetensors",
        lambda: list(crop_files().values()),
        covers=[read_face_crops, read_arrays_like],
    ),
    Reader(
        "features.read_frames",
        _frames,
        lambda: [Seed({f"{time:09d}.jpg": picture("jpeg") for time in (0, 500, 1000)})],
        (read_frames, read_frame),
    ),
    file_reader(read_layers, "net.dat", lambda: [dlib_network()]),
    Reader("describe.read_analysis", _analysis, lambda: [Seed(analysis_files())], (read_analysis,)),
    file_reader(
        _checkpoint,
        "c.resume",
        _checkpoints,
        label="describe.read_checkpoint",
        covers=[checkpoint.read_analysis_checkpoint],
    ),
    file_reader(
        lambda path: _checkpoint(path, signed=True),
        "c.resume",
        _checkpoints,
        label="describe.read_checkpoint.signed",
        covers=[checkpoint.read_analysis_checkpoint],
    ),
)
