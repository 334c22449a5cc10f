"""Why a server refuses or fails, in its own words, from any of the forms in which servers say it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.parsing import parse_json

_MAX_LETTERS = 1000  # of a reason: longer ones are logs
_MAX_BODY = 1 << 16  # letters of a body that are looked at
_MAX_HTML = 1 << 14  # letters of a page that are looked at
_MAX_NESTED = 6  # errors inside errors: routers pass on errors of others as text
_TITLE = re.compile(r"<title[^>]{0,500}>(.{0,500}?)</title>", re.IGNORECASE | re.DOTALL)
_HTML = re.compile(r"\s*(?:<!doctype|<html|<head|<body)", re.IGNORECASE)
_TAGS = re.compile(
    r"<(?:script|style)[^>]{0,500}>.{0,20000}?</(?:script|style)>|<[^>]{0,500}>", re.IGNORECASE | re.DOTALL
)
_SAID = ("message", "msg", "detail", "error", "error_description", "description", "reason", "title", "raw", "errors")


@dataclass(frozen=True)
class ServerReason:
    """Why a server refuses or fails.

    Args:
        words: its own.
        status: as of HTTP, where the body names one; some servers send it with HTTP 200.
        parameter: that is refused, where the body names one.
        n_context: tokens that question and answer may have together, where the body names them.
        n_prompt: tokens of the question, where the body names them.
    """

    words: str
    status: int | None = None
    parameter: str | None = None
    n_context: int | None = None
    n_prompt: int | None = None


def server_reason(body: str) -> ServerReason:
    """Return why a server refuses or fails; without a body there are no words.

    Args:
        body: of its answer: JSON, HTML or plain text.
    """
    body = body[:_MAX_BODY]
    value = _json(body)
    if isinstance(value, Mapping):
        inner = value.get("error")
        error = inner if isinstance(inner, Mapping) else value
        words = "; ".join(dict.fromkeys(part for part in _words(value, 0) if part))
        return ServerReason(
            shown(words or body),
            _number(error.get("code")) or _number(error.get("status")) or _number(value.get("code")),
            error["param"] if isinstance(error.get("param"), str) else None,
            _number(error.get("n_ctx")),
            _number(error.get("n_prompt_tokens")),
        )
    if value is not None:
        return ServerReason(shown("; ".join(dict.fromkeys(_words(value, 0))) or body))
    if _HTML.match(body):
        body = body[:_MAX_HTML]
        title = _TITLE.search(body)
        return ServerReason(shown(html.unescape(title[1] if title and title[1].strip() else _TAGS.sub(" ", body))))
    return ServerReason(shown(body))


def shown(text: str) -> str:
    """Return a text of a server in one line of at most 1,000 letters, without control characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= _MAX_LETTERS else f"{line[: _MAX_LETTERS - 4]} ..."


def _words(value: Any, depth: int) -> Iterator[str]:
    """Yield what an error says, the message first; an error inside it as text is read as well."""
    if depth > _MAX_NESTED:
        return
    if isinstance(value, str):
        nested = _json(value) or _json(value[value.find("{") : value.rfind("}") + 1])
        inner = list(_words(nested, depth + 1)) if isinstance(nested, Mapping) else []
        if inner:
            yield from inner
        else:
            yield value.strip()
    elif isinstance(value, list):
        for item in value[:5]:
            yield from _words(item, depth + 1)
    elif isinstance(value, Mapping):
        place = value.get("loc")  # of FastAPI: {"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}
        if isinstance(place, list) and isinstance(value.get("msg"), str):
            yield f"{'.'.join(map(str, place))}: {value['msg']}"
            return
        for name in _SAID:
            if value.get(name):
                yield from _words(value[name], depth + 1)
        if isinstance(value.get("metadata"), Mapping):  # of OpenRouter: the message of its provider
            yield from _words(value["metadata"], depth + 1)


def _json(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "[", '"'):
        return None
    try:
        return parse_json(text, "the reason")
    except RecordError:
        return None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9 else None
