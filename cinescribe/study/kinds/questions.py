"""A question of a study, and the file of questions that a person may edit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.store import read_records, write_records

Form: TypeAlias = Literal["order", "choice", "scale", "yes_no", "phrases", "time", "words", "sentence", "metaphor"]


@dataclass(frozen=True)
class Question(Record):
    """A question.

    Args:
        name: of the criterion, unique in a study, such as `correctness`.
        text: what raters read.
        form: of the answer, see `checked_answer`.
        of_each_text: whether it is asked about each text of a page, not about the page.
        is_required: whether a page without an answer to it is incomplete.
        labels: of the scale, the lowest first; `scale` only.

    Raises:
        StudyError: when name or text is empty, or a scale has fewer than two labels.
    """

    name: str
    text: str
    form: Form
    of_each_text: bool = False
    is_required: bool = True
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.text.strip():
            raise StudyError(f"a question has the name {self.name!r} and the text {brief(self.text)}; write both")
        if self.form == "scale" and len(self.labels) < 2:
            raise StudyError(f"the scale of {self.name!r} has {len(self.labels)} labels; wanted two or more")


def read_questions(path: Path) -> tuple[Question, ...]:
    """Read questions, one a line of JSONL.

    Raises:
        RecordError: naming file and line, when it cannot be read.
        StudyError: when there is none, or two have one name.
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
    """Raise if there is no question, or two have one name.

    Raises:
        StudyError: naming the question.
    """
    if not questions:
        raise StudyError(f"{where} has no question; give one or more")
    names = [question.name for question in questions]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise StudyError(f"{where} has two questions with the name {twice!r}; give each a name of its own")
