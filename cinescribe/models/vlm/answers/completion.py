"""The answer in what a server sends: a chat completion in any of the forms in which servers send one."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cinescribe.errors import CinescribeError, RecordError
from cinescribe.models.vlm.answers.answer_text import answer_text
from cinescribe.models.vlm.answers.server_reason import ServerReason, server_reason
from cinescribe.models.vlm.answers.template_marks import after_thoughts
from cinescribe.models.vlm.chat import ChatAnswer, Token
from cinescribe.parsing import parse_json

_REASONING = ("reasoning_content", "reasoning", "thinking")  # where servers put thoughts
_THOUGHT_PARTS = ("thinking", "reasoning", "redacted_thinking")
_CUT = ("length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded", "MAX_TOKENS")
_FILTERED = ("content_filter", "safety", "sensitive", "SAFETY", "refusal")
_FAILED = ("error", "network_error", "insufficient_system_resource", "abort")
_LEAST = -1000.0  # of a log-probability: vLLM has -9999 where there is none
_MAX_TOKENS_READ = 4096  # log-probabilities of an answer
_NOT_FINITE = re.compile(r"(?<=[:,\[\s])-?(?:Infinity|NaN)(?=\s*[,}\]])")
_MAX_AT_END = 1 << 16  # letters of thoughts in which a JSON value at their end is looked for
_MAX_OPENINGS = 50  # brackets that are tried as the beginning of a JSON value in thoughts


class NoAnswerError(CinescribeError):
    """What a server sent holds no answer.

    Args:
        reason: the server's.
        may_pass: whether the next try may bring an answer, as far as the answer shows.
    """

    def __init__(self, reason: ServerReason, *, may_pass: bool) -> None:
        super().__init__(reason.words)
        self.reason, self.may_pass = reason, may_pass


@dataclass(frozen=True)
class _Choice:
    """The contents of a completion, in any form."""

    content: str
    reasoning: str
    refusal: str
    finish: str
    tokens: tuple[Token, ...] = ()


def read_completion(body: str) -> ChatAnswer:
    """Return the answer in what a server sent.

    Thoughts, template marks and stop tokens are left out. An answer in the field for thoughts counts if it
    is JSON, or follows the end of the thoughts.

    Args:
        body: a chat completion, a text completion, or the events or lines of an unrequested stream.

    Raises:
        NoAnswerError: when it is an error, has no choices, or is something else.
    """
    value = _parsed(body)
    if not isinstance(value, Mapping):
        raise NoAnswerError(server_reason(body), may_pass=False)
    answer = _answer(_choice(value, body))
    usage = value.get("usage")
    n_prompt = usage.get("prompt_tokens") if isinstance(usage, Mapping) else value.get("prompt_eval_count")
    is_count = isinstance(n_prompt, int) and not isinstance(n_prompt, bool) and 0 < n_prompt < 10**9
    return replace(answer, n_prompt_tokens=n_prompt if is_count else None)


def _parsed(body: str) -> Any:
    try:
        return parse_json(body, "the answer")
    except RecordError:
        pass
    if "Infinity" in body or "NaN" in body:
        try:
            return parse_json(_NOT_FINITE.sub("null", body), "the answer")
        except RecordError:
            pass
    return _joined(list(_events(body)))


def _events(body: str) -> Iterator[Mapping[str, Any]]:
    """Yield the events of a stream: server-sent ones, or a JSON object a line."""
    for line in body.splitlines():
        text = line.removeprefix("data:").strip()
        if text.startswith("{"):
            try:
                yield parse_json(text, "an event")
            except RecordError:
                continue


def _joined(events: Sequence[Mapping[str, Any]]) -> Any:
    """Return the completion that the events of a stream add up to; None if there are none."""
    error = next((event for event in events if event.get("error")), None)
    if error is not None or not events:
        return error
    message = {"content": "", "reasoning": "", "refusal": ""}
    finish, whole = "", dict(events[-1])
    for event in events:
        choice = _first(event)
        delta = next((choice[name] for name in ("delta", "message") if isinstance(choice.get(name), Mapping)), choice)
        message["content"] += _text(delta.get("content", delta.get("text", delta.get("response"))))
        message["reasoning"] += next((_text(delta[name]) for name in _REASONING if delta.get(name)), "")
        message["refusal"] += _text(delta.get("refusal"))
        reason = choice.get("finish_reason") or event.get("done_reason")
        finish = reason if isinstance(reason, str) else finish
        whole |= {"usage": event["usage"]} if event.get("usage") else {}
    # Without a last event the stream broke off.
    return whole | {"choices": [{"message": message, "finish_reason": finish or "length"}]}


def _first(value: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = value.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    return value


def _choice(value: Mapping[str, Any], body: str) -> _Choice:
    choice = _first(value)
    error = value.get("error") or choice.get("error")
    finish = choice.get("finish_reason") or choice.get("done_reason") or value.get("stop_reason")
    finish = finish if isinstance(finish, str) else ""
    if error:
        raise NoAnswerError(server_reason(json.dumps({"error": error})), may_pass=finish in _FAILED)
    if finish in _FAILED:
        raise NoAnswerError(ServerReason(f"the model failed (finish_reason {finish!r})"), may_pass=True)
    message = choice.get("message", choice)
    if not isinstance(message, Mapping) or not message.keys() & {"content", "text", "response", "refusal", *_REASONING}:
        if "choices" in value and not value["choices"]:
            raise NoAnswerError(ServerReason("it sent no choices"), may_pass=True)
        raise NoAnswerError(server_reason(body), may_pass=False)
    content = message.get("content")
    if content is None:
        content = message.get("text", message.get("response"))
    return _Choice(
        _text(content),
        next((_text(message[name]) for name in _REASONING if message.get(name)), ""),
        _text(message.get("refusal")),
        finish,
        _tokens(choice.get("logprobs")),
    )


def _answer(choice: _Choice) -> ChatAnswer:
    is_whole = choice.finish not in _CUT
    if not choice.content.strip():
        if choice.refusal.strip() or choice.finish in _FILTERED:
            return ChatAnswer("", trouble="refusal")
        if choice.reasoning.strip():
            return _in_thoughts(choice.reasoning, is_whole=is_whole)
    found = answer_text(choice.content, is_whole=is_whole)
    if choice.finish in _FILTERED:
        return ChatAnswer("", is_whole=False, trouble="refusal", has_thoughts=found.has_thoughts)
    tokens = _of_answer(choice.tokens, found.text)
    mean = sum(token.log_probability for token in tokens) / len(tokens) if tokens else None
    has_thoughts = found.has_thoughts or bool(choice.reasoning.strip())
    return ChatAnswer(found.text, mean, is_whole, found.trouble, tokens, has_thoughts=has_thoughts)


def _in_thoughts(reasoning: str, *, is_whole: bool) -> ChatAnswer:
    """Return the answer in thoughts: what follows their end, or the JSON value at the end; else none."""
    found = answer_text(after_thoughts(reasoning).strip() or _json_at_end(reasoning), is_whole=is_whole)
    if not found.text:
        return ChatAnswer("", is_whole=is_whole, trouble="thoughts", has_thoughts=True)
    return ChatAnswer(found.text, is_whole=is_whole, trouble=found.trouble, has_thoughts=True)


def _json_at_end(text: str) -> str:
    value = text.rstrip().removesuffix("```").rstrip()[-_MAX_AT_END:]
    if not value.endswith(("}", "]")):
        return ""
    for opening in list(re.finditer(r"[{\[]", value))[:_MAX_OPENINGS]:
        try:
            parse_json(value[opening.start() :], "the answer")
        except RecordError:
            continue
        return value[opening.start() :]
    return ""


def _text(content: Any) -> str:
    """Return a content as text: parts are joined, those with thoughts are left out."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(map(_text, content))
    if isinstance(content, Mapping) and content.get("type") not in _THOUGHT_PARTS:
        text = content.get("text", content.get("content", ""))
        return text if isinstance(text, str) else _text(text.get("value")) if isinstance(text, Mapping) else ""
    return ""


def _tokens(listed: Any) -> tuple[Token, ...]:
    """Return an answer's tokens with their log-probabilities, in the form of today or the old one; () if unreadable."""
    if not isinstance(listed, Mapping):
        return ()
    if isinstance(listed.get("content"), list):
        entries = [(one.get("token"), one.get("logprob")) for one in listed["content"] if isinstance(one, Mapping)]
    elif isinstance(listed.get("tokens"), list) and isinstance(listed.get("token_logprobs"), list):
        entries = list(zip(listed["tokens"], listed["token_logprobs"], strict=False))
    else:
        return ()
    read = [(str(text), _log_probability(value)) for text, value in entries[:_MAX_TOKENS_READ]]
    return tuple(Token(text, value) for text, value in read if value is not None)


def _log_probability(value: Any) -> float | None:
    """Return a log-probability, at most 0; None for no number, and for what servers write instead of -inf."""
    try:
        number = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError, OverflowError):
        return None
    return min(number, 0.0) if math.isfinite(number) and number > _LEAST else None


def _of_answer(tokens: tuple[Token, ...], text: str) -> tuple[Token, ...]:
    """Return the tokens that make the answer, without those of thoughts and template; all if they cannot be found."""
    joined = "".join(token.text for token in tokens)
    start = joined.rfind(text) if text else -1
    if start <= 0 and len(joined) <= len(text):
        return tokens
    kept, at = [], 0
    for token in tokens:
        if start < 0 or start - len(token.text) < at < start + len(text):
            kept.append(token)
        at += len(token.text)
    return tuple(kept) or tokens
