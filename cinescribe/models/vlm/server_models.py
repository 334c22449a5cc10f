"""The list of models that a server gives: names, contexts, and whether a model is still the same."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cinescribe.errors import RecordError
from cinescribe.parsing import parse_json

# Where servers name the tokens of question and answer together: vLLM and SGLang; LM Studio, of the model as it is
# loaded; llama.cpp, of one slot; OpenRouter and others.
_CONTEXT = ("max_model_len", "loaded_context_length", "n_ctx", "context_length", "max_context_length", "context_window")
_INSIDE = ("meta", "status", "model_info", "top_provider")  # where they put it, besides the entry itself
_LEAST = 128  # tokens: fewer are no context
# What changes from one list to the next although the model stays the same.
_VOLATILE = frozenset({"created", "permission", "status", "state", "expires_at", "size_vram", "modified_at"})


@dataclass(frozen=True)
class ListedModel:
    """A model as its server lists it.

    Args:
        name: as the server calls it.
        n_context: tokens that question and answer may have together; None if it does not say.
        fingerprint: of what the server says about it; another one if it serves another model by this name.
    """

    name: str
    n_context: int | None
    fingerprint: str


def read_models(body: str) -> tuple[ListedModel, ...]:
    """Return the models in a server's answer to `GET /models`; () if it is something else.

    Args:
        body: of the answer.
    """
    try:
        value = parse_json(body, "the list of models")
    except RecordError:
        return ()
    listed = value.get("data", value.get("models")) if isinstance(value, Mapping) else value
    entries = [entry for entry in listed if isinstance(entry, Mapping)] if isinstance(listed, list) else []
    return tuple(_model(entry) for entry in entries if isinstance(_name(entry), str))


def is_called(listed: str, name: str) -> bool:
    """Return whether a server's name for a model and a user's are the same.

    Ollama adds a tag, and servers of one model list its file: `qwen3-vl:latest` and `/models/qwen3-vl` are `qwen3-vl`.
    """
    return name in (listed, listed.removesuffix(":latest"), re.split(r"[/\\]", listed)[-1])


def _name(entry: Mapping[str, Any]) -> Any:
    return entry.get("id", entry.get("name", entry.get("model")))


def _model(entry: Mapping[str, Any]) -> ListedModel:
    places = [entry, *(entry[name] for name in _INSIDE if isinstance(entry.get(name), Mapping))]
    sizes = [place.get(name) for name in _CONTEXT for place in places]
    found = [size for size in sizes if isinstance(size, int) and not isinstance(size, bool) and _LEAST <= size < 10**9]
    same = {name: value for name, value in entry.items() if name not in _VOLATILE}
    digest = hashlib.sha256(json.dumps(same, sort_keys=True).encode()).hexdigest()
    return ListedModel(str(_name(entry)), found[0] if found else None, digest[:16])
