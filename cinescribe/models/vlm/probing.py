"""What a server can do, found by asking it: servers ignore in silence what they do not know."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from cinescribe.errors import ModelError
from cinescribe.models.vlm.answers.answer_json import json_in
from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatPicture, ChatRequest
from cinescribe.models.vlm.chat_model import THOUGHT_TOKENS
from cinescribe.models.vlm.server import ChatServer, RefusedError
from cinescribe.models.vlm.server_advice import advice, is_unknown_model

_LISTED = 20  # models in a message
_SIDE = 64  # pixels of the pictures that are asked about
_COLOURS = ((220, 30, 30), (30, 30, 220))  # red and blue
_COLOUR = ChatRequest("What colour is this picture? Answer with one word.", max_tokens=10)
_RED = ChatRequest("Is this picture red? Answer yes or no.", max_tokens=10)
_HELLO = ChatRequest("Say hello.", max_tokens=20)
_SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}
_SILENT = ("thoughts", "empty", "cut", "noise")  # troubles of answers that show nothing


def capabilities(server: ChatServer) -> Capabilities:
    """Return what a server can do, by a few short questions. The server learns its limits from them.

    Raises:
        ModelError: when the server does not answer, or has no such model.
    """
    thinks = _thinks(server)
    by_template = thinks and _is_quiet(server, replace(_HELLO, plain_template=True))
    by_effort = thinks and not by_template and _is_quiet(server, replace(_HELLO, no_effort=True))
    still_thinks = thinks and not by_template and not by_effort
    hello, colour, is_red = (
        replace(
            each,
            plain_template=by_template,
            no_effort=by_effort,
            max_tokens=each.max_tokens + (THOUGHT_TOKENS if still_thinks else 0),
        )
        for each in (_HELLO, _COLOUR, _RED)
    )
    red, blue = (_picture(one) for one in _COLOURS)
    takes = server.try_once(replace(colour, pictures=(red,))) is not None
    several = server.try_once(replace(colour, pictures=(red, blue, red, blue))) if takes else None
    kept = server.try_once(replace(hello, schema=_SCHEMA))
    probable = server.try_once(replace(hello, log_probability=True))
    limits = server.limits
    return Capabilities(
        images=takes,
        sees=takes and any(_differ(server, ask, red, blue) for ask in (colour, is_red)),
        several_images=several is not None and limits.n_pictures != 1,
        schema=kept is not None and "response_format" not in limits.without and json_in(kept.text, _SCHEMA) is not None,
        log_probabilities=probable is not None and probable.log_probability is not None,
        thinks=still_thinks,
        plain_template=by_template,
        no_effort=by_effort,
    )


def _differ(server: ChatServer, question: ChatRequest, first: ChatPicture, second: ChatPicture) -> bool:
    """Return whether a model answers a question otherwise about another picture, or is not known not to."""
    one, other = (server.try_once(replace(question, pictures=(picture,))) for picture in (first, second))
    if one is None or other is None:
        return False
    # A model that thinks and does not answer may see very well.
    is_unknown = (one.has_thoughts or other.has_thoughts) and one.trouble in _SILENT and other.trouble in _SILENT
    return is_unknown or one.text != other.text


def _thinks(server: ChatServer) -> bool:
    """Return whether a model thinks before it answers; raise unless it answers at all."""
    answer = _hello(server)
    if answer.has_thoughts:
        return True
    if answer.is_whole:
        return False
    # Thoughts whose opening tag is in the prompt show only when they end.
    longer = server.try_once(replace(_HELLO, max_tokens=_HELLO.max_tokens + THOUGHT_TOKENS))
    return longer is not None and longer.has_thoughts


def _is_quiet(server: ChatServer, request: ChatRequest) -> bool:
    """Return whether a model answers a request without thoughts; a server that refuses the parameter does not."""
    answer = server.try_once(request)
    refused = server.limits.without
    is_asked = not (
        (request.plain_template and "chat_template_kwargs" in refused)
        or (request.no_effort and "reasoning_effort" in refused)
    )
    return is_asked and answer is not None and answer.is_whole and bool(answer.text) and not answer.has_thoughts


def _hello(server: ChatServer) -> ChatAnswer:
    """Return the answer to a first short question; raise unless the model answers at all."""
    try:
        return server.probe(_HELLO)
    except RefusedError as error:
        hint = advice(error.reason, status=error.status, has_pictures=False)
        if hint and not is_unknown_model(error.reason, error.status):
            raise
        offered = ", ".join(sorted(model.name for model in server.models())[:_LISTED])
        unadvised = str(error).removesuffix(hint)
        what = f"it offers {offered}; name one of these" if offered else "it lists no models; name one that it has"
        raise ModelError(f"{unadvised}; {what}, or add this one there (with Ollama: ollama pull MODEL)") from error


def _picture(colour: tuple[int, int, int]) -> ChatPicture:
    image = np.full((_SIDE, _SIDE, 3), colour[::-1], np.uint8)
    return ChatPicture(cv2.imencode(".jpg", image)[1].tobytes())
