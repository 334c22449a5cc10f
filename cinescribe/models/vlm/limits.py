"""What a model's server refuses, as it was learnt from its errors, and requests that keep to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.models.vlm.picture_fitting import fewer, sheet, smaller
from cinescribe.record import Record

LETTERS_A_TOKEN = 3.5  # of an English question; tokenizers of today have 4 to 4.5, so that little is underestimated
_TEMPLATE = 64  # tokens that a chat template and the ends of pictures add
_MIN_ANSWER = 32  # tokens that an answer keeps, however small the context is
_LEAST_COST = 16  # tokens of a picture; some servers do not count pictures
COMPLETION_TOKENS = "max_completion_tokens"


@dataclass(frozen=True)
class ServerLimits(Record):
    """What a model on its server does not take.

    Args:
        n_pictures: that it takes at once; None if no limit is known.
        longest_side: pixels of a picture's longest side that it takes.
        n_context: tokens that question and answer may have together.
        tokens_a_picture: that a picture costs at most, as its server counts them.
        max_tokens: that an answer may have.
        lowest_temperature: that it takes.
        without: parameters that it refuses; `system` for instructions in a message of their own.
        has_completion_tokens: whether the length of an answer is called `max_completion_tokens`.
    """

    n_pictures: int | None = None
    longest_side: int | None = None
    n_context: int | None = None
    tokens_a_picture: float | None = None
    max_tokens: int | None = None
    lowest_temperature: float | None = None
    without: tuple[str, ...] = ()
    has_completion_tokens: bool = False


def fitted(request: ChatRequest, limits: ServerLimits) -> ChatRequest:
    """Return a request that keeps to the limits of a model: fewer or smaller pictures, a shorter answer.

    Pictures of context are left out first, then some of the others evenly. A model that takes one picture gets a
    contact sheet.

    Raises:
        ModelError: when a picture that must be changed is no JPEG file.
    """
    without = limits.without
    if "system" in without and request.system:
        request = replace(request, text=f"{request.system}\n{request.text}", system=None)
    if "response_format" in without:
        request = request.with_schema_in_words
    request = replace(
        request,
        log_probability=request.log_probability and "logprobs" not in without,
        plain_template=request.plain_template and "chat_template_kwargs" not in without,
        no_effort=request.no_effort and "reasoning_effort" not in without,
        temperature=max(request.temperature, limits.lowest_temperature or 0.0),
        max_tokens=_answer_room(request, limits),
    )
    n = _n_pictures(request, limits)
    side = limits.longest_side
    if len(request.pictures) > 1 and n == 1:
        return replace(request, pictures=(sheet(request.pictures, longest_side=side),))
    pictures = fewer(request.pictures, n) if n < len(request.pictures) else request.pictures
    if side is not None:
        pictures = tuple(smaller(picture, side) for picture in pictures)
    return replace(request, pictures=pictures)


def sent_body(request: ChatRequest, model: str, limits: ServerLimits) -> dict[str, Any]:
    """Return the JSON of a fitted request, without the parameters that the server refuses."""
    body = request.body(model)
    if limits.has_completion_tokens:
        body[COMPLETION_TOKENS] = body["max_tokens"]
    for name in limits.without:
        body.pop(name, None)
    return body


def with_cost(limits: ServerLimits, request: ChatRequest, n_prompt_tokens: int | None) -> ServerLimits:
    """Return limits that know what a picture costs, from the tokens of an answered question.

    Args:
        limits: known before.
        request: as it was sent.
        n_prompt_tokens: of it, as the server counts them; None if it does not.
    """
    n = len(request.pictures)
    if n_prompt_tokens is None or not n:
        return limits
    cost = (n_prompt_tokens - text_tokens(request)) / n
    known = limits.tokens_a_picture
    if cost < _LEAST_COST or (known is not None and cost < known * 1.1):  # a file is not written for each answer
        return limits
    return limits.replace(tokens_a_picture=round(cost, 1))


def text_tokens(request: ChatRequest) -> float:
    """Return about how many tokens the words of a request have."""
    return len(request.words + (request.system or "")) / LETTERS_A_TOKEN


def _answer_room(request: ChatRequest, limits: ServerLimits) -> int:
    room = request.max_tokens if limits.max_tokens is None else min(request.max_tokens, limits.max_tokens)
    if limits.n_context is None:
        return room
    left = limits.n_context - text_tokens(request) - _TEMPLATE
    return max(min(room, limits.n_context // 2, int(left)), min(_MIN_ANSWER, room))


def _n_pictures(request: ChatRequest, limits: ServerLimits) -> int:
    """Return how many pictures of a request a model takes, at least one."""
    n = len(request.pictures) if limits.n_pictures is None else limits.n_pictures
    if limits.n_context is not None and limits.tokens_a_picture:
        left = limits.n_context - request.max_tokens - text_tokens(request) - _TEMPLATE
        n = min(n, int(left / limits.tokens_a_picture))
    return max(n, 1)
