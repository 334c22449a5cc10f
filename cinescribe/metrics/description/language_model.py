"""The protocol of language models that judge descriptions, and how their answers are read."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Protocol

_SCORE = re.compile(r"[\"'“]?score[\"'”]?\s*[:=]\s*[\"']?(-?\d{1,4}(?:\.\d{1,4})?)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\d.])-?\d{1,9}(?:\.\d{1,9})?(?![\d.]*\d)")
_OUT_OF = re.compile(r"(?<![\d.])(\d{1,4})\s*(?:/|out of)\s*(\d{1,4})(?![\d.]*\d)", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_MAX_LETTERS = 2_000  # of an answer; a grade is in its first ones
_VERDICTS = {"yes": True, "true": True, "no": False, "false": False}


class LanguageModel(Protocol):
    """A language model that answers questions of text."""

    @property
    def name(self) -> str:
        """The model's name in signatures, such as `server:http://localhost:11434/v1#qwen3`."""
        ...

    def answers(self, questions: Sequence[str]) -> Sequence[str]:
        """Return the answer to each question, in order; the most probable one, so that scores can be repeated."""
        ...


def prompt_digest(prompt: str) -> str:
    """Return the first characters of a prompt's SHA-256, for signatures."""
    return hashlib.sha256(prompt.encode()).hexdigest()[:12]


def read_grade(answer: str, *, scale: tuple[int, int]) -> int | None:
    """Return the whole number that an answer gives as a grade, or None where it gives none, or several, or another.

    Understood are `{"score": 3}` with any quotes, `3`, `3/5`, `3 out of 5` and a sentence with one number in it.

    Args:
        answer: of a language model.
        scale: the lowest and the highest grade.
    """
    low, high = scale
    text = answer[:_MAX_LETTERS]
    found = set(_SCORE.findall(text))
    if not found:
        found = {grade for grade, best in _OUT_OF.findall(text) if int(best) == high} or set(_NUMBER.findall(text))
    if len(found) != 1:
        return None
    value = float(found.pop())
    return int(value) if value.is_integer() and low <= value <= high else None


def read_verdict(answer: str) -> bool | None:
    """Return whether an answer says yes, or None where its first words say neither yes nor no."""
    words = _WORD.findall(answer[:_MAX_LETTERS].lower())
    return next((_VERDICTS[word] for word in words[:3] if word in _VERDICTS), None)
