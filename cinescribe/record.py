"""The base class of records: conversion to JSON values and back."""

from __future__ import annotations

import dataclasses
import types
import typing
from functools import lru_cache
from typing import Any, Literal, Self

from cinescribe.errors import RecordError, brief
from cinescribe.timing import Span

LARGEST = 1e15  # number in a record: more than any time, size or count; sums and products of such numbers stay exact


class Record:
    """Base class of the frozen records. Converts to a plain dict and back without loss."""

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON values; a field left at None or () is not written, a `Span` becomes start and end."""
        out: dict[str, Any] = {}
        for item in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, item.name)
            if (value is None and item.default is None) or (value == () and item.default == ()):
                continue
            if item.name == "span":
                out |= {"start": value.start, "end": value.end}
            else:
                out[item.name] = _plain(value)
        return out

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The record that `to_dict` gave.

        Raises:
            RecordError: when a field is missing, unknown or of another type.
        """
        if not isinstance(values, dict):
            raise RecordError(f"a {cls.__name__} came as {type(values).__name__}; an object is wanted")
        values = dict(values)
        hints = _hints(cls)  # type: ignore[arg-type]
        if "span" in hints and "start" in values and "end" in values:
            values["span"] = {"start": values.pop("start"), "end": values.pop("end")}
        unknown = sorted(set(values) - set(hints))
        if unknown:
            raise RecordError(f"a {cls.__name__} came with {brief(unknown[0])}; its fields are {', '.join(hints)}")
        try:
            return cls(**{name: _read(value, hints[name], f"{cls.__name__}.{name}") for name, value in values.items()})
        except TypeError as error:
            raise RecordError(
                f"a {cls.__name__} came with only {', '.join(sorted(values)) or 'nothing'}: {error}"
            ) from error

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


@lru_cache
def _hints(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Span):
        return {"start": value.start, "end": value.end}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _read(value: Any, hint: Any, where: str) -> Any:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):  # an optional Literal is the latter
        return None if value is None else _read(value, typing.get_args(hint)[0], where)
    if typing.get_origin(hint) is tuple:
        return _read_tuple(value, typing.get_args(hint), where)
    if typing.get_origin(hint) is Literal:
        return _checked(value, value in typing.get_args(hint), f"one of {', '.join(typing.get_args(hint))}", where)
    if hint is Span:
        _checked(value, isinstance(value, dict) and set(value) == {"start", "end"}, "start and end", where)
        return Span(_read(value["start"], float, where), _read(value["end"], float, where))
    return _read_scalar(value, hint, where)


def _read_scalar(value: Any, hint: Any, where: str) -> Any:
    if issubclass(hint, Record):
        return hint.from_dict(value)
    if hint is float:
        good = isinstance(value, (int, float)) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST
        return float(_checked(value, good, f"a number of at most {LARGEST:g}", where))
    if hint is int:
        good = isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST
        return _checked(value, good, f"a whole number of at most {LARGEST:g}", where)
    return _checked(value, isinstance(value, hint), hint.__name__, where)


def _read_tuple(value: Any, parts: tuple[Any, ...], where: str) -> tuple[Any, ...]:
    _checked(value, isinstance(value, (list, tuple)), "a list", where)
    if parts[-1] is Ellipsis:
        return tuple(_read(item, parts[0], where) for item in value)
    _checked(value, len(value) == len(parts), f"a list of {len(parts)}", where)
    return tuple(_read(item, part, where) for item, part in zip(value, parts, strict=True))


def _checked(value: Any, good: bool, wanted: str, where: str) -> Any:
    if not good:
        raise RecordError(f"{where} came as {brief(value)}; {wanted} is wanted")
    return value
