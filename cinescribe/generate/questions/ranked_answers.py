"""The answers to a question, best first: `RankedAnswers`."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.record import Record

N_RANKED = 5  # answers to a question: P@5 is the deepest score of the paper


@dataclass(frozen=True)
class RankedAnswers(Record):
    """The answers to a question.

    Args:
        id: of the question.
        answers: best first.
    """

    id: str
    answers: tuple[str, ...]
