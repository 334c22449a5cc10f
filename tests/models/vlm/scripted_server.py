"""A real HTTP server on the loopback that answers as a script says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.models.loopback import Handler, serving


@dataclass
class Reply:
    """What the server sends.

    Args:
        text: the model's answer.
        status: of HTTP.
        body: sent in place of a chat completion.
        headers: besides the usual ones.
        pause: seconds before it answers.
        cut: whether the connection breaks off in the middle.
        drip: seconds between two bytes of it; 0 to send it at once.
        log_probabilities: of the answer's tokens.
    """

    text: str = "A man opens a door."
    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    cut: bool = False
    drip: float = 0.0
    log_probabilities: tuple[float, ...] = ()

    def data(self) -> bytes:
        if self.body is not None:
            return self.body
        choice: dict[str, Any] = {"message": {"role": "assistant", "content": self.text}, "finish_reason": "stop"}
        if self.log_probabilities:
            choice["logprobs"] = {"content": [{"token": "x", "logprob": value} for value in self.log_probabilities]}
        return json.dumps({"choices": [choice]}).encode()


@dataclass
class Scripted:
    """A running server: its address, and the requests that came, as JSON, with the headers of the last one."""

    url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)


@contextmanager
def scripted_server(
    reply: Callable[[dict[str, Any], int], Reply], *, models: Sequence[str] = ("tiny", "other")
) -> Iterator[Scripted]:
    """Run a server; `reply` gets each request and its number, from 0; `models` are those that it lists."""

    class Answering(Handler):
        def do_GET(self) -> None:  # noqa: N802 - http.server's name
            self._send(Reply(body=json.dumps({"data": [{"id": name} for name in models]}).encode()))

        def do_POST(self) -> None:  # noqa: N802 - http.server's name
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                running.requests.append(request)
                running.headers = dict(self.headers)
                number = len(running.requests) - 1
            self._send(reply(request, number))

        def _send(self, answer: Reply) -> None:
            self.send(
                answer.data(),
                status=answer.status,
                headers=answer.headers,
                pause=answer.pause,
                drip=answer.drip,
                cut=answer.cut,
            )

    lock = threading.Lock()
    with serving(Answering) as url:
        running = Scripted(url)
        yield running
