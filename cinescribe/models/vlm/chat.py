"""A question to a chat model with pictures, and its answer; what servers read and write."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cinescribe.errors import ModelError, RecordError, brief
from cinescribe.parsing import parse_json
from cinescribe.record import Record

# Models that think aloud put their thoughts between these marks.
_THOUGHTS = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_FENCE = re.compile(r"```[a-z]*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class ChatRequest:
    """A question to a model.

    Args:
        text: the question.
        images: JPEG files that it is about, in order.
        system: instructions that hold for all questions.
        schema: the JSON schema of the answer, for servers that can keep to one; None for free text.
        max_tokens: of the answer.
        temperature: 0 for the most probable answer.
        seed: of sampling.
        log_probability: whether to ask for the answer's log-probability.
        plain_template: whether to ask the server's chat template for no thoughts, as vLLM and its kin can.
        no_effort: whether to ask for no effort of reasoning, as Ollama can.
    """

    text: str
    images: tuple[bytes, ...] = ()
    system: str | None = None
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 100
    temperature: float = 0.0
    seed: int = 0
    log_probability: bool = False
    plain_template: bool = False
    no_effort: bool = False

    def body(self, model: str) -> dict[str, Any]:
        """Return the JSON of `POST /chat/completions`; pictures are data URIs, as all servers read them."""
        pictures = [
            {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + base64.b64encode(image).decode()}}
            for image in self.images
        ]
        content = [*pictures, {"type": "text", "text": self.text}] if pictures else self.text
        system = [{"role": "system", "content": self.system}] if self.system else []
        body: dict[str, Any] = {
            "model": model,
            "messages": [*system, {"role": "user", "content": content}],
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "seed": self.seed,
        }
        if self.schema is not None:
            form = {"name": "answer", "schema": dict(self.schema), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if self.log_probability:
            body["logprobs"] = True
        if self.plain_template:
            body["chat_template_kwargs"] = {"enable_thinking": False}
        if self.no_effort:
            body["reasoning_effort"] = "none"
        return body

    def digest(self, model: str) -> str:
        """Return the SHA-256 of everything that the answer depends on."""
        # Pictures are hashed as they are: as data URIs, a question with eight frames would take ten times as long.
        pictures = [hashlib.sha256(image).hexdigest() for image in self.images]
        words = replace(self, images=()).body(model)
        return hashlib.sha256(json.dumps([words, pictures], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class ChatAnswer(Record):
    """A model's answer.

    Args:
        text: without the model's thoughts.
        log_probability: mean over the answer's tokens; None where the server gives none.
        is_whole: False where the answer was cut off at `max_tokens`.
    """

    text: str
    log_probability: float | None = None
    is_whole: bool = True


def read_answer(body: str) -> ChatAnswer:
    """Return the answer in what a server sent.

    Raises:
        ModelError: when it is no answer of the chat interface.
    """
    try:
        choice = parse_json(body, "the answer")["choices"][0]
        content = choice["message"].get("content") or ""
        if not isinstance(content, str):  # some servers send parts
            content = "".join(part.get("text", "") for part in content)
        return ChatAnswer(without_thoughts(content), _log_probability(choice), choice.get("finish_reason") != "length")
    except (RecordError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise ModelError(f"the server sent {brief(body)}, which is no chat completion ({error})") from error


def without_thoughts(text: str) -> str:
    """Return what a model wrote without what it thought aloud."""
    return _THOUGHTS.sub("", text).strip()


def json_in(answer: str) -> Any:
    """Return the JSON value of an answer: bare, in a code fence, or after some prose; None if it holds none."""
    fenced = _FENCE.findall(answer)
    first = min((at for mark in "{[" if (at := answer.find(mark)) >= 0), default=len(answer))
    for text in (answer, *fenced, answer[first:]):
        try:
            return parse_json(text, "the answer")
        except RecordError:
            continue
    return None


def _log_probability(choice: Mapping[str, Any]) -> float | None:
    tokens = (choice.get("logprobs") or {}).get("content") or ()
    values = [token["logprob"] for token in tokens]  # numbers; a text makes the sum fail
    return sum(values) / len(values) if values else None
