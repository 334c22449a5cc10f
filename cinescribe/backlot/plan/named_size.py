"""Sizes of films and corpora by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cinescribe.errors import ParameterError

_Size = TypeVar("_Size")


def size_of(given: str | _Size, sizes: Mapping[str, _Size]) -> _Size:
    """Return a size that is given, or the one with the given name.

    Raises:
        ParameterError: when none has the name.
    """
    if not isinstance(given, str):
        return given
    if given not in sizes:
        raise ParameterError(f"unknown `size` {given!r}; choose from {', '.join(sizes)}")
    return sizes[given]
