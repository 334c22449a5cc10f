"""What a rater gets to see and answer: a page, without the names of systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from cinescribe.errors import StudyError
from cinescribe.study.assignment.kept_items import kept_items
from cinescribe.study.kinds.answers import ShownText
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import StoredStudy
from cinescribe.timing import Span

_answer, _assignment = tables.answer, tables.assignment
_ANSWERS = (
    select(_answer.c.question, _answer.c.value, _answer.c.token, _answer.c.revision)
    .where(_answer.c.assignment_id == bindparam("assignment"))
    .order_by(_answer.c.revision)
)
_OWN = (
    select(_assignment)
    .join(tables.item)
    .where(
        _assignment.c.id == bindparam("assignment"),
        _assignment.c.person_id == bindparam("person"),
        tables.item.c.study_id == bindparam("study"),
    )
)
_OWN_LOCKED = _OWN.with_for_update(of=_assignment)


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
        questions: of the study, as far as they are asked on this page.
        answers: the newest answer to each question that has one.
        leased_until: when the page may go to somebody else, in seconds since 1970.
        remark: of an expert who returned the answers to be written again; None for others.
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
    remark: str | None = None

    @property
    def open_questions(self) -> tuple[Question, ...]:
        """The questions without an answer; where none is required any more, the page is finished."""
        return tuple(question for question in self.questions if question.name not in self.answers)

    @property
    def is_finished(self) -> bool:
        """Whether every required question has an answer."""
        return not self.missing_questions

    @property
    def missing_questions(self) -> tuple[Question, ...]:
        """The required questions without an answer."""
        return tuple(question for question in self.open_questions if question.is_required_with(self.answers))


def assigned_page(connection: Connection, study: StoredStudy, assignment: Row[Any], answers: Iterable[Any]) -> Page:
    """Return the page of a row of the table `assignment`, with its answers, see `stored_answers`."""
    item = kept_items(connection, study.id)[assignment.item_id]
    return Page(
        assignment.id,
        item.clip,
        item.film,
        item.span,
        item.caption,
        tuple(item.shown[group[0]] for group in assignment.shown),
        tuple(one for one in study.design.questions if one.is_asked_on(len(item.texts))),
        newest_answers(answers),
        assignment.leased_until,
    )


def stored_answers(connection: Connection, assignment: int) -> Sequence[Any]:
    """Return rows with question, value, token and revision of all answers to a page, older ones first."""
    found: Sequence[Any] = connection.execute(_ANSWERS, {"assignment": assignment}).all()
    return found


def newest_answers(answers: Iterable[Any]) -> dict[str, Any]:
    """Return the newest answer to each question, without those that were taken back."""
    return given({row.question: row.value for row in answers})


def given(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers without those that were taken back, which are None."""
    return {name: value for name, value in answers.items() if value is not None}


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
    given = {"assignment": assignment, "person": person, "study": study_id}
    row = connection.execute(_OWN_LOCKED if lock else _OWN, given).one_or_none()
    if row is None:
        raise StudyError(f"there is no page {assignment} for you in this study; go to your next page")
    return row
