"""Odd answers of servers, by name: what a body becomes that a truthful model would have sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tests.models.vlm.scripted_server import Reply

SENTENCE = "Somebody lifts a green lamp."
VIEW = json.dumps({"actions": [{"who": "somebody", "does": "lifts a green lamp", "shot": 2}], "detail": ""})
DRAFT = json.dumps({"sentences": [{"text": SENTENCE, "notes": [1]}]})
THOUGHT = "He might be a robber who opens a secret safe."

Oddity: TypeAlias = Callable[[Mapping[str, Any], str], Reply]


def n_pictures(body: Mapping[str, Any]) -> int:
    content = body["messages"][-1]["content"]
    return 0 if isinstance(content, str) else sum(part["type"] == "image_url" for part in content)


def said(text: str | None, finish: str = "stop", **more: Any) -> Reply:
    choice = {"message": {"role": "assistant", "content": text, **more}, "finish_reason": finish}
    return Reply(body=json.dumps({"choices": [choice]}).encode())


def refused(words: str, status: int = 400) -> Reply:
    return Reply(status=status, body=json.dumps({"error": {"message": words}}).encode())


def without(name: str, words: str) -> Oddity:
    """Refuses a parameter."""
    return lambda body, text: refused(words) if name in body else said(text)


def at_most(n: int, words: str, status: int = 400) -> Oddity:
    """Refuses more than some pictures."""
    return lambda body, text: refused(words, status) if n_pictures(body) > n else said(text)


_INFINITE = b', "logprobs": {"content": [{"token": "x", "logprob": -Infinity}]}}]}'
_POSITIVE = "`temperature` must be strictly positive"
_EXTRA = b'{"detail": [{"loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}]}'

# Every answer of these is used.
READ: Mapping[str, Oddity] = {
    "magistral": lambda _, text: said(f"[THINK]{THOUGHT}[/THINK]{text}"),
    "kimi": lambda _, text: said(f"\u25c1think\u25b7{THOUGHT}\u25c1/think\u25b7{text}"),
    "upper case": lambda _, text: said(f"<THINK>{THOUGHT}</THINK>\n{text}"),
    "gemma": lambda _, text: said(f"<|channel>thought\n{THOUGHT}<channel|>{text}<turn|>"),
    "cohere": lambda _, text: said(f"<|START_THINKING|>{THOUGHT}<|END_THINKING|>{text}<|END_RESPONSE|>"),
    "harmony without special tokens": lambda _, text: said(f"analysisThe user asks. {THOUGHT}assistantfinal{text}"),
    "glm box": lambda _, text: said(f"<|begin_of_box|>{text}<|end_of_box|>"),
    "answer tag": lambda _, text: said(f"<think>{THOUGHT}</think><answer>{text}</answer>"),
    "stop token": lambda _, text: said(f"{text}<|im_end|>\n<|im_start|>user\nWhat does the robber do?"),
    "deepseek": lambda _, text: said(f"{text}<\uff5cend\u2581of\u2581sentence\uff5c>"),
    "next turn": lambda _, text: said(f"{text}\nUSER: What does the robber do?\nASSISTANT: He opens a safe."),
    "assistant head": lambda _, text: said(f"<|start_header_id|>assistant<|end_header_id|>\n\n{text}"),
    "fence": lambda _, text: said(f"Sure!\n```json\n{text}\n```\nLet me know!" if text[0] == "{" else text),
    "python literals": lambda _, text: said(str(json.loads(text)) if text[0] == "{" else text),
    "comma too many": lambda _, text: said(text.replace("}]", "},]")),
    "JSON in a text": lambda _, text: said(json.dumps(text) if text[0] == "{" else text),
    "upper keys": lambda _, text: said(text.replace('"actions"', '"Actions"').replace("sentences", "SENTENCES")),
    "numbers with words": lambda _, text: said(text.replace(": 2", ': "shot 2"').replace("[1]", '["note 1"]')),
    "floats": lambda _, text: said(text.replace('"shot": 2', '"shot": 2.0').replace("[1]", "[1.0]")),
    "wrapped": lambda _, text: said(f'{{"answer": {text}}}' if text[0] == "{" else text),
    "ndjson": lambda _, text: Reply(body=b"\n".join(json.dumps(one).encode() for one in _lines(text))),
    "text completion": lambda _, text: Reply(body=json.dumps({"choices": [{"text": text}]}).encode()),
    "thinking part": lambda _, text: Reply(body=_parts(text)),
    "reasoning with an end": lambda _, text: said("", reasoning=f"{THOUGHT}</think>{text}"),
    "infinite log-probability": lambda _, text: Reply(body=said(text).data()[:-3] + _INFINITE),
    "one picture": at_most(1, "vision model only supports a single image per message", 500),
    "two pictures": at_most(2, "At most 2 image(s) may be provided in one prompt."),
    "pictures fail": at_most(3, "Failed to load image or audio file"),
    "logprobs refused": without("logprobs", "This model does not support logprobs"),
    "schema refused": without("response_format", "response_format json_schema is not supported"),
    "positive temperature": lambda body, text: said(text) if body["temperature"] else refused(_POSITIVE),
    "pydantic": lambda body, text: Reply(status=422, body=_EXTRA) if "seed" in body else said(text),
    "nested error": without("seed", '[openai] {"error": {"message": "Unsupported parameter: seed"}}'),
}  # fmt: skip
# Nothing of the answers of these is used, for this reason.
UNREAD: Mapping[str, tuple[Oddity, str]] = {
    "thoughts without end": (lambda _, text: said(f"<think>{THOUGHT}", "length"), "thoughts"),
    "all in a channel": (lambda _, text: said(f"<|channel>thought\n{THOUGHT}<channel|>"), "thoughts"),
    "reasoning with drafts": (lambda _, text: said(None, reasoning=f"{text} perhaps. {THOUGHT}"), "thoughts"),
    "dots": (lambda _, text: said("." * 300, "length"), "noise"),
    "same word": (lambda _, text: said("the " * 300, "length"), "noise"),
    "replacement marks": (lambda _, text: said("\ufffd" * 300), "noise"),
    "nothing": (lambda _, text: said(""), "empty"),
    "refusal": (lambda _, text: said("I'm unable to assist with identifying people."), "refusal"),
    "filtered": (lambda _, text: said("A man", "content_filter"), "refusal"),
    "half": (lambda _, text: said("A man lifts a gre", "length"), "cut"),
    "schema back": (lambda _, text: said('{"type": "object", "properties": {"n": {"type": "array"}}}'), "unreadable"),
    "code": (lambda _, text: said("```python\nprint('lamp')\n```"), "unreadable"),
    "Russian": (lambda _, text: said("\u041e\u043d \u0438\u0434\u0451\u0442."), "unreadable"),
}  # fmt: skip


def _lines(text: str) -> list[dict[str, Any]]:
    half = len(text) // 2
    first, second = ({"message": {"content": part}} for part in (text[:half], text[half:]))
    return [{**first, "done": False}, {**second, "done": True, "done_reason": "stop"}]


def _parts(text: str) -> bytes:
    content = [{"type": "thinking", "thinking": THOUGHT}, {"type": "text", "text": text}]
    return json.dumps({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]}).encode()
