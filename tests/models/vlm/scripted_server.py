"""A real HTTP server on the loopback that answers as a script says."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


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

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(Reply(body=json.dumps({"data": [{"id": name} for name in models]}).encode()))

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                running.requests.append(request)
                running.headers = dict(self.headers)
                number = len(running.requests) - 1
            self._send(reply(request, number))

        def _send(self, answer: Reply) -> None:
            time.sleep(answer.pause)
            data = answer.data()
            self.send_response(answer.status)
            for name, value in ({"Content-Length": str(len(data))} | answer.headers).items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the client may have hung up
                for byte in data if answer.drip else b"":
                    self.wfile.write(bytes([byte]))
                    time.sleep(answer.drip)
                self.wfile.write(data[: len(data) // 2] if answer.cut else data)
            self.close_connection = answer.cut

        def log_message(self, format: str, *args: Any) -> None:
            pass

    lock = threading.Lock()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        running = Scripted(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()
