"""Changes of the values in JSON files, and of the elements in XML files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

from fuzz.mutations.text_changes import odd_text
from fuzz.mutations.tokens import MARKS, NUMBERS, TEXTS

Place: TypeAlias = tuple[Any, Any]  # a list or an object, and a position or key in it

_RAW = "\ufffe"  # marks a text that is to be written without quotes
_ELEMENT = re.compile(rb"<([\w:]+)[^<>]*>[^<>]*</\1>|<[\w:]+[^<>]*/>|<[^<>]*>")
_ATTRIBUTE = re.compile(rb'(?<==")[^"<>]*(?=")')
_CONTENT = re.compile(rb"(?<=>)[^<>]+(?=<)")


def json_value(rng: Random, data: bytes, other: bytes) -> bytes:
    """Change one value of a JSON file, or of a line of a JSONL file."""
    parts = data.split(b"\n")
    try:
        json.loads(data)
    except RecursionError:
        return data
    except ValueError:
        at = rng.randrange(len(parts))
        return b"\n".join([*parts[:at], _changed_json(rng, parts[at]), *parts[at + 1 :]])
    return _changed_json(rng, data)


def xml_element(rng: Random, data: bytes, _: bytes) -> bytes:
    """Leave out, repeat, move or nest an element, or change an attribute or a text."""
    kind = rng.randrange(6)
    pattern = _ATTRIBUTE if kind == 4 else _CONTENT if kind == 5 else _ELEMENT
    found = list(pattern.finditer(data))
    if not found:
        return data
    one, target = rng.choice(found), rng.choice(found)
    if kind == 0:
        return data[: one.start()] + data[one.end() :]
    if kind == 1:
        return data[: one.end()] + one[0] * rng.choice((1, 3, 1000)) + data[one.end() :]
    if kind == 2:
        return data[: target.end()] + one[0] + data[target.end() :]
    if kind == 3:
        tag = rng.choice((b"span", b"div", b"p", b"x"))
        depth = rng.choice((3, 100, 2000))
        return data[: one.end()] + b"<%s>" % tag * depth + b"x" + b"</%s>" % tag * depth + data[one.end() :]
    new = rng.choice((*NUMBERS, odd_text(rng), odd_text(rng), rng.choice(MARKS["xml"]), rng.choice(NUMBERS) + b"s"))
    return data[: one.start()] + new + data[one.end() :]


def _changed_json(rng: Random, data: bytes) -> bytes:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return data
    holder = [value]
    try:
        _change(rng, holder)
        written = json.dumps(holder[0], ensure_ascii=rng.random() < 0.7)
    except (ValueError, RecursionError, OverflowError):  # a value was put into itself, or is too large for a float
        return data
    raw = re.sub(rf'"(?:\\ufffe|{_RAW})([^"]*)"', lambda found: found[1], written)
    return raw.encode(errors="surrogatepass")


def _change(rng: Random, holder: list[Any]) -> None:
    """Change one value inside a list of one value."""
    inside, key = rng.choice(list(_places(holder)))
    kind = rng.randrange(8)
    if kind == 0 and inside is not holder:
        del inside[key]
    elif kind == 1:
        _repeat(rng, inside, key)
    elif kind == 2:
        inside[key] = [inside[key]] if rng.random() < 0.5 else {"a": inside[key]}
    elif kind == 3:
        inside[key] = _RAW + "[" * 2000 + "]" * 2000
    elif kind == 4 and isinstance(inside, dict):
        inside[rng.choice(TEXTS)] = inside.pop(key)
    elif kind == 5:
        other, name = rng.choice(list(_places(holder)))
        inside[key], other[name] = other[name], json.loads(json.dumps(inside[key]))
    else:
        inside[key] = _odd_value(rng, inside[key])


def _places(value: Any) -> Iterator[Place]:
    """Yield the place of each value, the outermost first."""
    waiting = [value]
    while waiting:
        inside = waiting.pop()
        for key in inside if isinstance(inside, dict) else range(len(inside)):
            yield inside, key
            if isinstance(inside[key], (dict, list)):
                waiting.append(inside[key])


def _repeat(rng: Random, inside: Any, key: Any) -> None:
    if isinstance(inside, list):
        times = rng.choice((1, 2, 10, 1000))
        size = len(json.dumps(inside[key])) + 1
        inside[key:key] = [inside[key]] * min(times, 200_000 // size)
    else:
        inside[f"{key}2"] = inside[key]


def _odd_value(rng: Random, value: Any) -> Any:
    """Return another value, mostly of the same kind."""
    number, text = _RAW + rng.choice(NUMBERS).decode(), rng.choice(TEXTS)
    others: tuple[Any, ...] = (
        number,
        text,
        None,
        True,
        False,
        [],
        {},
        [[]],
        [1, 2],
        {"a": 1},
        ["a", "b"],
        [text, text],
        -1,
        0,
        1.5,
    )
    if rng.random() < 0.3:
        return rng.choice(others)
    if isinstance(value, str):
        return rng.choice((text, text, value + text, value * 2, value.upper(), number.removeprefix(_RAW)))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        near = (value + 1, value - 1, -value, value * 2, value / 2, value * 1000, float(value))
        return rng.choice((number, number, *near))
    return rng.choice(others)
