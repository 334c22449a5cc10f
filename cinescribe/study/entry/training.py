"""Where raters are in the examples on which they practise, and what they answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from cinescribe.errors import StudyError
from cinescribe.study.design.training import is_expected
from cinescribe.study.entry.consent import check_consent
from cinescribe.study.kinds.answers import checked_answer
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_training = tables.training


@dataclass(frozen=True)
class TrainedAnswer:
    """What a rater answered to an example.

    Attributes:
        answer: as `checked_answer` returns it.
        is_right: whether that is what is expected.
    """

    answer: Any
    is_right: bool


@dataclass(frozen=True)
class TrainingState:
    """Where a rater is.

    Attributes:
        n_steps: of the training.
        n_done: those that the rater has answered.
        n_right: of these, those that were answered as expected.
    """

    n_steps: int
    n_done: int = 0
    n_right: int = 0

    @property
    def next_step(self) -> int | None:
        """The number, from 1, of the step that comes next; None where none is left."""
        return self.n_done + 1 if self.n_done < self.n_steps else None


def rater_training(database: Database, study: StoredStudy, person: int) -> TrainingState:
    """Return where a rater is; a study without examples has nothing to practise.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    if not study.design.training:
        return TrainingState(0)
    with database.reading() as connection:
        return _state(connection, study, person)


def trained_answer(database: Database, study: StoredStudy, person: int, step: int) -> TrainedAnswer | None:
    """Return what a rater answered to a step; None before.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return _answers(connection, study, person).get(step)


def store_training(database: Database, study: StoredStudy, person: int, *, step: int, answer: Any) -> TrainedAnswer:
    """Store what a rater answers to an example, and return it; the first answer counts, and stays.

    Args:
        database: of the study.
        study: the study.
        person: the rater.
        step: from 1.
        answer: JSON values, see `checked_answer`.

    Raises:
        StudyError: when the rater did not agree to the text of consent, the step is not the next one, or the answer
            does not fit its question.
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        check_consent(connection, study.id, person)
        before = _answers(connection, study, person)
        if step in before:
            return before[step]
        if step != len(before) + 1 or step > len(study.design.training_steps):
            raise StudyError(f"step {step} of the training is not your next one; go to the first page of the study")
        example, expected = study.design.training_steps[step - 1]
        question = study.design.question(expected.question)
        checked = checked_answer(question, answer, example.texts)
        given = TrainedAnswer(checked, is_expected(question, checked, expected.values))
        row = {"study_id": study.id, "person_id": person, "step": step, "answer": checked, "is_right": given.is_right}
        connection.execute(insert(_training).values(**row, created=database.clock()))
    return given


def check_training(connection: Connection, study: StoredStudy, person: int) -> None:
    """Raise if a rater has not answered all examples.

    Raises:
        StudyError: the message is for the rater.
    """
    if study.design.training and _state(connection, study, person).next_step is not None:
        raise StudyError("this study begins with examples to practise on; go to the first page of the study")


def _state(connection: Connection, study: StoredStudy, person: int) -> TrainingState:
    answers = _answers(connection, study, person)
    n_right = sum(one.is_right for one in answers.values())
    return TrainingState(len(study.design.training_steps), len(answers), n_right)


def _answers(connection: Connection, study: StoredStudy, person: int) -> dict[int, TrainedAnswer]:
    found = select(_training).where(_training.c.study_id == study.id, _training.c.person_id == person)
    return {row.step: TrainedAnswer(row.answer, row.is_right) for row in connection.execute(found)}
