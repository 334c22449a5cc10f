"""Vision-language models of this machine: behind servers on their usual ports, and in the hub's cache."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import httpx

from cinescribe.errors import ModelError, RecordError
from cinescribe.language.vectors.hub_files import cached_models
from cinescribe.models.hub.inputs import PROMPTLESS, model_type
from cinescribe.models.vlm.connection.timed_client import PackedError, TimedClient, TooLongError
from cinescribe.models.vlm.hub_chat_loading import seeing_families
from cinescribe.parsing import parse_int, parse_json
from cinescribe.timing import Seconds

PORTS = "CINESCRIBE_LOCAL_PORTS"  # the environment variable with the ports to look at, separated by commas
_USUAL = {
    11434: "Ollama",
    8000: "vLLM or transformers serve",
    30000: "SGLang",
    9931: "llama.cpp",  # its port since October 2026
    8080: "llama.cpp",
    1234: "LM Studio",
}
_PATIENCE: Seconds = 1.0  # for a whole answer; on the loopback, a closed port answers at once
_MAX_BYTES = 1 << 20  # of a list of models
_MAX_ASKED = 50  # models that Ollama is asked about, one by one; in users' lists there are rarely more
# Words in the names under which models that take pictures are published. Names are the fallback: servers that say what
# a model takes are believed.
_SEEING_NAME = re.compile(
    r"vl\d*(?![a-z0-9])|vlm|vision|multimodal|llava|moondream|minicpm-?[vo]|pixtral|internvl|molmo|ovis|omni"
    r"|gemma-?[34]|llama-?4|qwen-?3\.[56]|glm-?4\.?\d?v|idefics|mistral-small-?3\.[12]|ministral-?3(?!b)"
    r"|mistral-large-?3",
    re.I,
)
# Words in the names of their kin that read text only, search, sort, or read documents; and of parts of a model.
_OTHER_NAME = re.compile(r"embed|rerank|retriev|guard|ocr|mmproj|docling|-text(?![a-z])|gemma-?3[:-](?:1b|270m)", re.I)
_SEEING_WORDS = frozenset({"vision", "multimodal"})  # Ollama's word for models that take pictures, and llama.cpp's


@dataclass(frozen=True)
class LocalServer:
    """A server on this machine that speaks OpenAI's chat interface.

    Args:
        url: without a path.
        program: which one usually listens there.
        models: that it offers.
        declared: whether a model takes pictures, for those of which the server says so.
    """

    url: str
    program: str
    models: tuple[str, ...]
    declared: Mapping[str, bool] = field(default_factory=dict)

    @property
    def seeing(self) -> str | None:
        """The first model that takes pictures, as the server says, or else by its name."""
        return next((name for name in self.models if self.declared.get(name, is_seeing_name(name))), None)


def is_seeing_name(name: str) -> bool:
    """Return whether models that take pictures and describe them are published under such a name."""
    return _SEEING_NAME.search(name) is not None and _OTHER_NAME.search(name) is None


def local_servers() -> list[LocalServer]:
    """Return the servers that answer on the usual ports of the loopback, or on those of `CINESCRIBE_LOCAL_PORTS`.

    Each port is asked for its list of models, all ports at once, and the usual ports of Ollama and LM Studio for what
    these models take; no question is put to a model. An empty variable, or an automatic build (`CI` is set), asks none.
    """
    ports = _ports()
    if not ports:
        return []
    # Certificates are of no use on the loopback, and reading those of the system takes longer than asking.
    with (
        closing(TimedClient(n_parallel=len(ports), uses_proxies=False, verify=False)) as client,
        ThreadPoolExecutor(len(ports), thread_name_prefix="ports") as pool,
    ):
        found = pool.map(lambda port: _server_at(client, port, ports[port]), ports)
        return [server for server in found if server is not None]


def cached_captioners() -> list[str]:
    """Return the ids of the models in the hub's cache that caption pictures, those first that take instructions."""
    found = []
    for name, folder in cached_models():
        try:
            kind = model_type(folder)
        except ModelError:
            continue
        if (kind in seeing_families() or kind in PROMPTLESS) and not _OTHER_NAME.search(name):
            found.append((kind in PROMPTLESS, name))
    return [name for _, name in sorted(found)]


def _ports() -> Mapping[int, str]:
    listed = os.environ.get(PORTS)
    if listed is None:
        return {} if os.environ.get("CI") else _USUAL
    ports = {}
    for text in filter(None, map(str.strip, listed.split(","))):
        try:
            port = parse_int(text, f"a port of {PORTS}")
        except RecordError as error:
            raise ModelError(f"{error}; expected numbers separated by commas, such as 11434,8000") from error
        ports[port] = _USUAL.get(port, "a server")
    return ports


def _server_at(client: TimedClient, port: int, program: str) -> LocalServer | None:
    root = f"http://127.0.0.1:{port}"
    listed = _read(client, "GET", f"{root}/v1/models")
    names = [str(entry["id"]) for entry in _entries(listed, "data") if "id" in entry]
    if not names:
        return None  # another program
    declared = _said_in_list(listed)
    if program == _USUAL[11434]:
        declared |= _said_by_ollama(client, root, names[:_MAX_ASKED])
    elif program == _USUAL[1234]:
        declared |= _said_by_lm_studio(client, root)
    return LocalServer(f"http://localhost:{port}", program, tuple(names), declared)


def _said_in_list(listed: Any) -> dict[str, bool]:
    """Return what llama.cpp adds to its list: under `models`, the capabilities of each."""
    return {
        str(entry["name"]): _takes_pictures(entry["capabilities"])
        for entry in _entries(listed, "models")
        if "name" in entry and isinstance(entry.get("capabilities"), list)
    }


def _said_by_ollama(client: TimedClient, root: str, names: list[str]) -> dict[str, bool]:
    """Return what Ollama says of its models, up to the first that takes pictures; older versions do not say."""
    declared: dict[str, bool] = {}
    for name in names:
        answer = _read(client, "POST", f"{root}/api/show", {"model": name})
        capabilities = answer.get("capabilities") if isinstance(answer, dict) else None
        if isinstance(capabilities, list):
            declared[name] = _takes_pictures(capabilities)
            if declared[name]:
                break
    return declared


def _said_by_lm_studio(client: TimedClient, root: str) -> dict[str, bool]:
    """Return what LM Studio says of each model: `type` is `vlm` for those that take pictures."""
    listed = _read(client, "GET", f"{root}/api/v0/models")
    return {
        str(entry["id"]): entry["type"] == "vlm" for entry in _entries(listed, "data") if {"id", "type"} <= set(entry)
    }


def _takes_pictures(capabilities: list[Any]) -> bool:
    return any(word in _SEEING_WORDS for word in capabilities if isinstance(word, str))


def _entries(listed: Any, name: str) -> list[dict[str, Any]]:
    """Return the objects of a list in what a server sent; none if it sent something else."""
    values = listed.get(name) if isinstance(listed, dict) else None
    return [value for value in values if isinstance(value, dict)] if isinstance(values, list) else []


def _read(client: TimedClient, method: str, url: str, body: Mapping[str, str] | None = None) -> Any:
    """Return the JSON that a server sends; None for a refusal, anything else than JSON, or more than a list has."""
    try:
        answer = client.send(method, url, patience=_PATIENCE, max_bytes=_MAX_BYTES, body=body)
        if not answer.response.is_success:
            return None
        return parse_json(answer.data.decode(errors="replace"), "what a server says")
    except (httpx.HTTPError, httpx.InvalidURL, TooLongError, PackedError, RecordError):
        return None
