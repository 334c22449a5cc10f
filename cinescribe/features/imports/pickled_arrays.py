"""Reads a pickled array, or a list or table of arrays, without running what the file names."""

from __future__ import annotations

import math
import pickle
from collections.abc import Mapping
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, brief
from cinescribe.features.imports.pickle_check import check_pickle
from cinescribe.input_files import open_input

_MODULES = ("numpy", "numpy.core.multiarray", "numpy._core.multiarray", "numpy.core.numeric", "numpy._core.numeric")
_KINDS = ("f2", "f4", "f8")


def read_pickled_arrays(path: Path) -> Mapping[Any, NDArray[Any]]:
    """Return the arrays of floats in a pickle, by their numbers in a list or first axis, or by the keys of a table.

    Raises:
        RecordError: when there is no such file.
        FeatureError: when it is damaged, or holds or names anything but arrays of floats.
    """
    path = Path(path)
    try:
        with open_input(path) as opened:
            check_pickle(opened)
            opened.seek(0)
            found = _Reader(opened).load()
        if isinstance(found, _Array):
            return dict(enumerate(found.values()))
        items = dict(enumerate(found)) if isinstance(found, list) else found
        if not isinstance(items, dict):
            raise UnpicklingError(f"it holds {brief(items)}")
        return {key: _values(item) for key, item in items.items()}
    except (UnpicklingError, ValueError, TypeError, LookupError, AttributeError, EOFError, OverflowError,
            MemoryError, RecursionError) as error:  # fmt: skip
        raise FeatureError(
            f"{str(path)!r} is no pickle of NumPy arrays that can be read safely ({brief(str(error))}); give the "
            "file as it was published"
        ) from error


class _Type:
    """Placeholder for `numpy.dtype`; order of bytes is little-endian or none."""

    def __init__(self, name: str, *_: Any) -> None:
        if name not in _KINDS:
            raise UnpicklingError(f"it has numbers of the kind {brief(name)}")
        self.kind = name

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] != "<":
            raise UnpicklingError(f"its numbers have the byte order {brief(state[1])}")


class _Array:
    """Placeholder for an array."""

    _state: tuple[Any, ...] = ()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._state = state

    def values(self) -> NDArray[Any]:
        """Return its numbers."""
        _, shape, kind, is_fortran, data = self._state
        if (
            not isinstance(kind, _Type)
            or not isinstance(data, bytes | bytearray)
            or not all(type(n) is int for n in shape)
        ):
            raise UnpicklingError("an array has no floats")
        if math.prod(shape) * np.dtype(kind.kind).itemsize != len(data):
            raise UnpicklingError(f"an array of shape {brief(shape)} has {len(data)} bytes")
        return np.frombuffer(data, f"<{kind.kind}").reshape(shape, order="F" if is_fortran else "C")


def _values(item: Any) -> NDArray[Any]:
    if not isinstance(item, _Array):
        raise UnpicklingError(f"it holds {brief(item)}, which is no array")
    return item.values()


def _empty_array(*_: Any) -> _Array:
    return _Array()


def _from_buffer(data: Any, kind: Any, shape: Any, order: Any) -> _Array:
    """An array as pickle's fifth protocol has it."""
    array = _Array()
    array.__setstate__((1, shape, kind, order == "F", data))
    return array


def _encoded(text: str, encoding: str) -> bytes:
    return text.encode("latin1" if encoding == "latin1" else "ascii")


_PLACEHOLDERS = {"_reconstruct": _empty_array, "_frombuffer": _from_buffer, "ndarray": _Array, "dtype": _Type}


class _Reader(pickle.Unpickler):
    """Reads a pickle without importing anything."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) == ("_codecs", "encode"):
            return _encoded
        if module_name not in _MODULES or global_name not in _PLACEHOLDERS:
            raise UnpicklingError(f"it names {brief(f'{module_name}.{global_name}')}, which no array needs")
        return _PLACEHOLDERS[global_name]
