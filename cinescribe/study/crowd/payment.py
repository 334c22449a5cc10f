"""Decides who is paid, by the rules that were written before the study: each participant once, with the reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from cinescribe.errors import StudyError
from cinescribe.study.design.crowd import FINISHED, PaymentRules
from cinescribe.study.entry.participation import has_all_pages, lock_places, store_end
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.results.raters import is_right, rater_signs
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

UNFINISHED = "unfinished"  # where a study closed before the participant came to an end, or answered all pages
_participant, _person = tables.participant, tables.person


@dataclass(frozen=True)
class PaymentLine:
    """What is decided about a participant.

    Attributes:
        rater: pseudonym.
        worker: digest of the worker's id at the platform; None for who was forgotten.
        submission: digest of what the worker took on.
        end: one of `ENDS`, or `unfinished`.
        code: that the participant got; None where there is none.
        is_paid: whether the participant is paid.
        reason: why.
    """

    rater: str
    worker: str | None
    submission: str | None
    end: str
    code: str | None
    is_paid: bool
    reason: str


@dataclass(frozen=True)
class Work:
    """What rules of payment look at.

    Attributes:
        n_attention: attention checks that were answered.
        n_missed: of these, those that were answered otherwise than the page says.
        n_known: other known answers that the participant was asked for.
        n_right: of these, those that were right.
        seconds: median time for a question; None where no page is finished.
    """

    n_attention: int = 0
    n_missed: int = 0
    n_known: int = 0
    n_right: int = 0
    seconds: float | None = None


def decided(rules: PaymentRules, end: str, work: Work | None) -> tuple[bool, str]:
    """Return whether a participant is paid, and why.

    Args:
        rules: of the study.
        end: to which the participant came.
        work: of the participant; None if there is no answer, as of who came when all items were with others.
    """
    if end not in rules.paid_ends:
        return False, f"the end is {end}; paid are {', '.join(rules.paid_ends) or 'none'}"
    if work is None and end == FINISHED:
        return False, "no page was answered"
    work = work or Work()
    if work.n_missed > rules.attention_failures:
        allowed = rules.attention_failures
        return False, f"{work.n_missed} of {work.n_attention} attention checks failed; {allowed} may fail"
    if work.n_known >= max(1, rules.least_known) and work.n_right / work.n_known < rules.known_right:
        wanted = f"{rules.known_right:.0%}"
        return False, f"{work.n_right} of {work.n_known} known answers right; {wanted} are needed"
    if work.seconds is not None and work.seconds < rules.seconds:
        return False, f"{work.seconds:.1f} s a question; {rules.seconds:g} s are needed"
    n_kept = work.n_attention - work.n_missed
    checks = f"attention checks {n_kept} of {work.n_attention}, known answers {work.n_right} of {work.n_known}"
    return True, f"{end}; {checks}"


def rater_work(study: StoredStudy, judgements: Sequence[Judgement]) -> dict[str, Work]:
    """Return the work of each rater, by pseudonym."""
    marks: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for one in judgements:
        for known in one.gold:
            found = is_right(study.design, one, known)
            if found is not None:
                marks[one.rater].append((known.is_attention, found))
    return {one.rater: _work(marks[one.rater], one.seconds) for one in rater_signs(study.design, judgements)}


def _work(marks: Sequence[tuple[bool, bool]], seconds: float | None) -> Work:
    """The work of a rater, given for each known answer whether it is an attention check, and whether it was right."""
    attention = [right for is_attention, right in marks if is_attention]
    known = [right for is_attention, right in marks if not is_attention]
    return Work(len(attention), attention.count(False), len(known), sum(known), seconds)


def decided_payments(
    database: Database, study: StoredStudy, *, again: int | None = None, workers: frozenset[str] | None = None
) -> tuple[int, list[PaymentLine]]:
    """Decide about the participants who came to an end since the last list; return the list's number, and its lines.

    A decision stays, and a participant is on one list only. Once the study is closed, those who came to no end are
    listed too.

    Args:
        database: of the study.
        study: the study.
        again: the number of an earlier list, to return that one; None for a new one.
        workers: digests of the workers whom the platform lists; others wait for a later list. None for all.

    Raises:
        StudyError: when the study has no rules of crowd work, nobody came to an end since the last list, or there is no
            list of that number.
        DatabaseError: when nothing could be stored.
    """
    rules = study.design.crowd
    if rules is None:
        raise StudyError(f"the study {study.design.name!r} has no rules of crowd work; make it with `crowd`")
    if again is not None:
        with database.reading() as connection:
            lines = _listed(connection, study, again)
        if not lines:
            raise StudyError(f"there is no list {again} of payments; leave `again` out for the next one")
        return again, lines
    with database.reading() as connection:  # who comes to an end after the answers are read is of the next list
        ready = {row.id for row in _waiting(connection, study) if workers is None or row.worker in workers}
    work = rater_work(study, read_judgements(database, study))
    with database.writing() as connection:
        lock_places(connection, study.id)
        waiting = [row for row in _waiting(connection, study) if row.id in ready]
        if not waiting:
            raise StudyError("nobody came to an end since the last list of payments; wait, or see an earlier `again`")
        newest = select(func.max(_participant.c.payment_list)).where(_participant.c.study_id == study.id)
        number = (connection.execute(newest).scalar_one() or 0) + 1
        for row in waiting:
            is_paid, reason = row.is_paid, row.reason  # of who left afterwards, decided then
            if is_paid is None:
                end = row.ended or _unseen_end(database, connection, study, row.person_id)
                is_paid, reason = decided(rules.payment, end, work.get(row.pseudonym))
            values = {"payment_list": number, "is_paid": is_paid, "reason": reason}
            connection.execute(update(_participant).where(_participant.c.id == row.id).values(values))
        return number, _listed(connection, study, number)


def _unseen_end(database: Database, connection: Connection, study: StoredStudy, person: int) -> str:
    """The end of who came to none before the study closed: who has answered all pages has finished."""
    if not has_all_pages(connection, study, person):
        return UNFINISHED
    store_end(connection, study, person, FINISHED, now=database.clock())
    return FINISHED


def _waiting(connection: Connection, study: StoredStudy) -> Sequence[Row[Any]]:
    found = (
        select(_participant, _person.c.pseudonym)
        .select_from(_participant.join(_person))
        .where(_participant.c.study_id == study.id, _participant.c.payment_list.is_(None))
        .order_by(_participant.c.id)
    )
    return connection.execute(found if study.is_closed else found.where(_participant.c.ended.is_not(None))).all()


def _listed(connection: Connection, study: StoredStudy, number: int) -> list[PaymentLine]:
    found = (
        select(_participant, _person.c.pseudonym)
        .select_from(_participant.join(_person))
        .where(_participant.c.study_id == study.id, _participant.c.payment_list == number)
        .order_by(_participant.c.id)
    )
    return [_line(row) for row in connection.execute(found)]


def _line(row: Row[Any]) -> PaymentLine:
    end = row.ended or UNFINISHED
    return PaymentLine(row.pseudonym, row.worker, row.submission, end, row.code, row.is_paid, row.reason)
