"""Conversion between frozen dataclasses of plain values and the tables of recipes and checkpoints."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from cinescribe.errors import RecordError, brief

_Kind = TypeVar("_Kind")

_NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def from_fields(kind: type[_Kind], values: Any, *, where: str) -> _Kind:
    """Return a dataclass with these values; fields that are not named keep their defaults.

    Args:
        kind: a dataclass of numbers, texts, booleans, tuples of them, further such dataclasses, any of these or None,
            and tables, which are not checked.
        values: values by field.
        where: the name of the values in messages.

    Raises:
        RecordError: for values that are no table, an unknown field, a value of another type, or a missing field.
    """
    if not isinstance(values, Mapping):
        raise RecordError(f"{where} is {brief(values)}; expected a table of names and values")
    hints = typing.get_type_hints(kind)
    unknown = [name for name in values if name not in hints]
    if unknown:
        raise RecordError(f"{where} has {brief(unknown[0])}, which is not known there; known are {', '.join(hints)}")
    missing = [name for name in _needed(kind) if name not in values]
    if missing:
        raise RecordError(f"{where} lacks {missing[0]!r}; add it")
    return kind(**{name: _read(value, hints[name], f"{where}: {name}") for name, value in values.items()})


def plain_fields(values: Any) -> Any:
    """Return a dataclass of plain values as values for JSON or TOML.

    A field whose metadata say `later` is left out at its default: recipes and cards from before it stay the same.
    """
    if dataclasses.is_dataclass(values):
        return {
            item.name: plain_fields(getattr(values, item.name))
            for item in dataclasses.fields(values)
            if not (item.metadata.get("later") and getattr(values, item.name) == item.default)
        }
    return [plain_fields(item) for item in values] if isinstance(values, tuple) else values


def _needed(kind: Any) -> list[str]:
    missing = dataclasses.MISSING
    return [
        item.name
        for item in dataclasses.fields(kind)
        if item.default is missing and item.default_factory is missing and item.init
    ]


def _read(value: Any, hint: Any, where: str) -> Any:
    if dataclasses.is_dataclass(hint):
        return from_fields(typing.cast(type[Any], hint), value, where=where)
    if typing.get_origin(hint) is types.UnionType:  # such as `bool | None`
        return None if value is None else _read(value, typing.get_args(hint)[0], where)
    if typing.get_origin(hint) is dict:
        if not isinstance(value, Mapping):
            raise RecordError(f"{where} is {brief(value)}; expected a table of names and values")
        return dict(value)
    if typing.get_origin(hint) is tuple:
        if not isinstance(value, (list, tuple)):
            raise RecordError(f"{where} is {brief(value)}; expected a list")
        hints = typing.get_args(hint)
        if Ellipsis not in hints and len(value) != len(hints):
            raise RecordError(f"{where} is {brief(value)}; expected a list of {len(hints)}")
        return tuple(_read(item, hints[0], where) for item in value)
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:  # True is an int to isinstance
        raise RecordError(f"{where} is {brief(value)}; expected {_NAMES[hint]}")
    return value
