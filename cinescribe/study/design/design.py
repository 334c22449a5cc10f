"""The design of a study, with a digest by which it can be registered before anybody answers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.study.design.crowd import CrowdRules
from cinescribe.study.design.screening import Screening
from cinescribe.study.design.training import TrainingAnswer, TrainingExample
from cinescribe.study.design.written_text import WrittenText
from cinescribe.study.kinds.items import StudyItem
from cinescribe.study.kinds.questions import Question, check_questions
from cinescribe.study.kinds.study_kind import StudyKind
from cinescribe.study.kinds.table import KINDS, study_kind


@dataclass(frozen=True)
class StudyDesign(Record):
    """What is asked of whom.

    Args:
        name: of the study.
        kind: one of `KINDS`.
        questions: in the order in which they are asked.
        n_judges: people who judge an item that is not shared.
        corpus: the folder with the clips, as it was given.
        protocol: the paper's protocol that the questions come from; None for others.
        seed: of every draw.
        screening: tests that people pass before their first item; None for none.
        instructions: what raters read before their first item, and again beside each; None for none.
        training: examples that raters answer before their first item, with what is expected.
        crowd: rules of crowd work; None where nobody joins by an open link.

    Raises:
        StudyError: when two questions have one name, there are no judges, or there are tests for a kind that has none.
    """

    name: str
    kind: str
    questions: tuple[Question, ...]
    n_judges: int
    corpus: str
    protocol: str | None = None
    seed: int = 0
    screening: Screening | None = None
    instructions: WrittenText | None = None
    training: tuple[TrainingExample, ...] = ()
    crowd: CrowdRules | None = None

    def __post_init__(self) -> None:
        check_questions(self.questions, f"the study {self.name!r}")
        if self.n_judges < 1:
            raise StudyError(f"`n_judges` is {self.n_judges}; expected 1 or more")
        if self.screening is not None and self.of_kind.screening is None:
            able = ", ".join(name for name, kind in KINDS.items() if kind.screening is not None)
            raise StudyError(f"a study of the kind {self.kind} has no tests of screening; {able} has")

    @property
    def of_kind(self) -> StudyKind:
        """The kind.

        Raises:
            StudyError: when there is no kind of that name.
        """
        return study_kind(self.kind)

    @property
    def training_steps(self) -> tuple[tuple[TrainingExample, TrainingAnswer], ...]:
        """Each question that raters practise, with its example."""
        return tuple((example, answer) for example in self.training for answer in example.answers)

    def question(self, name: str) -> Question:
        """Return the question of a name.

        Raises:
            StudyError: when there is none.
        """
        found = next((question for question in self.questions if question.name == name), None)
        if found is None:
            names = ", ".join(question.name for question in self.questions)
            raise StudyError(f"there is no question {name!r}; the questions are {names}")
        return found


def design_digest(design: StudyDesign, items: Sequence[StudyItem]) -> str:
    """Return the SHA-256, in hex, of a design with all its items and texts."""
    whole = {"design": design.to_dict(), "items": [item.to_dict() for item in items]}
    return hashlib.sha256(json.dumps(whole, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
