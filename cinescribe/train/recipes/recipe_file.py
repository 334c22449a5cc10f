"""The values of a recipe file: those of its base, its own in their place, and the changes of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tomlkit

from cinescribe.errors import RecipeError, RecordError, brief
from cinescribe.input_files import read_text
from cinescribe.parsing import parse_toml
from cinescribe.train.recipes.renamed_keys import check_key, check_renamed

_BASE = "base"  # the key that names another recipe, relative to the folder of the file
_MAX_DOTS = 3  # in the name of a key; sections of recipes have no sections inside


def read_recipe_values(path: Path, *, changes: Sequence[str] = ()) -> dict[str, Any]:
    """Return the values of a recipe file by key, sections as tables inside.

    A file with `base = "other.toml"` has all values of that recipe but its name; its own values take their place, key
    by key. A base has no base of its own.

    Args:
        path: the file.
        changes: values that replace or extend those of the file, such as `training.epochs=3`.

    Raises:
        RecipeError: when the file or its base is missing, is not TOML or has a key with a new name, when the base has
            a base, or when a change is no `KEY=VALUE`.
    """
    own = _read(path)
    values = _over_base(own, path) if _BASE in own else own
    for change in changes:
        values = _with_change(values, change)
    return values


def as_toml(values: Mapping[str, Any]) -> str:
    """Return values by key as a recipe file.

    >>> print(as_toml({"name": "Small", "training": {"epochs": 3}}), end="")
    name = "Small"
    <BLANKLINE>
    [training]
    epochs = 3
    """
    keys = {key: value for key, value in values.items() if not isinstance(value, Mapping)}
    return tomlkit.dumps({**keys, **values})  # keys first: what follows the head of a section belongs to it


def _read(path: Path) -> dict[str, Any]:
    try:
        values = parse_toml(read_text(path), repr(str(path)))
    except RecordError as error:
        raise RecipeError(f"{error}; docs/training.md shows an example") from error
    check_renamed(values, where=str(path))
    return values


def _over_base(own: Mapping[str, Any], path: Path) -> dict[str, Any]:
    name = own[_BASE]
    if not isinstance(name, str) or not name:
        raise RecipeError(f"{path}: {_BASE} is {brief(name)}; expected the file name of a recipe")
    base_path = path.parent / name
    try:
        base = _read(base_path)
    except RecipeError as error:
        raise RecipeError(f"{path}: {_BASE}: {error}") from error
    if _BASE in base:
        raise RecipeError(
            f"{path} has the base {str(base_path)!r}, which has the base {brief(base[_BASE])} itself; name a recipe "
            "without a base"
        )
    shared = {key: value for key, value in base.items() if key != "name"}  # each row has a name of its own
    return _merged(shared, {key: value for key, value in own.items() if key != _BASE})


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        section: Any = base.get(key)
        is_section = isinstance(section, Mapping) and isinstance(value, Mapping)
        merged[key] = {**section, **value} if is_section else value
    return merged


def _with_change(values: dict[str, Any], change: str) -> dict[str, Any]:
    """Return the values with a change such as `training.epochs=3`; text that is no TOML value is a string."""
    name, equals, text = (part.strip() for part in change.partition("="))
    if not (equals and name):
        raise RecipeError(f"the change is {change!r}; write KEY=VALUE, such as training.epochs=3")
    check_key(name, where=f"the change {change!r}")
    if name.count(".") > _MAX_DOTS:
        raise RecipeError(f"the change {change!r} names a key in too many sections; write one such as training.epochs")
    try:
        value = parse_toml(f"value = {text}", f"the change {change!r}")["value"]
    except RecordError:
        value = text
    return _with_value(values, name.split("."), value)


def _with_value(values: Any, path: Sequence[str], value: Any) -> dict[str, Any]:
    if not isinstance(values, dict):
        raise RecipeError(
            f"a change names {brief(path[0])} inside {brief(values)}, which is no section; name a key of a section"
        )
    inner = value if len(path) == 1 else _with_value(values.get(path[0], {}), path[1:], value)
    return {**values, path[0]: inner}
