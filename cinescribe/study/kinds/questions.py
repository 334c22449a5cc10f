"""A question of a study, and the file of questions that a person may edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.store import read_records, write_records

Form: TypeAlias = Literal[
    "order", "choice", "scale", "label", "yes_no", "phrases", "time", "words", "sentence", "metaphor"
]


@dataclass(frozen=True)
class Question(Record):
    """A question.

    Args:
        name: of the criterion, unique in a study, such as `correctness`.
        text: what raters read.
        form: of the answer, see `checked_answer`.
        of_each_text: whether it is asked about each text of a page, not about the page.
        is_required: whether a page without an answer to it is incomplete.
        labels: of the scale, the lowest first, or those to choose from; `scale` and `label` only.
        required_after: the name of an earlier question; once that has a yes, this one is required.
        only_on: the pages that it is asked on: those with texts, or those of pauses without a sentence; None for
            all.

    Raises:
        StudyError: when name or text is empty, or there are fewer than two labels to choose from.
    """

    name: str
    text: str
    form: Form
    of_each_text: bool = False
    is_required: bool = True
    labels: tuple[str, ...] = ()
    required_after: str | None = None
    only_on: Literal["texts", "silence"] | None = None

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.text.strip():
            raise StudyError(f"a question has the name {self.name!r} and the text {brief(self.text)}; write both")
        if self.form == "scale" and len(self.labels) < 2:
            raise StudyError(f"the scale of {self.name!r} has {len(self.labels)} labels; expected two or more")
        if self.form == "label" and len(set(self.labels)) < max(2, len(self.labels)):
            raise StudyError(f"{self.name!r} has the labels {list(self.labels)}; give two or more different ones")

    @property
    def is_about_texts(self) -> bool:
        """Whether it is about the texts of a page, and not about the clip."""
        return self.of_each_text or self.form in {"order", "choice", "phrases"}

    def is_asked_on(self, n_texts: int) -> bool:
        """Whether it is asked on a page with so many texts."""
        return self.only_on is None or (self.only_on == "texts") == (n_texts > 0)

    def is_required_with(self, answers: Mapping[str, Any]) -> bool:
        """Whether a page with these answers, by question, is incomplete without an answer to this one."""
        return self.is_required or (self.required_after is not None and answers.get(self.required_after) is True)


def read_questions(path: Path) -> tuple[Question, ...]:
    """Read questions, one a line of JSONL.

    Raises:
        RecordError: naming file and line, when it cannot be read.
        StudyError: as `check_questions`.
    """
    questions = tuple(read_records(Path(path), Question))
    check_questions(questions, str(path))
    return questions


def write_questions(path: Path, questions: Sequence[Question]) -> None:
    """Write questions for a person to edit.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_records(path, questions)


def check_questions(questions: Sequence[Question], where: str) -> None:
    """Raise if there is no question, two have one name, or one waits for a yes that is not asked before it.

    Raises:
        StudyError: naming the question.
    """
    if not questions:
        raise StudyError(f"{where} has no question; give one or more")
    names = [question.name for question in questions]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise StudyError(f"{where} has two questions with the name {twice!r}; give each a name of its own")
    asked: set[str] = set()
    for question in questions:
        if question.required_after is not None and question.required_after not in asked:
            raise StudyError(
                f"{where} requires {question.name!r} after a yes to {question.required_after!r}, which is no earlier "
                "question of the page with yes or no; ask that first"
            )
        if question.form == "yes_no" and not question.of_each_text:
            asked.add(question.name)
