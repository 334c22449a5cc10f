"""The protocol of models that answer chat requests, behind a server or in this process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from cinescribe.models.vlm.capabilities import Capabilities
from cinescribe.models.vlm.chat import ChatAnswer, ChatRequest

THOUGHT_TOKENS = 1024  # room for the thoughts of a model that cannot answer without them; short questions need fewer


class ChatModel(Protocol):
    """A language model, with eyes or without, that answers questions."""

    @property
    def name(self) -> str:
        """Who answers, as scripts name it: `server:URL#MODEL` or `hub:<id>`."""

    @property
    def can(self) -> Capabilities:
        """What it can do. Ask about any number of pictures: a model that takes fewer is shown fewer."""

    def ask(self, requests: Sequence[ChatRequest]) -> list[ChatAnswer]:
        """Return the answer to each request, in order; answers are kept on disk, and nothing is asked twice.

        A request may want a schema or a log-probability of any model: where it keeps to no schema, the schema is put
        into the question; where it gives no log-probability, the answer has None.

        Raises:
            ModelError: when a request fails for good. Earlier answers are kept.
            OutputError: when answers cannot be kept.
        """


def as_possible(request: ChatRequest, can: Capabilities) -> ChatRequest:
    """Return a request that asks for no more than a model can do.

    A schema becomes a part of the question; a model that thinks gets room for its thoughts.
    """
    request = request if can.schema else request.with_schema_in_words
    return replace(
        request,
        log_probability=request.log_probability and can.log_probabilities,
        plain_template=can.plain_template,
        no_effort=can.no_effort,
        max_tokens=request.max_tokens + (THOUGHT_TOKENS if can.thinks else 0),
    )
