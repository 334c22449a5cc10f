"""The base class of records: conversion to JSON values and back."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, Self, TypeAlias

from cinescribe.errors import RecordError, brief
from cinescribe.timing import Span

LARGEST_NUMBER = (
    1e15  # number in a record: more than any time, size or count; sums and products of such numbers stay exact
)


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
            raise RecordError(f"a {cls.__name__} is {type(values).__name__}; expected an object")
        readers = _readers(cls)  # type: ignore[arg-type]  # mypy takes no class of a type variable for hashable
        if "span" in readers and "start" in values and "end" in values:
            values = dict(values)
            values["span"] = {"start": values.pop("start"), "end": values.pop("end")}
        unknown = values.keys() - readers.keys()
        if unknown:
            raise RecordError(
                f"a {cls.__name__} has {brief(min(unknown, key=str))}; its fields are {', '.join(readers)}"
            )
        try:
            return cls(**{name: readers[name](value) for name, value in values.items()})
        except TypeError as error:
            raise RecordError(f"a {cls.__name__} has only {', '.join(sorted(values)) or 'nothing'}: {error}") from error

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


_Reader: TypeAlias = Callable[[Any], Any]  # from a JSON value to that of a field


@lru_cache
def _readers(cls: Any) -> dict[str, _Reader]:
    """What reads each field of a record; made once, since a journal has many thousand records."""
    return {name: _reader(hint, f"{cls.__name__}.{name}") for name, hint in typing.get_type_hints(cls).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Span):
        return {"start": value.start, "end": value.end}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _reader(hint: Any, where: str) -> _Reader:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):  # an optional Literal is the latter
        read = _reader(typing.get_args(hint)[0], where)
        return lambda value: None if value is None else read(value)
    if typing.get_origin(hint) is tuple:
        return _tuple_reader(typing.get_args(hint), where)
    if typing.get_origin(hint) is Literal:
        known = typing.get_args(hint)
        return lambda value: _checked(value, value in known, f"one of {', '.join(known)}", where)
    if hint is Span:
        time = _reader(float, where)

        def read_span(value: Any) -> Span:
            _checked(value, isinstance(value, dict) and set(value) == {"start", "end"}, "start and end", where)
            return Span(time(value["start"]), time(value["end"]))

        return read_span
    return _scalar_reader(hint, where)


def _scalar_reader(hint: Any, where: str) -> _Reader:
    if issubclass(hint, Record):
        return hint.from_dict  # type: ignore[no-any-return]
    if hint is float or hint is int:
        kinds = (int, float) if hint is float else int
        wanted = f"a {'number' if hint is float else 'whole number'} of at most {LARGEST_NUMBER:g}"

        def read_number(value: Any) -> Any:
            good = (
                isinstance(value, kinds) and not isinstance(value, bool) and -LARGEST_NUMBER <= value <= LARGEST_NUMBER
            )
            return hint(_checked(value, good, wanted, where))

        return read_number
    return lambda value: _checked(value, isinstance(value, hint), hint.__name__, where)


def _tuple_reader(parts: tuple[Any, ...], where: str) -> _Reader:
    readers = [_reader(part, where) for part in parts if part is not Ellipsis]
    read = readers[0]

    def read_all(value: Any) -> tuple[Any, ...]:
        _checked(value, isinstance(value, (list, tuple)), "a list", where)
        if parts[-1] is Ellipsis:
            return tuple([read(item) for item in value])
        _checked(value, len(value) == len(parts), f"a list of {len(parts)}", where)
        return tuple(one(item) for one, item in zip(readers, value, strict=True))

    return read_all


def _checked(value: Any, good: bool, wanted: str, where: str) -> Any:
    if not good:
        raise RecordError(f"{where} is {brief(value)}; expected {wanted}")
    return value
