"""A question to a chat model with pictures, and its answer; what servers read and write."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from cinescribe.record import Record

# Why an answer cannot be used: only thoughts, nothing at all, a refusal, cut off at its limit, the same letter again.
Trouble: TypeAlias = Literal["thoughts", "empty", "refusal", "cut", "noise"]


@dataclass(frozen=True)
class ChatPicture:
    """A picture that a question is about.

    Args:
        data: a JPEG file.
        label: what it is, in words: `shot 3 at 12.5 s`; "" for nothing to say.
        is_context: whether it only helps to understand the others; such pictures are left out first.
        frames: the labels of the frames that it holds in rows, for models that take one picture; () for one frame.
    """

    data: bytes
    label: str = ""
    is_context: bool = False
    frames: tuple[str, ...] = ()


@dataclass(frozen=True)
class ChatRequest:
    """A question to a model.

    Args:
        text: the question, without what the pictures are: `words` adds that.
        pictures: that it is about, in order.
        system: instructions that hold for all questions.
        schema: the JSON schema of the answer, for servers that can keep to one; None for free text.
        max_tokens: of the answer.
        temperature: 0 for the most probable answer.
        seed: of sampling.
        log_probability: whether to ask for the log-probabilities of the answer's tokens.
        plain_template: whether to ask the server's chat template for no thoughts, as vLLM and its kin can.
        no_effort: whether to ask for no effort of reasoning, as Ollama can.
    """

    text: str
    pictures: tuple[ChatPicture, ...] = ()
    system: str | None = None
    schema: Mapping[str, Any] | None = None
    max_tokens: int = 100
    temperature: float = 0.0
    seed: int = 0
    log_probability: bool = False
    plain_template: bool = False
    no_effort: bool = False

    @property
    def words(self) -> str:
        """The question as a model reads it: the labels of its pictures in order, where they have any, and the text."""
        sheet = next((picture.frames for picture in self.pictures if picture.frames), ())
        labels = sheet or [picture.label for picture in self.pictures]
        if not any(labels):
            return self.text
        listed = ", ".join(f"{n}: {label}" for n, label in enumerate(labels, 1))
        kind = "The picture holds frames of a film, in rows" if sheet else "These are frames of a film"
        return f"{kind}, in order. Frames: {listed}.\n{self.text}"

    @property
    def with_schema_in_words(self) -> ChatRequest:
        """The same question for a model that keeps to no schema: the schema is a part of it."""
        if self.schema is None:
            return self
        form = json.dumps(self.schema, sort_keys=True)
        text = f"{self.text}\nAnswer with one JSON value and nothing else. It keeps to this JSON schema: {form}"
        return replace(self, text=text, schema=None)

    def body(self, model: str) -> dict[str, Any]:
        """Return the JSON of `POST /chat/completions`; pictures are data URIs, as all servers read them."""
        pictures = [
            {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64," + base64.b64encode(one.data).decode()}}
            for one in self.pictures
        ]
        content = [*pictures, {"type": "text", "text": self.words}] if pictures else self.text
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
        pictures = [hashlib.sha256(one.data).hexdigest() for one in self.pictures]
        words = replace(self, text=self.words, pictures=()).body(model)
        return hashlib.sha256(json.dumps([words, pictures], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Token(Record):
    """A token of an answer with its log-probability, at most 0."""

    text: str
    log_probability: float


@dataclass(frozen=True)
class ChatAnswer(Record):
    """A model's answer.

    Args:
        text: without the model's thoughts, marks of its template and stop tokens; "" if nothing of it can be used.
        log_probability: mean over the answer's tokens; None where the server gives none.
        is_whole: False where the answer was cut off at `max_tokens`.
        trouble: why nothing or not all of it can be used; None if nothing is wrong with it.
        tokens: of the answer, where log-probabilities were asked for and given.
        n_prompt_tokens: of the question with its pictures, as the server counts them.
        has_thoughts: whether the model thought before it answered.
    """

    text: str
    log_probability: float | None = None
    is_whole: bool = True
    trouble: Trouble | None = None
    tokens: tuple[Token, ...] = ()
    n_prompt_tokens: int | None = None
    has_thoughts: bool = False
