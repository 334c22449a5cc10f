"""The address of a server, and of one model on it, as users write them: `http://localhost:11434#llava`."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import unquote

import httpx

from cinescribe.errors import ModelError, brief

_WANTED = "URL#MODEL is wanted, such as http://localhost:11434#qwen2.5vl"


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

    Raises:
        ModelError: when the text is no http address with a model, or holds a password.
    """
    url, _, model = text.partition("#")
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ModelError(f"the server came as {brief(text)} ({error}); {_WANTED}") from error
    if parsed.userinfo:
        raise ModelError("the server's address holds a user or password; put the key into CINESCRIBE_API_KEY instead")
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.query or not model.strip():
        raise ModelError(f"the server came as {brief(text)}; {_WANTED}")
    path = parsed.path.rstrip("/") or "/v1"
    return ServerAddress(str(parsed.copy_with(path=path)).rstrip("/"), unquote(model.strip()))
