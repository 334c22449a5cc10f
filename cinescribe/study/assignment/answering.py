"""Stores the answers of raters, to pages and to tests: each once, none changed, all of a form or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from cinescribe.errors import StudyError, brief
from cinescribe.study.assignment.leases import (
    CLOSED,
    LEASE,
    RaterTest,
    ScreeningState,
    check_open,
    check_rater,
    live,
    open_state,
    rater_tests,
    screening_state,
)
from cinescribe.study.assignment.pages import Page, assigned_page, given, own_assignment, stored_answers, stored_items
from cinescribe.study.entry.consent import check_consent
from cinescribe.study.kinds.answers import checked_answer
from cinescribe.study.kinds.questions import Question
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

_MAX_TOKEN = 80  # letters
_answer, _assignment = tables.answer, tables.assignment
_INSERT = insert(_answer)
_RENEW = (
    update(_assignment)
    .where(_assignment.c.id == bindparam("of"))
    .values(leased_until=bindparam("until"), finished=bindparam("done"))
)


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
        answers: by question, see `checked_answer`; questions may be left for another form. None takes the answer to a
            question back that need not be answered.
        token: drawn at random for the form.

    Raises:
        StudyError: when the page is not this rater's, the study is closed, its text of consent is new to the rater, an
            answer does not fit its question, a required one is taken back, the lease has ended and the page went to
            another rater, or the token belongs to another answer.
        DatabaseError: when nothing could be stored.
    """
    _check_form(answers, token)
    return store_form(database, study, person, assignment=assignment, read=lambda _: answers, token=token)


def store_form(
    database: Database,
    study: StoredStudy,
    person: int,
    *,
    assignment: int,
    read: Callable[[Page], Mapping[str, Any]],
    token: str,
) -> Receipt:
    """Read a form and store its answers, as `store_answers` does, in one transaction.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.
        assignment: of the page.
        read: returns the answers of the form, given the page; where it returns none, nothing is stored. It may be
            called twice.
        token: drawn at random for the form.

    Raises:
        StudyError: as `store_answers`.
        DatabaseError: when nothing could be stored.
    """

    def work(connection: Connection) -> Receipt:
        state = open_state(connection, study.id, exclusive=False)
        row = own_assignment(connection, study.id, person=person, assignment=assignment, lock=True)
        before = stored_answers(connection, assignment)
        page = assigned_page(connection, study, row, before)
        answers = read(page)
        if not answers:
            return Receipt(0, page)
        _check_form(answers, token)
        if not state.is_open:
            raise StudyError(CLOSED)
        consent = check_consent(connection, study.id, person) if state.asks_consent else None
        checked = {name: _checked(study.design.question(name), value, page) for name, value in answers.items()}
        new = _new(checked, before, token)
        if new:
            now = database.clock()
            _check_lease(connection, study, row, now=now)
            until = max(row.leased_until, now + LEASE)  # pages of sheets are kept for longer
            page = replace(page, answers=given({**page.answers, **new}), leased_until=until)
            _append(connection, assignment, new, before, token=token, consent=consent, now=now)
            finished = now if row.finished is None and page.is_finished else row.finished
            connection.execute(_RENEW, {"of": row.id, "until": page.leased_until, "done": finished})
        return Receipt(len(new), page)

    return database.write(work, locks=RowLocks(study.id, True, assignment))


def take_test(
    database: Database, study: StoredStudy, person: int, *, test: int, answers: Sequence[bool], token: str
) -> ScreeningState:
    """Store the answers to a test, and return where the rater is then. When this returns, they are on the disk.

    A test that is sent again, with the token that its form was made with, is acknowledged and not stored again.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.
        test: its number.
        answers: whether there is a metaphor in each video.
        token: drawn at random for the form.

    Raises:
        StudyError: when the study is closed, the person is not a rater of it or did not agree to its text, the test is
            not the next one, or an answer is missing.
        DatabaseError: when nothing could be stored.
    """
    screening = study.design.screening
    videos = () if screening is None else screening.of_test(test)
    if screening is None or not videos or len(answers) != len(videos) or not 1 <= len(token) <= _MAX_TOKEN:
        raise StudyError(f"test {test} has {len(answers)} answers for {len(videos)} videos; answer each")

    def work(connection: Connection) -> ScreeningState:
        check_open(connection, study.id, exclusive=True)
        check_rater(connection, study.id, person)
        check_consent(connection, study.id, person)
        before = screening_state(connection, study, person)
        if before.next_test != test:
            if _is_sent_again(rater_tests(connection, study.id, screening, person).get(test), token):
                return before
            raise StudyError(f"test {brief(test)} is not your next one; a test is taken once")
        n_right = sum(answer == video.is_metaphor for answer, video in zip(answers, videos, strict=True))
        is_passed = n_right >= screening.n_needed(len(videos))
        row = {"study_id": study.id, "person_id": person, "test": test, "answers": list(answers), "n_right": n_right}
        row |= {"is_passed": is_passed, "token": token, "created": database.clock()}
        connection.execute(insert(tables.screening).values(row))
        return screening_state(connection, study, person)

    return database.write(work, locks=RowLocks(study.id, False, person))


def _check_form(answers: Mapping[str, Any], token: str) -> None:
    if not 1 <= len(token) <= _MAX_TOKEN or not answers:
        raise StudyError(f"the form has {len(answers)} answers and a token of {len(token)} letters; send it again")


def _checked(question: Question, answer: Any, page: Page) -> Any:
    if answer is not None:
        return checked_answer(question, answer, page.texts)
    if question.is_required:
        raise StudyError(f"{question.name!r} needs an answer, which cannot be taken back; give another")
    return None


def _new(checked: Mapping[str, Any], before: Sequence[Any], token: str) -> dict[str, Any]:
    """The answers that the same form did not bring before."""
    sent = {row.question: row.value for row in before if row.token == token}
    if differing := next((name for name in checked if name in sent and sent[name] != checked[name]), None):
        raise StudyError(f"{differing!r} was answered otherwise by the same form; load the page again to change it")
    return {name: value for name, value in checked.items() if name not in sent}


def _check_lease(connection: Connection, study: StoredStudy, row: Row[Any], *, now: float) -> None:
    """Raise if the lease has ended, and others have the page now."""
    item = stored_items(connection, study.id)[row.item_id]
    if row.finished is not None or row.leased_until > now or item.is_shared or item.is_check:
        return
    others = select(func.count()).where(
        _assignment.c.item_id == row.item_id, _assignment.c.person_id != row.person_id, live(now)
    )
    if connection.execute(others).scalar_one() >= study.design.n_judges:
        raise StudyError("the page was open for more than 30 minutes, and went to another rater; go to your next page")


def _append(
    connection: Connection,
    assignment: int,
    new: Mapping[str, Any],
    before: Sequence[Any],
    *,
    token: str,
    consent: str | None,
    now: float,
) -> None:
    revisions = {row.question: row.revision for row in before}  # the newest last
    rows = [
        {
            "assignment_id": assignment,
            "question": name,
            "revision": revisions.get(name, 0) + 1,
            "value": value,
            "token": token,
            "consent": consent,
            "created": now,
        }
        for name, value in new.items()
    ]
    connection.execute(_INSERT, rows)


def _is_sent_again(taken: RaterTest | None, token: str) -> bool:
    return taken is not None and taken.token == token
