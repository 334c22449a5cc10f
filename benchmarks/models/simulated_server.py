"""A server of OpenAI's chat interface in its own process: it answers after a pause, and counts what it is asked."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

import httpx

MODEL = "simulated"
_COUNTS = "/counts"


@contextmanager
def simulated_server(pause_s: float) -> Iterator[str]:
    """Run a server that answers each question after a pause; give its URL."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=_serve, args=(pause_s, there), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{here.recv()}"
    finally:
        process.terminate()
        process.join()


def asked(url: str) -> Counter[str]:
    """Return how often a server was asked each question, by the digest of its body; probes are left out."""
    return Counter(httpx.get(url + _COUNTS, trust_env=False).json())


class _Server(ThreadingHTTPServer):
    request_queue_size = 256  # connections that wait; with fewer, the system delays some by a second
    daemon_threads = True


def _serve(pause_s: float, pipe: Connection) -> None:
    counts: Counter[str] = Counter()
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._send(counts if self.path == _COUNTS else {"data": [{"id": MODEL}]})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            digest = hashlib.sha256(body).hexdigest()
            content = json.loads(body)["messages"][-1]["content"]
            if isinstance(content, str) or "picture" in content[-1]["text"]:  # a probe
                text = digest
            else:
                with lock:
                    counts[digest] += 1
                time.sleep(pause_s)
                text = f"Somebody opens door {digest[:8]}."
            self._send({"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]})

        def _send(self, value: Any) -> None:
            data = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with suppress(OSError):  # a killed client
                self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with _Server(("127.0.0.1", 0), Handler) as server:
        pipe.send(server.server_address[1])
        server.serve_forever()
