"""Any chat model behind a server of OpenAI's chat interface on the loopback, in a process of its own.

It answers short questions about what it can do as a model that sees would, and counts what else it is asked, by the
digest of the body.
"""

from __future__ import annotations

import base64
import hashlib
import json
import pickle
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Semaphore
from typing import Any

import httpx

from benchmarks.describer.stand_ins.requests import decoded
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.timing import Seconds

MODEL = "stand-in"
MANY = 1000  # answers at a time: more than anybody asks for
_COUNTS = "/counts"
_LABELS = re.compile(r"^These are frames of a film, in order\. Frames: (.+)\.$")
_LABEL = re.compile(r"\d+: (.+?)(?=, \d+: |$)")


@contextmanager
def chat_endpoint(model: ChatModel, *, pause: Seconds = 0.0, n_at_once: int = MANY) -> Iterator[str]:
    """Serve a model; give the URL.

    Args:
        model: that answers.
        pause: before each answer.
        n_at_once: answers that it works at; the other questions wait.
    """
    # Not by `multiprocessing`, whose processes load all that the benchmark has loaded.
    command = [sys.executable, "-m", __name__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump((model, pause, n_at_once), process.stdin)
        process.stdin.flush()
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


@dataclass(frozen=True)
class Served:
    """What a server did, by the digest of each body; short questions about what it can do are left out.

    Args:
        asked: how often each question came.
        answered: how often it was answered, whether or not somebody was still there to read it.
    """

    asked: Counter[str]
    answered: Counter[str]


def served(url: str) -> Served:
    """Return what a server did so far."""
    counts = httpx.get(url + _COUNTS, trust_env=False).json()
    return Served(Counter(counts["asked"]), Counter(counts["answered"]))


class _Server(ThreadingHTTPServer):
    request_queue_size = 256  # connections that wait; with fewer, the system delays some by a second
    daemon_threads = True


def _serve(model: ChatModel, pause: Seconds, n_at_once: int) -> None:
    counts: dict[str, Counter[str]] = {"asked": Counter(), "answered": Counter()}
    lock, free = Lock(), Semaphore(n_at_once)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._send(counts if self.path == _COUNTS else {"data": [{"id": MODEL}]})

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            body = json.loads(data)
            request = _request(body)
            answer, digest = _probed(request), hashlib.sha256(data).hexdigest()
            if answer is not None:
                self._send(_completion(answer, with_tokens=bool(body.get("logprobs"))))
                return
            with lock:
                counts["asked"][digest] += 1
            with free:
                time.sleep(pause)
                (answer,) = model.ask([request])
            with lock:
                counts["answered"][digest] += 1
            self._send(_completion(answer, with_tokens=bool(body.get("logprobs"))))

        def _send(self, value: Any) -> None:
            data = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            with suppress(OSError):  # a killed client
                self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with _Server(("127.0.0.1", 0), Handler) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()


def _request(body: dict[str, Any]) -> ChatRequest:
    """The request that became a body: the labels of its pictures are the first line of its words."""
    content = body["messages"][-1]["content"]
    if isinstance(content, str):
        return ChatRequest(content)
    data = [base64.b64decode(part["image_url"]["url"].split(",", 1)[1]) for part in content if "image_url" in part]
    first, _, text = "".join(part.get("text", "") for part in content).partition("\n")
    found = _LABELS.match(first)
    if found is None:
        return ChatRequest(f"{first}\n{text}".strip(), tuple(ChatPicture(one) for one in data))
    labels = _LABEL.findall(found[1])
    return ChatRequest(text, tuple(ChatPicture(one, label) for one, label in zip(data, labels, strict=True)))


def _probed(request: ChatRequest) -> ChatAnswer | None:
    """The answer to a question about what the model can do; None for another."""
    text = request.text.casefold()
    if "say hello" in text:
        return ChatAnswer('{"n": 1}')
    if len(text) > 200 or not any(words in text for words in ("what colour", "picture red")):
        return None
    red, _, blue = decoded(request.pictures[0]).reshape(-1, 3).mean(axis=0)
    colour = "Red" if red > blue else "Blue"
    return ChatAnswer(colour if "what colour" in text else "Yes" if colour == "Red" else "No")


def _completion(answer: ChatAnswer, *, with_tokens: bool) -> dict[str, Any]:
    choice: dict[str, Any] = {"message": {"role": "assistant", "content": answer.text}, "finish_reason": "stop"}
    if with_tokens and answer.tokens:
        tokens = [{"token": token.text, "logprob": token.log_probability} for token in answer.tokens]
        choice["logprobs"] = {"content": tokens}
    return {"choices": [choice]}


if __name__ == "__main__":
    _serve(*pickle.load(sys.stdin.buffer))
