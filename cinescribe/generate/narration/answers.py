"""Answers of chat models in any of the forms in which they come: JSON, JSON in a fence or among prose, and prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cinescribe.models.vlm.answers.answer_json import found_json
from cinescribe.models.vlm.answers.answer_text import is_refusal, whole_sentences
from cinescribe.models.vlm.answers.prose import is_latin, plain_text, prose_lines
from cinescribe.models.vlm.chat import ChatAnswer

# The form of an answer, or why it cannot be read.
AnswerForm: TypeAlias = Literal[
    "json", "fence", "repaired", "prose", "thoughts", "empty", "refusal", "cut", "noise", "unreadable"
]
READ: frozenset[AnswerForm] = frozenset({"json", "fence", "repaired", "prose"})  # forms that hold something

_ECHOED = 12  # letters from which a line that is in the prompt as well is an echo of it; names of people are shorter


@dataclass(frozen=True)
class ReadAnswer:
    """An answer in a form that a program reads.

    Args:
        form: of the answer, or why it cannot be read.
        value: the JSON value, which fits the schema, with plain texts; None for prose.
        lines: the sentences of prose, those of one line together.
    """

    form: AnswerForm
    value: Any = None
    lines: tuple[str, ...] = ()


class _UnfitError(ValueError):
    """A text of a JSON value cannot be used."""


def read_answer_form(
    answer: ChatAnswer, *, prompt: str, schema: Mapping[str, Any], any_script: bool = False
) -> ReadAnswer:
    """Return what an answer holds: a JSON value or sentences, and never what is neither.

    Texts of a value lose their Markdown; items with a text of another alphabet, a refusal or leftovers of a template
    are left out.

    Args:
        answer: the model's.
        prompt: of the request, which some models repeat.
        schema: that a JSON value keeps to.
        any_script: whether texts of another alphabet than the Latin one are allowed.
    """
    if not answer.text:
        return ReadAnswer(answer.trouble or "empty")
    text = _without_echo(answer.text, prompt)
    found = found_json(text, schema)
    if found is not None:
        try:
            return ReadAnswer(found.form, _plain(found.value, _Fit(prompt, any_script)))
        except _UnfitError:
            return ReadAnswer("refusal" if _refuses(found.value) else "unreadable")
    if is_refusal(text):
        return ReadAnswer("refusal")
    lines = prose_lines(text if answer.is_whole else whole_sentences(text), any_script=any_script)
    if lines:
        return ReadAnswer("prose", None, lines)
    return ReadAnswer(answer.trouble or "unreadable")


def _without_echo(text: str, prompt: str) -> str:
    """Return an answer without the prompt, and without its single lines."""
    text = text.strip().replace(prompt.strip(), "") if prompt.strip() else text
    asked = {line.strip() for line in prompt.splitlines() if len(line.strip()) >= _ECHOED}
    return "\n".join(line for line in text.splitlines() if line.strip() not in asked).strip()


@dataclass(frozen=True)
class _Fit:
    """Says which texts can be used: those of the wanted script, and names that the prompt has."""

    prompt: str
    any_script: bool

    def has(self, raw: str, text: str | None) -> bool:
        if text is None or is_refusal(text):
            return False
        is_known = bool(text) and raw.strip() in self.prompt  # a name may be of any alphabet
        return is_known or self.any_script or is_latin(text)


def _plain(value: Any, fit: _Fit) -> Any:
    """Return a JSON value with plain texts; items with texts that cannot be used are left out.

    Raises:
        _UnfitError: when a text cannot be used, or no item of a list.
    """
    if isinstance(value, str):
        text = plain_text(value)
        if not fit.has(value, text):
            raise _UnfitError
        return text
    if isinstance(value, list):
        kept = [one for item in value if (one := _plain_or_none(item, fit)) is not None]
        if value and not kept:
            raise _UnfitError
        return kept
    if isinstance(value, dict):
        has_list = any(isinstance(inner, list) for inner in value.values())
        lists = {name: _plain(inner, fit) for name, inner in value.items() if not isinstance(inner, str)}
        # Beside a list, a text that cannot be used is not worth the list.
        texts = {
            name: (_plain_or_none(inner, fit) or "") if has_list and not _is_item(value) else _plain(inner, fit)
            for name, inner in value.items()
            if isinstance(inner, str)
        }
        return {name: lists[name] if name in lists else texts[name] for name in value}
    return value


def _is_item(value: Mapping[str, Any]) -> bool:
    """Whether an object is an item of a list: its own lists hold no objects."""
    return not any(
        isinstance(inner, list) and any(isinstance(item, dict) for item in inner) for inner in value.values()
    )


def _plain_or_none(value: Any, fit: _Fit) -> Any:
    try:
        return _plain(value, fit)
    except _UnfitError:
        return None


def _refuses(value: Any) -> bool:
    if isinstance(value, str):
        return is_refusal(value)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_refuses, inner))
