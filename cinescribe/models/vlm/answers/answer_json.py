"""Finds the JSON value in a model's answer: bare, in prose, in a fence, as a text, damaged, or cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from json_repair import repair_json

from cinescribe.errors import RecordError
from cinescribe.models.vlm.answers.schema_fit import MisfitError, fit_to_schema
from cinescribe.parsing import MAX_DEPTH, parse_json

JsonForm: TypeAlias = Literal["json", "fence", "repaired"]

_MAX_SEARCHED = 1 << 15  # letters that are searched for brackets: fifty times a long answer
_MAX_SPANS = 16  # pairs of brackets that are tried, the last ones first; prose has few
_MAX_REPAIRS = 4  # of one answer
_MAX_REPAIRED = 1 << 14  # letters, ten times a long answer; 4,000 hostile ones take .1 s, 16,000 about a second
_MARKS = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],"]', re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_FENCE = re.compile(r"\A```\w*\s*(.*?)\s*(?:```\s*)?\Z", re.DOTALL)
_CLOSES = {"{": "}", "[": "]"}
_STRAIGHT = str.maketrans("“”„", '"""')


@dataclass(frozen=True)
class FoundJson:
    """A JSON value in an answer.

    Args:
        value: fits the schema.
        form: `json` for a bare value, `fence` for one among other things, `repaired` for a damaged one.
    """

    value: Any
    form: JsonForm


@dataclass(frozen=True)
class _Span:
    """Brackets that belong together, and what is in them.

    Args:
        text: with its brackets; to the end of the answer where they are not closed.
        start: where it begins in the answer.
        end: where it ends.
        whole: if it is not closed, its whole items, with brackets that close them; None if it has none.
    """

    text: str
    start: int
    end: int
    whole: str | None = None


def json_in(text: str, schema: Mapping[str, Any]) -> Any:
    """Return the last JSON value of an answer that fits a schema; None if it holds none.

    Damaged JSON is repaired. Items that do not fit are left out; of JSON that is cut off, only whole items count.

    Args:
        text: the answer.
        schema: a JSON schema, read as `fit_to_schema` reads it.
    """
    found = found_json(text, schema)
    return None if found is None else found.value


def found_json(text: str, schema: Mapping[str, Any]) -> FoundJson | None:
    """Return the last JSON value of an answer that fits a schema, with its form; None if it holds none.

    Args:
        text: the answer.
        schema: a JSON schema, read as `fit_to_schema` reads it.
    """
    bare = text.strip()
    fenced = _FENCE.match(bare) if bare.startswith("```") else None
    inner = fenced[1] if fenced else bare
    value = _parsed(inner) if inner[:1] in '{["' else None
    if isinstance(value, str):
        found = found_json(value, schema) if value[:1] in "{[`" else None
        return None if found is None else FoundJson(found.value, "fence")
    fitting = _fitting(value, schema)
    if fitting is not None:
        return FoundJson(fitting, "fence" if fenced else "json")
    return _last(bare, schema)


def _last(text: str, schema: Mapping[str, Any]) -> FoundJson | None:
    """Return the value of the last brackets that fits: of undamaged ones, of damaged ones, of those inside others."""
    spans = list(_spans(text[:_MAX_SEARCHED]))[-_MAX_SPANS:]
    found = _undamaged(spans, schema) or _damaged(spans[-_MAX_REPAIRS:], schema)
    n_tried = len(spans)
    while found is None and spans and n_tried < _MAX_SPANS:
        inside = [inner for span in spans for inner in _spans(text, span.start + 1, span.end)]
        spans = [inner for inner in inside if inner.text not in ("[]", "{}")][-_MAX_SPANS:]  # these say nothing
        found = _undamaged(spans, schema)
        n_tried += len(spans)
    return found


def _undamaged(spans: Sequence[_Span], schema: Mapping[str, Any]) -> FoundJson | None:
    for span in reversed(spans):
        fitting = _fitting(_parsed(span.text), schema) if span.whole is None else None
        if fitting is not None:
            return FoundJson(fitting, "fence")
    return None


def _damaged(spans: Sequence[_Span], schema: Mapping[str, Any]) -> FoundJson | None:
    for span in reversed(spans):
        value = _repaired(span)
        is_bare = isinstance(value, list) and not any(isinstance(item, dict) for item in value)
        if not is_bare and isinstance(value, list) == span.text.startswith("["):  # `[in a hat]` is prose
            fitting = _fitting(value, schema)
            if fitting is not None:
                return FoundJson(fitting, "repaired")
    return None


def _spans(text: str, start: int = 0, end: int = _MAX_SEARCHED) -> Iterator[_Span]:
    """Yield brackets with what is in them that are not inside others; the last may be open."""
    while opening := _OPENING.search(text, start, end):
        span = _span(text, opening.start())
        yield span
        start = span.end


def _span(text: str, start: int) -> _Span:
    stack = ""
    whole: tuple[int, str] | None = None
    for mark in _MARKS.finditer(text, start):
        if mark[0] in "{[":
            stack += mark[0]
            continue
        if mark[0] in "}]":
            stack = stack[:-1]
            if not stack:
                return _Span(text[start : mark.end()], start, mark.end())
        if mark[0] == '"' and text.rstrip()[-1:] == _CLOSES[text[start]]:  # a quotation mark too many, not cut off
            return _Span(text[start:], start, len(text))
        if mark[0] in "}]," and (stack.find("[") in (-1, len(stack) - 1)):  # an item of the outermost list ends
            whole = (mark.start() if mark[0] == "," else mark.end()), stack
    if whole is None:
        return _Span(text[start:], start, len(text), "")
    closing = "".join(_CLOSES[bracket] for bracket in reversed(whole[1]))
    return _Span(text[start:], start, len(text), text[start : whole[0]] + closing)


def _parsed(text: str) -> Any:
    try:
        return parse_json(text, "the answer")
    except RecordError:
        return None


def _repaired(span: _Span) -> Any:
    """Return the value of damaged brackets; None if it has none, or is long or deep."""
    text = span.text if span.whole is None else span.whole
    if '{\\"' in text or '[\\"' in text:  # the inside of a text that holds JSON
        text = text.replace('\\"', '"')
    if not text or len(text) > _MAX_REPAIRED or _depth(text) > MAX_DEPTH:
        return None
    value = _parsed(text)
    if value is not None:
        return value
    try:
        repaired = repair_json(text.translate(_STRAIGHT), return_objects=True, skip_json_loads=True)
        return _parsed(json.dumps(repaired))  # within the bounds of all values that come from outside
    except (ValueError, RecursionError):
        return None


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"[{}\[\]()]", text):
        depth += 1 if mark in "{[(" else -1
        deepest = max(deepest, depth)
    return deepest


def _fitting(value: Any, schema: Mapping[str, Any]) -> Any:
    if not isinstance(value, (dict, list)):
        return None
    try:
        return fit_to_schema(value, schema)
    except MisfitError:
        return None
