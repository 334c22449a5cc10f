"""Reads and writes named arrays as safetensors files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from cinescribe.errors import RecordError, brief
from cinescribe.input_files import open_input
from cinescribe.parsing import parse_json
from cinescribe.store import writing

# How safetensors spells NumPy's types.
_TYPES: dict[str, type[np.generic]] = {
    "BOOL": np.bool_,
    "F16": np.float16,
    "F32": np.float32,
    "F64": np.float64,
    "I8": np.int8,
    "I16": np.int16,
    "I32": np.int32,
    "I64": np.int64,
    "U8": np.uint8,
    "U16": np.uint16,
    "U32": np.uint32,
    "U64": np.uint64,
}
_NAMES = {np.dtype(kind): name for name, kind in _TYPES.items()}
Form: TypeAlias = tuple[type[np.generic], int]  # an array's type and number of dimensions
_ALIGNED = 8  # bytes of which the header's length is a multiple


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]], *, notes: Mapping[str, str] | None = None) -> None:
    """Write named arrays, and notes about them, to one safetensors file; the same ones give the same bytes.

    The library's own writer puts notes in an order that changes from run to run.

    Raises:
        OutputError: when the file cannot be written or the disk is full.
    """
    # Wide numbers first, so that each array begins where its numbers may.
    names = sorted(arrays, key=lambda name: (-arrays[name].dtype.itemsize, name))
    solid = {name: np.ascontiguousarray(arrays[name]) for name in names}
    ends = list(accumulate((array.nbytes for array in solid.values()), initial=0))
    header: dict[str, Any] = {"__metadata__": dict(sorted((notes or {}).items()))}
    for (name, array), offsets in zip(solid.items(), pairwise(ends), strict=True):
        header[name] = {"dtype": _NAMES[array.dtype], "shape": arrays[name].shape, "data_offsets": offsets}
    encoded = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    encoded += b" " * (-len(encoded) % _ALIGNED)
    with writing(path) as beside, open(beside, "wb") as opened:
        opened.write(len(encoded).to_bytes(8, "little") + encoded)
        for array in solid.values():
            opened.write(array.data if array.size else b"")


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read the arrays of a safetensors file.

    Raises:
        RecordError: when the file is missing or is not safetensors.
    """
    try:
        with open_input(path), safe_open(path, framework="numpy") as opened:
            return {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    except (OSError, SafetensorError, ValueError) as error:  # ValueError: a shape that NumPy cannot have
        raise RecordError(f"{str(path)!r} is no safetensors file ({error}); remove it, and it is made again") from error


def read_arrays_like(path: Path, forms: Mapping[str, Form]) -> dict[str, NDArray[Any]]:
    """Read the arrays of a safetensors file that must have these names, types and numbers of dimensions.

    Raises:
        RecordError: when the file is missing, is not safetensors, or holds other arrays.
    """
    arrays = read_arrays(path)
    if {name: (array.dtype.type, array.ndim) for name, array in arrays.items()} != dict(forms):
        found = {name: f"{array.dtype} {array.shape}" for name, array in arrays.items()}
        raise RecordError(
            f"{str(path)!r} holds {brief(found)}; expected {', '.join(forms)}; remove it, and it is made again"
        )
    return arrays


def open_arrays(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Open the arrays of a safetensors file as views of one read-only memory map; return them and the notes.

    Only the header is read until an array is used.

    Raises:
        RecordError: when the file is missing, is not safetensors, or holds arrays that NumPy does not know.
    """
    try:
        with open_input(path) as opened, safe_open(path, framework="numpy"):  # checks the header against the length
            length = int.from_bytes(opened.read(8), "little")
            header = parse_json(opened.read(length).decode(), repr(str(path)))
        notes = header.pop("__metadata__", None) or {}
        whole = np.memmap(path, np.uint8, mode="r")
        return {name: _part(whole[8 + length :], entry) for name, entry in header.items()}, notes
    except (OSError, SafetensorError, KeyError, ValueError) as error:
        raise RecordError(f"{str(path)!r} is no safetensors file ({error}); remove it, and it is made again") from error


def _part(data: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    """One array of a safetensors file, from its entry in the header."""
    start, end = entry["data_offsets"]
    return np.asarray(data[start:end]).view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
