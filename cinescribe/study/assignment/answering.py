"""Stores the answers of raters: each once, none changed, all of a form or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from cinescribe.errors import StudyError
from cinescribe.study.assignment.leases import LEASE, check_open, live
from cinescribe.study.assignment.pages import Page, assigned_page, own_assignment
from cinescribe.study.kinds.answers import checked_answer
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_MAX_TOKEN = 80  # letters
_answer, _assignment, _item = tables.answer, tables.assignment, tables.item


@dataclass(frozen=True)
class Receipt:
    """What was stored.

    Attributes:
        n_stored: answers that are new; fewer than were sent where the form had been stored before.
        page: the page with its newest answers.
    """

    n_stored: int
    page: Page


def store_answers(
    database: Database,
    study: StoredStudy,
    person: int,
    *,
    assignment: int,
    answers: Mapping[str, Any],
    token: str,
) -> Receipt:
    """Store the answers of one form. When this returns, they are on the disk.

    An answer that replaces an earlier one is stored as its next revision. A form that is sent again, with the token
    that it was made with, is acknowledged and not stored again.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.
        assignment: of the page.
        answers: by question, see `checked_answer`; questions may be left for another form.
        token: drawn at random for the form.

    Raises:
        StudyError: when the page is none of this rater's, the study is closed, an answer is none to its question, the
            lease has ended and the page went to somebody else, or the token came with another answer.
        DatabaseError: when nothing could be stored.
    """
    if not 1 <= len(token) <= _MAX_TOKEN or not answers:
        raise StudyError(f"a form came with {len(answers)} answers and a token of {len(token)} letters; send it again")
    with database.writing() as connection:
        check_open(connection, study.id, alone=False)
        row = own_assignment(connection, study.id, person=person, assignment=assignment, lock=True)
        page = assigned_page(connection, study.design, row)
        checked = {
            name: checked_answer(study.design.question(name), value, page.texts) for name, value in answers.items()
        }
        sent = _sent(connection, assignment, token)
        if differing := next((name for name in checked if name in sent and sent[name] != checked[name]), None):
            raise StudyError(f"{differing!r} was answered otherwise by the same form; load the page again to change it")
        new = {name: value for name, value in checked.items() if name not in sent}
        if new:
            now = database.clock()
            _renew(connection, study, row, now=now)
            _append(connection, assignment, new, token=token, now=now)
            page = assigned_page(connection, study.design, row)
            if page.is_finished and row.finished is None:
                done = update(_assignment).where(_assignment.c.id == assignment).values(finished=now)
                connection.execute(done)
    return Receipt(len(new), page)


def _sent(connection: Connection, assignment: int, token: str) -> dict[str, Any]:
    """What the same form brought before."""
    found = select(_answer.c.question, _answer.c.value).where(
        _answer.c.assignment_id == assignment, _answer.c.token == token
    )
    return {row.question: row.value for row in connection.execute(found)}


def _renew(connection: Connection, study: StoredStudy, row: Row[Any], *, now: float) -> None:
    """Lease the page anew, if nobody else has it now."""
    if row.finished is None and row.leased_until <= now:
        others = select(func.count()).where(
            _assignment.c.item_id == row.item_id, _assignment.c.person_id != row.person_id, live(now)
        )
        is_shared = select(_item.c.is_shared).where(_item.c.id == row.item_id)
        n_others = connection.execute(others).scalar_one()
        if not connection.execute(is_shared).scalar_one() and n_others >= study.design.n_judges:
            raise StudyError(
                "the page was open for more than 30 minutes, and went to somebody else; go to your next page"
            )
    renewed = update(_assignment).where(_assignment.c.id == row.id).values(leased_until=now + LEASE)
    connection.execute(renewed)


def _append(connection: Connection, assignment: int, new: Mapping[str, Any], *, token: str, now: float) -> None:
    newest = (
        select(_answer.c.question, func.max(_answer.c.revision))
        .where(_answer.c.assignment_id == assignment)
        .group_by(_answer.c.question)
    )
    revisions = dict(connection.execute(newest).all())
    rows = [
        {
            "assignment_id": assignment,
            "question": name,
            "revision": revisions.get(name, 0) + 1,
            "value": value,
            "token": token,
            "created": now,
        }
        for name, value in new.items()
    ]
    connection.execute(insert(_answer), rows)
