"""Vision-language models of this machine: behind servers on their usual ports, and in the hub's cache."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx

from cinescribe.errors import ModelError, RecordError
from cinescribe.language.vectors.hub_files import cached_models
from cinescribe.models.hub.inputs import PROMPTLESS, model_type
from cinescribe.models.vlm.hub_chat_loading import SEEING
from cinescribe.parsing import parse_int, parse_json

PORTS = "CINESCRIBE_LOCAL_PORTS"  # the environment variable with the ports to look at, separated by commas
_USUAL = {
    11434: "Ollama",
    8000: "vLLM or transformers serve",
    30000: "SGLang",
    8080: "llama.cpp",
    1234: "LM Studio",
}
_PATIENCE = httpx.Timeout(0.5, connect=0.2)  # seconds; on the loopback, a port where nobody listens answers at once
_MAX_BYTES = 1 << 20  # of a list of models
# Words in the names of models that take pictures.
_SEEING_NAME = re.compile(
    r"vl\b|vlm|vision|llava|bakllava|moondream|minicpm-?[vo]|pixtral|internvl|gemma-?[34]|cogvlm|molmo|ovis|glm-?4\.?\dv",
    re.I,
)


@dataclass(frozen=True)
class LocalServer:
    """A server on this machine that speaks OpenAI's chat interface.

    Args:
        url: without a path.
        program: which one usually listens there.
        models: that it offers, those first that take pictures by their names.
    """

    url: str
    program: str
    models: tuple[str, ...]

    @property
    def seeing(self) -> str | None:
        """The first model that takes pictures by its name."""
        return next((name for name in self.models if _SEEING_NAME.search(name)), None)


def local_servers() -> list[LocalServer]:
    """Return the servers that answer on the usual ports of the loopback, or on those of `CINESCRIBE_LOCAL_PORTS`.

    Each port is asked for its list of models, at once; nothing else is sent. An empty variable, or an automatic build
    (`CI` is set), asks none.
    """
    ports = _ports()
    if not ports:
        return []
    # Certificates are of no use on the loopback, and reading those of the system takes longer than asking.
    with (
        httpx.Client(timeout=_PATIENCE, trust_env=False, verify=False) as client,
        ThreadPoolExecutor(len(ports), thread_name_prefix="ports") as pool,
    ):
        found = pool.map(lambda port: _server_at(client, port, ports[port]), ports)
        return [server for server in found if server is not None]


def cached_captioners() -> list[str]:
    """Return the ids of the models in the hub's cache that caption pictures, in alphabetical order."""
    found = []
    for name, folder in cached_models():
        try:
            kind = model_type(folder)
        except ModelError:
            continue
        if kind in SEEING or kind in PROMPTLESS:
            found.append(name)
    return sorted(found)


def _ports() -> Mapping[int, str]:
    listed = os.environ.get(PORTS)
    if listed is None:
        return {} if os.environ.get("CI") else _USUAL
    ports = {}
    for text in filter(None, map(str.strip, listed.split(","))):
        try:
            port = parse_int(text, f"a port of {PORTS}")
        except RecordError as error:
            raise ModelError(f"{error}; numbers separated by commas are wanted, such as 11434,8000") from error
        ports[port] = _USUAL.get(port, "a server")
    return ports


def _server_at(client: httpx.Client, port: int, program: str) -> LocalServer | None:
    try:
        with client.stream("GET", f"http://127.0.0.1:{port}/v1/models") as response:
            if not response.is_success:
                return None
            data = bytearray()
            for part in response.iter_bytes():
                data += part
                if len(data) > _MAX_BYTES:
                    return None
        names = [str(entry["id"]) for entry in parse_json(data.decode(errors="replace"), "the models")["data"]]
    except (httpx.HTTPError, httpx.InvalidURL, RecordError, KeyError, TypeError):
        return None  # another program
    return LocalServer(f"http://localhost:{port}", program, tuple(names)) if names else None
