"""What servers on the loopback share: they answer slowly, byte by byte or cut off, and end with their block."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Handler(BaseHTTPRequestHandler):
    """A handler without a log."""

    def send(
        self,
        data: bytes,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        pause: float = 0.0,
        drip: float = 0.0,
        cut: bool = False,
    ) -> None:
        """Send an answer: after a pause, a byte every `drip` seconds, or cut off in the middle."""
        time.sleep(pause)
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(data))} | dict(headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        with suppress(OSError):  # the client may have hung up
            for byte in data if drip else b"":
                self.wfile.write(bytes([byte]))
                time.sleep(drip)
            self.wfile.write(data[: len(data) // 2] if cut else b"" if drip else data)
        self.close_connection = cut

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def serving(handler: type[Handler]) -> Iterator[str]:
    """Run a server on a free port, and yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
