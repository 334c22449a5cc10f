"""A real HTTP server on the loopback that answers requests for transcripts as a script says."""

import io
import json
import threading
import wave
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from typing import Any

from tests.models.loopback import Handler, serving


@dataclass
class Answer:
    """What the server sends: a text or a JSON value, with a status and headers, perhaps slowly or cut off."""

    body: object = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    drip: float = 0.0
    cut: bool = False

    @property
    def data(self):
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass
class Asked:
    """A request: its path, the fields of its form, the length of its sound in seconds, and its headers."""

    path: str
    fields: dict[str, list[str]]
    seconds: float
    headers: dict[str, str]


@dataclass
class SpeechServer:
    """A running server: its address, and the requests that came."""

    url: str
    asked: list[Asked] = field(default_factory=list)


def spoken(*words, language="english", **more):
    """A verbose answer with words of half a second each, from half a second on."""
    times = [{"word": word, "start": 0.5 + n / 2, "end": 1.0 + n / 2} for n, word in enumerate(words)]
    return {"task": "transcribe", "language": language, "text": " ".join(words), "words": times, **more}


@contextmanager
def speech_server(reply):
    """Run a server; `reply` gets each request and its number, from 0."""

    class Answering(Handler):
        def do_GET(self):  # noqa: N802 - http.server's name
            self._send(Answer({"data": []}))

        def do_POST(self):  # noqa: N802 - http.server's name
            asked = _asked(self.path, self.headers, self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                running.asked.append(asked)
                number = len(running.asked) - 1
            self._send(reply(asked, number))

        def _send(self, answer):
            self.send(
                answer.data,
                status=answer.status,
                headers=answer.headers,
                pause=answer.pause,
                drip=answer.drip,
                cut=answer.cut,
            )

    lock = threading.Lock()
    with serving(Answering) as url:
        running = SpeechServer(url)
        yield running


def _asked(path, headers, data):
    form: Any = message_from_bytes(b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + data)
    fields: dict[str, list[str]] = {}
    seconds = 0.0
    for part in form.get_payload():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if name == "file":
            with wave.open(io.BytesIO(content)) as sound:
                assert (sound.getframerate(), sound.getnchannels(), sound.getsampwidth()) == (16000, 1, 2)
                seconds = sound.getnframes() / 16000
        else:
            fields.setdefault(name, []).append(content.decode())
    return Asked(path, fields, seconds, dict(headers))
