"""What a server can do, found by asking it: servers ignore in silence what they do not know."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from cinescribe.errors import ModelError
from cinescribe.models.vlm.chat import ChatRequest, json_in
from cinescribe.models.vlm.server import ChatServer
from cinescribe.record import Record
from cinescribe.store import read_record, write_record

_LISTED = 20  # models in a message
_SIDE = 64  # pixels of the pictures that are asked about
_COLOURS = ((220, 30, 30), (30, 30, 220))  # red and blue
_COLOUR = ChatRequest("What colour is this picture? Answer with one word.", max_tokens=10)
_HELLO = ChatRequest("Say hello.", max_tokens=20)
_SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}


@dataclass(frozen=True)
class Capabilities(Record):
    """What a model on a server can do.

    Args:
        images: it takes a picture.
        sees: it gives other answers to other pictures; some servers drop pictures in silence.
        several_images: it takes four pictures at once.
        schema: it keeps to a JSON schema.
        log_probabilities: it tells how probable its answer is.
    """

    images: bool
    sees: bool
    several_images: bool
    schema: bool
    log_probabilities: bool


def capabilities(server: ChatServer, folder: Path) -> Capabilities:
    """Return what a server can do; it is asked once, with a few short questions.

    Args:
        server: the model on its server.
        folder: remembers the result, by address and model.

    Raises:
        ModelError: when the server does not answer, or has no such model.
        OutputError: when the folder cannot be written.
    """
    path = Path(folder) / f"{hashlib.sha256(str(server.address).encode()).hexdigest()}.json"
    if path.is_file():
        return read_record(path, Capabilities)
    found = _probed(server)
    write_record(path, found)
    return found


def _probed(server: ChatServer) -> Capabilities:
    if server.try_once(_HELLO) is None:
        offered = ", ".join(sorted(server.models())[:_LISTED])
        raise ModelError(
            f"{server.address.url} does not answer as {server.address.model!r}; it offers {offered or 'no model'}"
        )
    red, blue = (_picture(colour) for colour in _COLOURS)
    answers = [server.try_once(replace(_COLOUR, images=(picture,))) for picture in (red, blue)]
    several = server.try_once(replace(_COLOUR, images=(red, blue, red, blue)))
    kept = server.try_once(replace(_HELLO, schema=_SCHEMA))
    probable = server.try_once(replace(_HELLO, log_probability=True))
    value = None if kept is None else json_in(kept.text)
    texts = [None if answer is None else answer.text for answer in answers]
    return Capabilities(
        images=None not in texts,
        sees=None not in texts and texts[0] != texts[1],
        several_images=several is not None,
        schema=isinstance(value, dict) and isinstance(value.get("n"), int),
        log_probabilities=probable is not None and probable.log_probability is not None,
    )


def _picture(colour: tuple[int, int, int]) -> bytes:
    image = np.full((_SIDE, _SIDE, 3), colour[::-1], np.uint8)
    return cv2.imencode(".jpg", image)[1].tobytes()
