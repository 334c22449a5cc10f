"""What a server can do, found by asking it: servers ignore in silence what they do not know."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from cinescribe.errors import ModelError
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest, Picture, json_in
from cinescribe.models.vlm.server import ChatServer, RefusedError
from cinescribe.record import Record
from cinescribe.store import read_record, write_record

_LISTED = 20  # models in a message
_SIDE = 64  # pixels of the pictures that are asked about
_COLOURS = ((220, 30, 30), (30, 30, 220))  # red and blue
_COLOUR = ChatRequest("What colour is this picture? Answer with one word.", max_tokens=10)
_RED = ChatRequest("Is this picture red? Answer yes or no.", max_tokens=10)
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
        log_probabilities: it says how probable its answer is.
        thinks: it thinks before it answers, which cannot be turned off.
        plain_template: it stops thinking if its chat template is asked for no thoughts.
        no_effort: it stops thinking if it is asked for no effort of reasoning.
        longest_side: pixels of the longest side of a picture from which more are of no use to it.
    """

    images: bool
    sees: bool
    several_images: bool
    schema: bool
    log_probabilities: bool
    thinks: bool = False
    plain_template: bool = False
    no_effort: bool = False
    longest_side: int = 768


def capabilities(server: ChatServer, folder: Path) -> Capabilities:
    """Return what a server can do; it is asked once, with a few short questions.

    Args:
        server: the model on its server.
        folder: remembers the result, by address and model.

    Raises:
        ModelError: when the server does not answer, or has no such model.
        OutputError: when the folder cannot be written.
    """
    found = known_capabilities(server, folder)
    if found is None:
        found = _probed(server)
        write_record(_path(server, folder), found)
    return found


def known_capabilities(server: ChatServer, folder: Path) -> Capabilities | None:
    """Return what a server could do when it was asked, or None if it never was.

    Args:
        server: the model on its server.
        folder: remembers the result.

    Raises:
        RecordError: when the file of the result is damaged.
    """
    path = _path(server, folder)
    return read_record(path, Capabilities) if path.is_file() else None


def _path(server: ChatServer, folder: Path) -> Path:
    return Path(folder) / f"{hashlib.sha256(str(server.address).encode()).hexdigest()}.json"


def _probed(server: ChatServer) -> Capabilities:
    thinks = _thinks(_hello(server))
    by_template = thinks and _is_quiet(server, replace(_HELLO, plain_template=True))
    by_effort = thinks and not by_template and _is_quiet(server, replace(_HELLO, no_effort=True))
    hello, colour, is_red = (
        replace(each, plain_template=by_template, no_effort=by_effort) for each in (_HELLO, _COLOUR, _RED)
    )
    red, blue = (_picture(one) for one in _COLOURS)
    takes = server.try_once(replace(colour, pictures=(red,))) is not None
    several = server.try_once(replace(colour, pictures=(red, blue, red, blue))) if takes else None
    kept = server.try_once(replace(hello, schema=_SCHEMA))
    probable = server.try_once(replace(hello, log_probability=True))
    value = None if kept is None else json_in(kept.text)
    return Capabilities(
        images=takes,
        sees=takes and any(_differ(server, ask, red, blue) for ask in (colour, is_red)),
        several_images=several is not None,
        schema=isinstance(value, dict) and isinstance(value.get("n"), int),
        log_probabilities=probable is not None and probable.log_probability is not None,
        thinks=thinks and not by_template and not by_effort,
        plain_template=by_template,
        no_effort=by_effort,
    )


def _differ(server: ChatServer, question: ChatRequest, first: Picture, second: Picture) -> bool:
    """Return whether a model answers a question otherwise about another picture."""
    one, other = (server.try_once(replace(question, pictures=(picture,))) for picture in (first, second))
    return one is not None and other is not None and one.text != other.text


def _thinks(answer: ChatAnswer) -> bool:
    """Return whether the thoughts of a model left no room for its answer."""
    return not answer.text and not answer.is_whole


def _is_quiet(server: ChatServer, request: ChatRequest) -> bool:
    answer = server.try_once(request)
    return answer is not None and not _thinks(answer)


def _hello(server: ChatServer) -> ChatAnswer:
    """Return the answer to a first short question; raise unless the model answers at all."""
    try:
        return server.probe(_HELLO)
    except RefusedError as error:
        offered = ", ".join(sorted(server.models())[:_LISTED])
        what = f"it offers {offered}; name one of these" if offered else "it lists no models; name one that it has"
        raise ModelError(f"{error}; {what}, or add this one there (with Ollama: ollama pull MODEL)") from error


def _picture(colour: tuple[int, int, int]) -> Picture:
    image = np.full((_SIDE, _SIDE, 3), colour[::-1], np.uint8)
    return Picture(cv2.imencode(".jpg", image)[1].tobytes())
