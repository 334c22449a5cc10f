"""Answers of chat models in any of the forms in which they come: JSON, JSON in a fence or among prose, and prose."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cinescribe.models.vlm.chat import ChatAnswer, json_in

# How an answer came, or why it cannot be read.
AnswerForm: TypeAlias = Literal[
    "json", "fence", "repaired", "prose", "thoughts", "empty", "refusal", "cut", "noise", "unreadable"
]
READ = ("json", "fence", "repaired", "prose")  # forms of answers that hold something

_REFUSAL = re.compile(
    r"^\W*(?:i(?:'m| am) (?:sorry|unable|not able)|sorry\b|i can(?:no|')t\b|as an ai\b|unfortunately\b)", re.IGNORECASE
)
_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)]|\w+ \d{1,2}:)\s*")
_WORD = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class ReadAnswer:
    """An answer in a form that a program reads.

    Args:
        form: in which it came.
        value: the JSON value; None for prose.
        lines: the lines of prose, without bullets and numbers.
    """

    form: AnswerForm
    value: Any = None
    lines: tuple[str, ...] = ()


def read_form(answer: ChatAnswer, *, prompt: str, schema: Mapping[str, Any]) -> ReadAnswer:
    """Return what an answer holds.

    Args:
        answer: the model's.
        prompt: of the request, which some models repeat.
        schema: that a JSON value keeps to.
    """
    text = answer.text.strip().removeprefix(prompt.strip()).strip()
    value = json_in(text)
    if isinstance(value, (dict, list)):
        return ReadAnswer("json" if text[:1] in "{[" and text[-1:] in "}]" else "fence", value)
    if not _WORD.search(text) or _REFUSAL.match(text):
        return ReadAnswer("unreadable")
    lines = (_BULLET.sub("", line).strip() for line in text.splitlines() if not line.lstrip().startswith("```"))
    return ReadAnswer("prose", None, tuple(line for line in lines if _WORD.search(line)))
