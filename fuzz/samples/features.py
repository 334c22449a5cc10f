"""Feature stores, face crops, measurements of a film, and a dlib network."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from cinescribe.arrays import write_arrays
from cinescribe.features.faces.face_crops import FaceCrop, write_face_crops
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.regions.region_store import RegionProvenance, RegionStore
from cinescribe.features.store.clip_level_features import join_clip_features, join_clip_regions
from cinescribe.features.store.film_shards import Provenance
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.features.timed.timed_features import FaceFeatures, TimedFeatures, no_appearance
from cinescribe.schema import Shot, Speech
from cinescribe.store import write_records
from cinescribe.timing import Span
from fuzz.samples.described import faces
from fuzz.samples.films import picture
from fuzz.samples.written import written_files

_MADE = Provenance("some", "1", "ab")
_REGIONS = PictureRegions(np.ones((2, 3), np.float32), np.zeros((2, 4), np.float32), ("dog", ""))


def timed() -> TimedFeatures:
    """Return four vectors of three numbers."""
    return TimedFeatures(np.arange(4, dtype=np.float64), np.ones((4, 3), np.float32))


@cache
def store_files() -> dict[str, bytes]:
    """Return a store with streams of every kind for the film `f1`."""
    rows = np.ones((2, 5), np.float32)
    found = FaceFeatures(
        np.arange(2.0), np.zeros((2, 4), np.float32), np.ones(2, np.float32), rows, rows, *no_appearance(2)
    )

    def write(folder: Path) -> None:
        store = FeatureStore(folder)
        store.write("f1", "clip", timed(), made=_MADE)
        store.write("f1", "actions", timed(), made=_MADE)
        store.write("f1", "faces", found, made=_MADE)
        store.write(
            "f1", "text", join_clip_features(["a", "b"], np.ones((3, 2), np.float32), counts=[1, 2]), made=_MADE
        )
        store.write("f1", "regions", join_clip_regions(["a"], [_REGIONS]), made=_MADE)

    return written_files(write)


@cache
def region_store_files() -> dict[str, bytes]:
    """Return a store of the regions of two pictures."""

    def write(folder: Path) -> None:
        sources = {"s1": "d1", "s2": "d2"}
        RegionStore(folder).write(dict.fromkeys(sources, _REGIONS), made=RegionProvenance("some", "1"), sources=sources)

    return written_files(write)


@cache
def crop_files() -> dict[str, bytes]:
    """Return the crops of two faces."""
    crops = [FaceCrop(row, 0.5, picture("jpeg")) for row in (0, 2)]
    return written_files(lambda folder: write_face_crops(folder / "glimpses.safetensors", crops))


@cache
def analysis_files() -> dict[str, bytes]:
    """Return what `listen` and `watch` write of a film."""
    four = np.linspace(0, 1, 4, dtype=np.float32)
    times = np.arange(4, dtype=np.float64)
    arrays = {
        "heard/sounds.safetensors": {"times": times, "level_db": four, "music": four},
        "seen/pictures.safetensors": {
            "times": times,
            **dict.fromkeys(("brightness", "warmth", "zoom", "activity"), four),
            "shift": np.zeros((4, 2), np.float32),
        },
        "seen/faces.safetensors": {
            "embeddings": np.ones((3, 4), np.float32),
            "torsos": np.zeros((3, 8, 8, 3), np.uint8),
            "torso_shares": np.ones(3, np.float32),
            "bodies": np.ones((3, 2), np.float32),
        },
        **{f"seen/{name}.safetensors": vars(timed()) for name in ("clip", "actions")},
    }

    def write(folder: Path) -> None:
        for name, content in arrays.items():
            write_arrays(folder / name, content)
        for name in ("speech", "certain"):
            write_records(folder / f"heard/{name}.jsonl", [Speech(Span(0.5, 1.5), "vad")])
        write_records(folder / "seen/shots.jsonl", [Shot(Span(0.0, 4.0))])
        write_records(folder / "seen/faces.jsonl", faces())
        write_records(folder / "seen/texts.jsonl", [])

    crops = {"seen/glimpses.safetensors": crop_files()["glimpses.safetensors"]}
    return {**written_files(write), **crops}


def dlib_network() -> bytes:
    """Return three layers as dlib writes them (serialize.h: a byte of sign and length, then the bytes)."""
    shape = b"".join(_integer(n) for n in (2, 1, 1, 2, 2, 0, 0))
    convolution = b"\x01\x05con_4" + _tensor([1, 2, 3, 4]) + shape
    spans = b"".join(_integer(n) for n in range(10))
    norm = b"\x01\x07bn_con2" + _tensor([1, 1, 0, 0]) + spans + b"".join(_tensor([n, n]) for n in (7, 8, 9, 10))
    linear = b"\x01\x04fc_2" + _integer(2) + _integer(1) + _tensor([5, 6])
    return b"anything" + convolution + b"between" + norm + linear


def _integer(number: int) -> bytes:
    data = number.to_bytes(4, "little").rstrip(b"\0")
    return bytes([len(data)]) + data


def _tensor(values: list[int]) -> bytes:
    sizes = (1, len(values), 1, 1, 1)  # version, samples, channels, rows, columns
    return b"".join(map(_integer, sizes)) + np.array(values, "<f4").tobytes()
