"""What a rater gets to see and answer: a page, without the names of systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from cinescribe.errors import StudyError
from cinescribe.study.design.design import StudyDesign
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage import tables
from cinescribe.timing import Span


@dataclass(frozen=True)
class Page:
    """A page that is assigned to a rater.

    Attributes:
        assignment: its number, to answer with.
        clip: id of the clip; show it under another name, since it may tell the film's.
        film: its film.
        span: of the clip in the film; None where it is unknown.
        caption: shown beside the texts; None without one.
        texts: to judge, in the order drawn for this rater.
        questions: of the study.
        answers: the newest answer to each question that has one.
        leased_until: when the page may go to somebody else, in seconds since 1970.
    """

    assignment: int
    clip: str
    film: str
    span: Span | None
    caption: str | None
    texts: tuple[ShownText, ...]
    questions: tuple[Question, ...]
    answers: Mapping[str, Any] = field(default_factory=dict)
    leased_until: float = 0.0

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions without an answer; where none is required any more, the page is finished."""
        return tuple(question for question in self.questions if question.name not in self.answers)

    @property
    def is_finished(self) -> bool:
        """Whether every required question has an answer."""
        return not any(question.is_required for question in self.open_questions)


def assigned_page(connection: Connection, design: StudyDesign, assignment: Row[Any]) -> Page:
    """Return the page of a row of the table `assignment`."""
    item = connection.execute(select(tables.item).where(tables.item.c.id == assignment.item_id)).one()
    texts = _texts(connection, assignment.item_id)
    shown = tuple(texts[group[0]] for group in assignment.shown)
    return Page(
        assignment.id,
        item.clip,
        item.film,
        None if item.start is None else Span(item.start, item.end),
        item.caption,
        shown,
        design.questions,
        newest_answers(connection, assignment.id),
        assignment.leased_until,
    )


def newest_answers(connection: Connection, assignment: int) -> dict[str, Any]:
    """Return the newest answer to each question of an assignment."""
    answer = tables.answer
    found = select(answer.c.question, answer.c.value).where(answer.c.assignment_id == assignment)
    return {row.question: row.value for row in connection.execute(found.order_by(answer.c.revision))}


def own_assignment(connection: Connection, study_id: int, *, person: int, assignment: int, lock: bool) -> Row[Any]:
    """Return a row of the table `assignment`, if it is this person's and of this study.

    Args:
        connection: in a transaction.
        study_id: the study.
        person: the rater.
        assignment: the number of the page's assignment.
        lock: keep other writers from it until the transaction ends.

    Raises:
        StudyError: when there is none, or somebody else has it: both in the same words.
    """
    found = (
        select(tables.assignment)
        .join(tables.item)
        .where(
            tables.assignment.c.id == assignment,
            tables.assignment.c.person_id == person,
            tables.item.c.study_id == study_id,
        )
    )
    row = connection.execute(found.with_for_update(of=tables.assignment) if lock else found).one_or_none()
    if row is None:
        raise StudyError(f"there is no page {assignment} for you in this study; go to your next page")
    return row


def _texts(connection: Connection, item: int) -> dict[int, ShownText]:
    text = tables.text
    found = select(text.c.number, text.c.text, text.c.criterion).where(text.c.item_id == item)
    return {row.number: ShownText(row.text, row.criterion) for row in connection.execute(found)}
