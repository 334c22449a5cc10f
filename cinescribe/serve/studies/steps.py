"""The questions of a page in steps: one criterion a step where texts are put in order, all at once elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cinescribe.study.assignment.pages import Page
from cinescribe.study.kinds.questions import Question

_WORDS = frozenset({"time", "words", "sentence", "metaphor"})


def steps(questions: Sequence[Question]) -> list[list[int]]:
    """Return the numbers of the questions of each step.

    Each ranking is a step of its own. Sentences come after the phrases that they are made of.
    """

    def step(number: int) -> object:
        form = questions[number].form
        return number if form == "order" else form if form in {"phrases", "sentence"} else None

    return [list(numbers) for _, numbers in groupby(range(len(questions)), key=step)]


def first_open_step(page: Page) -> int:
    """Return the number, from 1, of the first step with a required question that has no answer; 1 where none has."""
    waiting = {question.name for question in page.missing_questions}
    for number, step in enumerate(steps(page.questions), start=1):
        if any(page.questions[index].name in waiting for index in step):
            return number
    return 1


def letter(number: int) -> str:
    """Return the name of a text on a page: A, B, and so on."""
    return chr(ord("A") + number) if number < 26 else f"{number + 1}"


def is_written(question: Question) -> bool:
    """Whether a question is answered by typing."""
    return question.form in _WORDS
