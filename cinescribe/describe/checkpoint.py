"""Keeps the state of picture sinks in a file, so that a killed analysis goes on where it was.

The file is a pickle of data only. It names no class or function but those below, objects are made without their
constructors, and networks are not in it: they are taken from fresh sinks.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import pickle
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from cinescribe.errors import RecordError
from cinescribe.input_files import read_bytes
from cinescribe.media.film.read import PictureSink
from cinescribe.media.film.resumed_read import ReadPoint
from cinescribe.store import writing

_VERSION = 3  # of the file and of the states in it; raising it makes older files be left out

# The classes whose objects hold state.
STATES = {
    "cinescribe.features.clip_sets.frames.PictureMeter",
    "cinescribe.features.encoders.backlot_actions.ActionEncoder",
    "cinescribe.features.encoders.backlot_frames.FrameEncoder",
    "cinescribe.features.faces.bodies.BodyWatcher",
    "cinescribe.features.faces.extractor.FoundFace",
    "cinescribe.features.faces.face_crops.FaceCrop",
    "cinescribe.features.faces.face_crops.FaceCropCollector",
    "cinescribe.features.faces.face_crops._Run",
    "cinescribe.features.faces.faces.FaceFinder",
    "cinescribe.features.faces.following.FollowedFace",
    "cinescribe.features.faces.following.Follower",
    "cinescribe.features.faces.following.RepeatedEmbeddings",
    "cinescribe.features.faces.searching.DenseSearch",
    "cinescribe.features.faces.searching.SearchedPicture",
    "cinescribe.features.faces.searching.SparingSearch",
    "cinescribe.features.faces.searching._Changes",
    "cinescribe.features.timed.batched_encoder.BatchedEncoder",
    "cinescribe.media.film.frame_scaling.PictureFormat",
    "cinescribe.media.film.resumed_read.ReadPoint",
    "cinescribe.media.shots.dissolves.Blend",
    "cinescribe.media.shots.frame_signature.Bars",
    "cinescribe.media.shots.shots.ShotFinder",
    "cinescribe.media.text.line_track.LineTrack",
    "cinescribe.media.text.overlay_evidence.OverlayEvidence",
    "cinescribe.media.text.scene_views.SceneViews",
    "cinescribe.media.text.stroke_cells.SearchSchedule",
    "cinescribe.media.text.text_finder.TextFinder",
    "cinescribe.media.text.text_networks.Reading",
    "cinescribe.schema.Face",
    "cinescribe.timing.Span",
}
# What makes NumPy's arrays and numbers, and objects of Python's own.
_NUMPY = {
    f"{module}.{name}"
    for module, names in {
        "numpy": ("dtype", "ndarray"),
        "numpy._core.multiarray": ("_reconstruct", "scalar"),
        "numpy._core.numeric": ("_frombuffer",),
    }.items()
    for name in names
}
_PLAIN = {"collections.deque": deque, "fractions.Fraction": Fraction}
_MAX_BYTES = 4 << 30  # features and faces of hours of film take hundreds of megabytes
_DIGEST_BYTES = hashlib.sha256().digest_size


@runtime_checkable
class _HasTools(Protocol):
    @property
    def tools(self) -> tuple[object, ...]: ...


@dataclass(frozen=True)
class AnalysisCheckpoint:
    """How far an analysis was.

    Args:
        point: in the film.
        sinks: as they were there, by name.
    """

    point: ReadPoint
    sinks: Mapping[str, Any]


def write_analysis_checkpoint(path: Path, checkpoint: AnalysisCheckpoint, *, key: Mapping[str, Any]) -> None:
    """Write a checkpoint.

    Args:
        path: its file; the one before is replaced.
        checkpoint: what to keep.
        key: what the state depends on.

    Raises:
        OutputError: when the file cannot be written or the disk is full.
    """
    payload = io.BytesIO()
    _Writer(payload, checkpoint.sinks).dump((checkpoint.point, dict(checkpoint.sinks)))
    data = payload.getbuffer()
    with writing(path) as beside, open(beside, "wb") as opened:
        opened.write(_heading(key))
        opened.write(hashlib.sha256(data).digest())
        opened.write(data)


def read_analysis_checkpoint(
    path: Path, fresh: Mapping[str, PictureSink], *, key: Mapping[str, Any]
) -> AnalysisCheckpoint:
    """Read a checkpoint.

    Args:
        path: its file.
        fresh: new sinks by name, whose networks the restored ones use.
        key: what the state depends on.

    Raises:
        RecordError: when the file is missing, damaged, or of another key or version.
    """
    try:
        data = read_bytes(path, max_bytes=_MAX_BYTES)
    except RecordError as error:
        raise RecordError(f"{error}; analyse from the beginning") from error
    heading = _heading(key)
    if not data.startswith(heading):
        raise RecordError(f"{str(path)!r} is of another film or version; analyse from the beginning")
    payload = memoryview(data)[len(heading) + _DIGEST_BYTES :]
    if hashlib.sha256(payload).digest() != data[len(heading) : len(heading) + _DIGEST_BYTES]:
        raise RecordError(f"{str(path)!r} is damaged; analyse from the beginning")
    try:
        point, sinks = _Reader(io.BytesIO(payload), fresh).load()
    except Exception as error:  # a pickle of another make can fail in any way
        raise RecordError(f"{str(path)!r} is no checkpoint ({error}); analyse from the beginning") from error
    return AnalysisCheckpoint(point, sinks)


def _heading(key: Mapping[str, Any]) -> bytes:
    """The first line of the file: all that must be the same when it is read."""
    versions = {name: version(name) for name in ("av", "numpy")}  # they decode the film, and make arrays
    return (json.dumps({"checkpoint": _VERSION, **versions, "key": key}, sort_keys=True) + "\n").encode()


def _tools(sinks: Mapping[str, Any]) -> dict[str, object]:
    """What sinks use and do not change, by a name."""
    tools = {name: sink.tools for name, sink in sinks.items() if isinstance(sink, _HasTools)}
    return {f"{name} {n}": tool for name, every in tools.items() for n, tool in enumerate(every)}


class _Writer(pickle.Pickler):
    """Writes states; refuses what the reader would refuse."""

    def __init__(self, file: io.BytesIO, sinks: Mapping[str, Any]) -> None:
        super().__init__(file, protocol=5)
        self._tools = {id(tool): name for name, tool in _tools(sinks).items()}

    def reducer_override(self, obj: Any) -> Any:
        """Return how an object is rebuilt."""
        if id(obj) in self._tools:  # `persistent_id` would be asked about each number
            return _tool, (self._tools[id(obj)],)
        kind: type = type(obj)
        name = _name(kind)
        if name in STATES:
            return _blank, (name,), obj.__getstate__()
        if isinstance(obj, type) or callable(obj):
            _known(obj.__module__, obj.__name__)
        elif not name.startswith("numpy.") and name not in _PLAIN:
            raise pickle.PicklingError(f"{name} has no place in a checkpoint")
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Reads states."""

    def __init__(self, file: io.BytesIO, fresh: Mapping[str, Any]) -> None:
        super().__init__(file)
        self._tools = _tools(fresh)

    def find_class(self, module_name: str, global_name: str) -> Any:
        """Return what makes objects, if it is known."""
        found = _known(module_name, global_name)
        return self._tools.__getitem__ if found is _tool else found


def _known(module: str, name: str) -> Any:
    """Return a class or function that a checkpoint may name."""
    if module == __name__ and name in ("_blank", "_tool"):
        return globals()[name]
    if f"{module}.{name}" in _NUMPY:
        return getattr(importlib.import_module(module), name)
    if f"{module}.{name}" in _PLAIN:
        return _PLAIN[f"{module}.{name}"]
    raise pickle.UnpicklingError(f"{module}.{name} has no place in a checkpoint")


def _tool(name: str) -> None:
    """Stand for the tool of a name: the reader puts what looks it up in place of this function."""


def _blank(name: str) -> object:
    """Return an object of a class without a state; its constructor is not run."""
    return object.__new__(_state_class(name))


@cache
def _state_class(name: str) -> type:
    if name not in STATES:
        raise pickle.UnpicklingError(f"{name} has no place in a checkpoint")
    module, _, kind = name.rpartition(".")
    found: type = getattr(importlib.import_module(module), kind)
    return found


@cache
def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
