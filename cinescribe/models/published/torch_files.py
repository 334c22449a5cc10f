"""Reads the tensors in a file of `torch.save`, in its present form (zip) or the one before torch 1.6.

Such a file is a pickle that names functions, and the numbers. `torch.load(weights_only=True)` does not call these
functions either, but small hostile files stop it (torch 2.13): a name of 100,000 letters takes it 90 s and one twice as
long four times that; 60 tuples inside each other as a key never end; and a megabyte of packed zeros takes a gigabyte of
memory. A limit on the file's size helps against none of them. This reader knows the few functions that weights need,
calls placeholders for them, and takes numbers from nowhere but the file.
"""

from __future__ import annotations

import math
import pickle
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import BufferedReader, BytesIO
from itertools import pairwise
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.errors import brief
from cinescribe.features.imports.pickle_check import check_pickle

# What reading a damaged pickle or zip file raises.
TORCH_FILE_ERRORS = (
    UnpicklingError,
    OSError,  # a zip file with an offset before its start
    zipfile.BadZipFile,
    RuntimeError,  # an encrypted zip file; with NotImplementedError, one packed in an unknown way
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    EOFError,
    OverflowError,
    RecursionError,
)
_MAGIC = 0x1950A86A20F9469CFC6C  # the first pickle of a file before torch 1.6
_MAX_PICKLES = 64 << 20  # bytes: those of a model of a hundred thousand tensors with an optimiser have 60 MB
_MAX_DIMENSIONS = 8
_KINDS = {
    "DoubleStorage": "<f8",
    "FloatStorage": "<f4",
    "HalfStorage": "<f2",
    "LongStorage": "<i8",
    "IntStorage": "<i4",
    "ShortStorage": "<i2",
    "CharStorage": "i1",
    "ByteStorage": "u1",
    "BoolStorage": "?",
}
# NumPy numbers and arrays: scores and states of random generators beside the weights.
_NOT_NEEDED = (
    "_codecs.encode",
    "numpy.core.multiarray._reconstruct",
    "numpy.core.multiarray.scalar",
    "numpy._core.multiarray._reconstruct",
    "numpy._core.multiarray.scalar",
    "numpy.ndarray",
    "numpy.dtype",
)


@dataclass(frozen=True)
class StoredTensor:
    """A tensor whose numbers are still in the file.

    Args:
        storage: the numbers that it is a part of.
        offset: of its first number in the storage.
        shape: of the tensor.
        strides: distance of neighbours in each dimension, in numbers.
    """

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def n_bytes(self) -> int:
        """Bytes that are read for it: its whole storage."""
        return self.storage.kind.itemsize * self.storage.n_numbers


@dataclass(frozen=True)
class _Storage:
    kind: np.dtype[Any]
    key: str
    n_numbers: int


@dataclass(frozen=True)
class TorchFile:
    """The values in a file of `torch.save`.

    Args:
        values: what was saved; each tensor is a `StoredTensor`.
        numbers: returns those of a storage, (n,), as bytes.
    """

    values: Any
    numbers: Callable[[_Storage], NDArray[np.uint8]]

    def tensor(self, stored: StoredTensor) -> Tensor:
        """Read one tensor.

        Raises:
            UnpicklingError: when its shape does not fit its numbers, or these are not in the file.
        """
        shape, strides, storage = stored.shape, stored.strides, stored.storage
        whole = (stored.offset, *shape, *strides)
        if not all(type(one) is int and one >= 0 for one in whole) or not len(shape) == len(strides) <= _MAX_DIMENSIONS:
            raise UnpicklingError(f"a tensor has the shape {brief(shape)}")
        last = stored.offset + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
        if math.prod(shape) > storage.n_numbers or (0 not in shape and last >= storage.n_numbers):
            raise UnpicklingError(f"a tensor of the shape {brief(shape)} has {storage.n_numbers} numbers")
        numbers = torch.from_numpy(self.numbers(storage).view(storage.kind))
        return numbers.as_strided(shape, strides, stored.offset).contiguous()


def read_torch_file(path: Path, opened: BufferedReader) -> TorchFile:
    """Return the values in an open file of `torch.save`; the tensors can be read while it is open.

    Args:
        path: the file.
        opened: the same file.

    Raises:
        One of `TORCH_FILE_ERRORS`: when it is damaged or of another kind, or names a function that weights do not need.
    """
    if zipfile.is_zipfile(opened):
        return _zipped(zipfile.ZipFile(opened), length=path.stat().st_size)
    opened.seek(0)
    return _old(path, opened.read(_MAX_PICKLES))


def _zipped(archive: zipfile.ZipFile, *, length: int) -> TorchFile:
    entries = {info.filename: info for info in archive.infolist()}
    (root,) = {name.removesuffix("data.pkl") for name in entries if name.endswith("/data.pkl")}

    def read(name: str) -> bytes:
        info = entries[root + name]
        if info.compress_type != zipfile.ZIP_STORED:
            raise UnpicklingError(f"its part {brief(name)} is packed")
        if max(info.file_size, info.compress_size) > length:  # zipfile would make room for as much as it says
            raise UnpicklingError(f"its part {brief(name)} says that it is longer than the file")
        return archive.read(info)

    if entries[f"{root}data.pkl"].file_size > _MAX_PICKLES:
        raise UnpicklingError("its pickle is too large")
    if f"{root}byteorder" in entries and read("byteorder") != b"little":
        raise UnpicklingError("its numbers are those of another kind of machine")
    data = read("data.pkl")
    check_pickle(data)

    def numbers(storage: _Storage) -> NDArray[np.uint8]:
        return _numbers(np.frombuffer(read(f"data/{storage.key}"), np.uint8), storage)

    return TorchFile(_Reader(data).load(), numbers)


def _old(path: Path, head: bytes) -> TorchFile:
    ends = [0]
    for _ in range(5):  # magic number, version, system, values, order of the storages
        ends.append(check_pickle(head, ends[-1]))
    magic, _, system, values, order = (_Reader(head[at:end]) for at, end in pairwise(ends))
    if magic.load() != _MAGIC or not system.load()["little_endian"]:
        raise UnpicklingError("it is no file of torch, or one of another kind of machine")
    loaded = values.load()
    mapped = np.memmap(path, np.uint8, mode="r")
    places, at = {}, ends[-1]
    for key in order.load():
        places[key] = at + 8  # behind the count of the numbers, which the pickle has too
        at += 8 + values.storages[key].kind.itemsize * values.storages[key].n_numbers

    def numbers(storage: _Storage) -> NDArray[np.uint8]:
        return _numbers(mapped[places[storage.key] :], storage)

    return TorchFile(loaded, numbers)


def _numbers(data: NDArray[np.uint8], storage: _Storage) -> NDArray[np.uint8]:
    n_bytes = storage.kind.itemsize * storage.n_numbers
    if len(data) < n_bytes:
        raise UnpicklingError(f"expected {n_bytes} bytes of numbers, found {len(data)}")
    return data[:n_bytes].copy()


class _Kind:
    """Stands for a class of storages."""

    def __init__(self, name: str) -> None:
        self.dtype: np.dtype[Any] = np.dtype(_KINDS[name])


class Placeholder:
    """Placeholder for anything that is not needed."""

    def __init__(self, *_: Any) -> None:
        pass

    def __setstate__(self, _: Any) -> None:
        pass


class _Reader(pickle.Unpickler):
    """Reads a pickle without importing anything. A pickle may change what it names, so each name is a new object."""

    def __init__(self, data: bytes) -> None:
        super().__init__(BytesIO(data))
        self.storages: dict[str, _Storage] = {}

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        name = f"{module_name}.{global_name}"
        if module_name in ("torch", "torch.cuda") and global_name in _KINDS:
            return _Kind(global_name)
        if name in ("collections.OrderedDict", "collections.defaultdict"):
            return type("Named", (dict,), {})
        if name == "torch._utils._rebuild_tensor_v2":
            return partial(_stored)
        if name == "torch._utils._rebuild_parameter":
            return partial(_first)
        if name in _NOT_NEEDED:
            return type("Placeholder", (Placeholder,), {})
        raise UnpicklingError(f"it names {brief(name)}, which no weights need")

    def persistent_load(self, pid: Any, /) -> _Storage:
        what, kind, key, _, n_numbers, *view = pid
        if what != "storage" or any(one is not None for one in view) or n_numbers < 0:
            raise UnpicklingError(f"it has {brief(what)} for a storage")
        storage = _Storage(kind.dtype, str(key), int(n_numbers))
        if self.storages.setdefault(storage.key, storage) != storage:
            raise UnpicklingError(f"its storage {brief(key)} is described twice")
        return storage


def _stored(storage: _Storage, offset: Any, shape: Any, strides: Any, *_: Any) -> StoredTensor:
    return StoredTensor(storage, offset, tuple(shape), tuple(strides))


def _first(value: Any, *_: Any) -> Any:
    return value
