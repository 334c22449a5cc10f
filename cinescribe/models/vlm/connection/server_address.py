"""The address of a server, and of one model on it, as users write them: `http://localhost:11434#llava`."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import unquote

import httpx

from cinescribe.errors import ModelError, brief

_PORTS = 1 << 16
_ANY_ADDRESS = ("0.0.0.0", "::", "*")
_SCHEME = re.compile(r"^(?:https?|ftp|wss?|tcp)?:?/+", re.IGNORECASE)
_QUESTIONS = re.compile(r"/(?:chat/completions|audio/transcriptions|completions|chat|models|responses)$")
_OLLAMA = re.compile(r"/api(?:/(?:chat|generate|tags|show))?")
_WANTED = "expected URL#MODEL, such as http://localhost:11434#qwen3-vl:4b-instruct"


@dataclass(frozen=True)
class ServerAddress:
    """A model on a server.

    Args:
        url: of the server's interface, without a slash at its end: `http://localhost:11434/v1`.
        model: as the server calls it.
    """

    url: str
    model: str

    @property
    def is_local(self) -> bool:
        """Whether what is sent stays on this machine."""
        host = httpx.URL(self.url).host
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    def __str__(self) -> str:
        return f"{self.url}#{self.model}"


def server_address(text: str) -> ServerAddress:
    """Read an address. Without a path, the interface is at `/v1`, as on all servers that we know.

    The path may name the interface's questions, `/v1/chat/completions`, as many programs want it.

    Raises:
        ModelError: when the text is no http address with a model, cannot work, or holds a password; the message says
            what to write.
    """
    url, _, model = text.strip().partition("#")
    model = unquote(model.strip())
    if "@" in url:  # first, so that no message shows it
        raise ModelError("the server's address holds a user or password; put the key into CINESCRIBE_API_KEY instead")
    if "#" in text.partition("#")[2]:
        raise ModelError(f"the server is {brief(text)}, with # twice; write %23 for one in the model's name; {_WANTED}")
    if not url.lower().startswith(("http://", "https://")):
        bare = _SCHEME.sub("", url)
        better = f"write http://{bare}#{model}" if bare and model else _WANTED
        raise ModelError(f"the server is {brief(text)}, which does not begin with http:// or https://; {better}")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ModelError(f"the server is {brief(text)} ({error}); {_WANTED}") from error
    if parsed.port is not None and not 0 < parsed.port < _PORTS:
        raise ModelError(f"the server is {brief(text)}, whose port is not one of 1 to {_PORTS - 1:,}; {_WANTED}")
    is_twice = parsed.host in ("http", "https")  # http://http://localhost
    if not parsed.host or parsed.query or not model or "%" in parsed.host or is_twice:
        raise ModelError(f"the server is {brief(text)}; {_WANTED}")
    if parsed.host in _ANY_ADDRESS:
        reachable = parsed.copy_with(host="localhost")
        raise ModelError(
            f"the server is {brief(text)}; {parsed.host} is where servers listen, not an address to reach them; "
            f"write {reachable}#{model}"
        )
    path = _QUESTIONS.sub("", parsed.path.rstrip("/")) or "/v1"
    if _OLLAMA.fullmatch(path):
        bare = str(parsed.copy_with(path="")).rstrip("/")
        raise ModelError(f"the server is {brief(text)}, Ollama's own interface; write {bare}#{model}")
    return ServerAddress(str(parsed.copy_with(path=path)).rstrip("/"), model)
