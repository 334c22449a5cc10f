"""Reads and writes records and arrays. Files are written under a temporary name and renamed when complete."""

from __future__ import annotations

import errno
import json
import os
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from cinescribe.errors import OutputError, RecordError, brief
from cinescribe.input_files import decoded, numbered_lines, open_input, read_bytes, read_text
from cinescribe.parsing import parse_json
from cinescribe.record import Record

SomeRecord = TypeVar("SomeRecord", bound=Record)

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
_BLOCK = 1 << 16  # bytes that are searched at once for the end of a line
_ALIGNED = 8  # bytes of which the header's length is a multiple


@contextmanager
def writing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, renamed to `path` when the block succeeds and removed when it fails.

    The suffix is kept, since many writers choose their format by it. Several threads and processes may write the same
    path at once; the last one to finish wins.

    Raises:
        OutputError: when the path cannot be written, the disk is full, or the path is a folder.
    """
    path = Path(path)
    if not path.name:
        raise OutputError(f"{str(path)!r} is a folder; name a file in it")
    # The process comes last: `output_folder` removes what processes that are gone have left.
    beside = path.with_name(f".{path.stem}.{threading.get_native_id()}.{os.getpid()}.part{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield beside
        os.replace(beside, path)
    except OSError as error:
        raise OutputError(_unwritable(path, error)) from error
    finally:
        if os.path.lexists(beside):  # False, and no error, where a name is too long
            beside.unlink()


def write_text(path: Path, text: str) -> None:
    """Write a whole UTF-8 text file, or nothing.

    Raises:
        OutputError: when the text holds half of a surrogate pair, or the file cannot be written.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        around = brief(text[max(error.start - 20, 0) : error.end])
        raise OutputError(
            f"{str(path)!r} cannot be written: {around} holds half of a surrogate pair; write the whole character"
        ) from error
    with writing(path) as beside:
        beside.write_bytes(data)


def write_record(path: Path, record: Record) -> None:
    """Write one record as indented JSON."""
    write_text(path, record_text(record))


def record_text(record: Record) -> str:
    """Return what `write_record` writes."""
    return json.dumps(record.to_dict(), ensure_ascii=False, indent=1) + "\n"


def read_record(path: Path, kind: type[SomeRecord]) -> SomeRecord:
    """Read one record.

    Raises:
        RecordError: when the file is missing, is not JSON, or holds something else.
    """
    return kind.from_dict(parse_json(read_text(path), str(path)))


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write records as JSONL, one a line."""
    write_text(path, "".join(json.dumps(record.to_dict(), ensure_ascii=False) + "\n" for record in records))


def append_records(path: Path, records: Iterable[Record]) -> None:
    """Add records to JSONL at its end, one a line; they are on the disk when this returns.

    Where that fails the file is as it was. A crash in the middle may leave a last line that breaks off:
    `read_appended` leaves it out, and the next call removes it.

    Raises:
        OutputError: when the file cannot be written or the disk is full.
    """
    path = Path(path)
    lines = "".join(json.dumps(record.to_dict(), ensure_ascii=False) + "\n" for record in records)
    length = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a+b", opener=not_through_link) as opened:
            length = _end_of_lines(opened)
            opened.truncate(length)
            opened.write(lines.encode())
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        if length is not None:
            os.truncate(path, length)
        raise OutputError(_unwritable(path, error)) from error


def not_through_link(path: str, flags: int) -> int:
    """Open a file that is added to, as an `opener` of `open`; what a link leads to is not ours.

    Raises:
        OSError: when it is a link, or cannot be opened.
    """
    try:
        return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)  # Windows has no such flag
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "it is a link; remove it", path) from error
        raise


def _end_of_lines(opened: BinaryIO) -> int:
    """Return the length of a file up to the end of its last whole line."""
    end = opened.seek(0, os.SEEK_END)
    while end:
        start = max(0, end - _BLOCK)
        opened.seek(start)
        at = opened.read(end - start).rfind(b"\n")
        if at >= 0:
            return start + at + 1
        end = start
    return 0


def read_appended(path: Path, kind: type[SomeRecord]) -> list[SomeRecord]:
    """Read JSONL that records are appended to: what follows the last whole line is left out.

    Raises:
        RecordError: naming the file and line at fault.
    """
    whole, _, _ = read_bytes(path).rpartition(b"\n")
    return _records(decoded(whole, path), kind, path)


def read_records(path: Path, kind: type[SomeRecord]) -> list[SomeRecord]:
    """Read JSONL.

    Raises:
        RecordError: naming the file and line at fault.
    """
    return _records(read_text(path), kind, path)


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
        raise RecordError(f"{str(path)!r} is no safetensors file ({error}); remove it, it is made anew") from error


def read_arrays_like(path: Path, forms: Mapping[str, Form]) -> dict[str, NDArray[Any]]:
    """Read the arrays of a safetensors file that must have these names, types and numbers of dimensions.

    Raises:
        RecordError: when the file is missing, is not safetensors, or holds other arrays.
    """
    arrays = read_arrays(path)
    if {name: (array.dtype.type, array.ndim) for name, array in arrays.items()} != dict(forms):
        found = {name: f"{array.dtype} {array.shape}" for name, array in arrays.items()}
        raise RecordError(f"{str(path)!r} holds {brief(found)}; wanted {', '.join(forms)}; remove it, it is made anew")
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
        raise RecordError(f"{str(path)!r} is no safetensors file ({error}); remove it, it is made anew") from error


def _part(data: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    """One array of a safetensors file, from its entry in the header."""
    start, end = entry["data_offsets"]
    return np.asarray(data[start:end]).view(_TYPES[entry["dtype"]]).reshape(entry["shape"])


def _unwritable(path: Path, error: OSError) -> str:
    return f"{str(path)!r} cannot be written ({error.strerror or error}); name a writable folder with free space"


def _records(text: str, kind: type[SomeRecord], path: Path) -> list[SomeRecord]:
    return [_record(line, kind, f"{path}, line {number}") for number, line in numbered_lines(text)]


def _record(line: str, kind: type[SomeRecord], where: str) -> SomeRecord:
    value = parse_json(line, where)
    try:
        return kind.from_dict(value)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
