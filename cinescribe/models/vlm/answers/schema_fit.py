"""Makes a JSON value fit a JSON schema where its meaning is plain: `"shot 3"` for 3, a key in capitals, a lone item."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_WHOLE = re.compile(r"-?\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_KEY = re.compile(r"[\W_]+")
_TRUE, _FALSE = ("true", "yes", "1"), ("false", "no", "0")
_MAX_WHOLE = 1e15  # as in records
_EMPTY: Mapping[str, Any] = {"string": "", "array": []}  # the values of missing properties


class MisfitError(ValueError):
    """A value does not fit a schema."""


def fit_to_schema(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value as the schema has it. Items of lists that do not fit are left out, and so are unknown properties.

    A text or a list that is missing becomes an empty one. The schema may have types, properties, items, choices
    (`enum`), limits of numbers, and alternatives (`anyOf`).

    Args:
        value: of JSON.
        schema: a JSON schema.

    Raises:
        MisfitError: when the value is something else.
    """
    for alternative in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        try:
            return fit_to_schema(value, alternative)
        except MisfitError:
            continue
    kinds = schema.get("type")
    for kind in [kinds] if isinstance(kinds, str) else kinds or [None]:
        try:
            return _chosen(_of_kind(value, kind, schema), schema)
        except MisfitError:
            continue
    raise MisfitError(f"{type(value).__name__} is not {kinds}")


def _of_kind(value: Any, kind: str | None, schema: Mapping[str, Any]) -> Any:
    match kind:
        case "object":
            return _object(value, schema)
        case "array":
            return _array(value, schema)
        case "string":
            return _string(value)
        case "integer":
            return _limited(_integer(value), schema)
        case "number":
            return _limited(_number(value), schema)
        case "boolean":
            return _boolean(value)
        case "null" if value is not None:
            raise MisfitError("expected null")
    return _object(value, schema) if "properties" in schema else value


def _object(value: Any, schema: Mapping[str, Any]) -> Any:
    properties: Mapping[str, Mapping[str, Any]] = schema.get("properties", {})
    if not isinstance(value, dict):
        return _object(_wrapped(value, properties), schema)
    if not properties:
        return value
    spelled = {_spelling(name): name for name in properties}
    found: dict[str, Any] = {}
    for key, inner in value.items():
        name = key if key in properties else spelled.get(_spelling(key))
        if name is not None and inner is not None and name not in found:
            try:
                found[name] = fit_to_schema(inner, properties[name])
            except MisfitError:
                continue
    if not found:
        return _object(_wrapped(value, properties), schema)
    for name in schema.get("required", ()):
        if name not in found:
            empty = _EMPTY.get(str(properties.get(name, {}).get("type")))
            if empty is None or "enum" in properties[name] or _is_misfit(value, name, properties):
                raise MisfitError(f"{name} is missing")
            found[name] = [] if empty == [] else empty
    return {name: found[name] for name in properties if name in found}


def _is_misfit(value: Mapping[str, Any], name: str, properties: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether a list is there whose items are all something else: then nothing of the answer can be used."""
    there = next((inner for key, inner in value.items() if _spelling(key) == _spelling(name)), None)
    return there not in (None, "", [], {}) and properties[name].get("type") == "array"


def _wrapped(value: Any, properties: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the object that a bare list of its items, one of these items or a bare text represents."""
    lists = [name for name, inner in properties.items() if inner.get("type") == "array"]
    texts = [name for name, inner in properties.items() if inner.get("type") == "string" and "enum" not in inner]
    if isinstance(value, str) and len(texts) == 1 and len(texts) + len(lists) == len(properties):
        return {texts[0]: value}
    if lists and isinstance(value, (list, dict)):
        items = properties[lists[0]].get("items", {})
        if items.get("type") == "object" or isinstance(value, list):
            listed = fit_to_schema(value if isinstance(value, list) else [value], properties[lists[0]])
            return {lists[0]: listed}
    raise MisfitError("expected an object")


def _array(value: Any, schema: Mapping[str, Any]) -> list[Any]:
    items: Mapping[str, Any] = schema.get("items", {})
    if isinstance(value, str) and items.get("type") == "integer":
        value = _WHOLE.findall(value)
    listed = value if isinstance(value, list) else [value]
    kept = _kept(listed, items)
    if not kept and isinstance(value, dict):  # by number: {"1": ..., "2": ...}
        kept = _kept(list(value.values()), items)
    if listed and not kept and items.get("type") != "integer":
        raise MisfitError("no item fits")
    return kept[: schema.get("maxItems", len(kept))]


def _kept(listed: Sequence[Any], items: Mapping[str, Any]) -> list[Any]:
    kept = []
    for item in listed:
        try:
            kept.append(fit_to_schema(item, items))
        except MisfitError:
            continue
    return kept


def _string(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{value:g}"
    raise MisfitError("expected a text")


def _integer(value: Any) -> int:
    if isinstance(value, str):
        numbers = _WHOLE.findall(value) if len(_NUMBER.findall(value)) == 1 and "." not in value.strip(" .") else []
        value = int(numbers[0]) if len(numbers) == 1 and len(numbers[0]) < 16 else None
    if isinstance(value, float) and value.is_integer() and abs(value) < _MAX_WHOLE:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise MisfitError("expected a whole number")


def _number(value: Any) -> float:
    if isinstance(value, str):
        numbers = _NUMBER.findall(value)
        value = float(numbers[0]) if len(numbers) == 1 and len(numbers[0]) < 32 else None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    raise MisfitError("expected a number")


def _limited(number: float, schema: Mapping[str, Any]) -> float:
    if schema.get("minimum", number) <= number <= schema.get("maximum", number):
        return number
    raise MisfitError("the number is out of its limits")


def _boolean(value: Any) -> bool:
    word = str(value).strip(" .").lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise MisfitError("expected true or false")


def _chosen(value: Any, schema: Mapping[str, Any]) -> Any:
    choices: Sequence[Any] | None = schema.get("enum")
    if choices is None or value in choices:
        return value
    words = {_spelling(choice): choice for choice in choices if isinstance(choice, str)}
    if isinstance(value, str) and _spelling(value) in words:
        return words[_spelling(value)]
    raise MisfitError("expected one of the choices")


def _spelling(text: str) -> str:
    return _KEY.sub("", text).casefold()
