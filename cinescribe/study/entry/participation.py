"""Participants of crowd work: the place that each has for some time, and the end that each comes to, once."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, or_, select, update

from cinescribe.study.design.crowd import FINISHED, TIMED_OUT, CrowdRules
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

_participant, _study = tables.participant, tables.study
_OWN_CODE = 5  # bytes of a code that only one participant gets


@dataclass(frozen=True)
class Participation:
    """Where a participant is.

    Attributes:
        until: when the place may go to another, in seconds since 1970.
        end: one of `ENDS`; None for who is still taking part.
        code: to type at the platform, at the end; None where there is none.
        address: of the platform, to go back to at the end; None where there is none.
    """

    until: float
    end: str | None = None
    code: str | None = None
    address: str | None = None


def participation(database: Database, study: StoredStudy, person: int) -> Participation | None:
    """Return where a participant is; None for raters who were invited in person.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    if study.design.crowd is None:
        return None
    with database.reading() as connection:
        row = participant_row(connection, study.id, person)
    return None if row is None else _shown(study.design.crowd, row)


def end_participation(database: Database, study: StoredStudy, person: int, end: str) -> Participation | None:
    """Store the end that a participant comes to, and return it; the first one stays. None for other raters.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    if study.design.crowd is None:
        return None

    def work(connection: Connection) -> Participation | None:
        return store_end(connection, study, person, end, now=database.clock())

    return database.write(work, locks=RowLocks(study.id, False, person))


def kept_place(database: Database, study: StoredStudy, person: int) -> Participation | None:
    """Return where a participant is, whose time is renewed if it is over and the place still free, or else ends.

    Who has answered all pages has finished, however long that took.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    own = participation(database, study, person)
    if own is None or own.end is not None or own.until > database.clock():
        return own

    def work(connection: Connection) -> Participation | None:
        now = database.clock()
        lock_places(connection, study.id)
        row = participant_row(connection, study.id, person)
        rules = study.design.crowd
        assert rules is not None
        if row is None or row.ended is not None:
            return None if row is None else _shown(rules, row)
        if has_all_pages(connection, study, person):
            return store_end(connection, study, person, FINISHED, now=now)
        if row.until <= now and n_places(connection, study.id, row.link_id, now=now) <= 0:
            return store_end(connection, study, person, TIMED_OUT, now=now)
        until = now + 60.0 * rules.minutes
        connection.execute(update(_participant).where(_participant.c.id == row.id).values(until=until))
        return Participation(until)

    return database.write(work, locks=RowLocks(study.id, False, person))


def store_end(connection: Connection, study: StoredStudy, person: int, end: str, *, now: float) -> Participation | None:
    """Store an end within a transaction; the first one stays. None for people who are no participants."""
    rules, row = study.design.crowd, participant_row(connection, study.id, person)
    if rules is None or row is None:
        return None
    if row.ended is None:
        given = rules.of_end(end)
        code = given.code
        if code is None and given.address is None:
            code = secrets.token_hex(_OWN_CODE).upper()
        values = {"ended": end, "code": code, "ended_at": now}
        is_open = (_participant.c.id == row.id) & _participant.c.ended.is_(None)
        connection.execute(update(_participant).where(is_open).values(values))
        row = participant_row(connection, study.id, person)
        assert row is not None
    return _shown(rules, row)


def participant_row(connection: Connection, study_id: int, person: int) -> Row[Any] | None:
    """Return a participant's row; None for other people."""
    own = select(_participant).where(_participant.c.study_id == study_id, _participant.c.person_id == person)
    return connection.execute(own).one_or_none()


def n_places(connection: Connection, study_id: int, link_id: int, *, now: float) -> int:
    """Return how many places an open link has left: those who finished, and those with time left, hold one each."""
    holds = or_(_participant.c.ended == FINISHED, _participant.c.ended.is_(None) & (_participant.c.until > now))
    taken = select(func.count()).where(_participant.c.study_id == study_id, _participant.c.link_id == link_id, holds)
    quota = select(tables.open_link.c.quota).where(tables.open_link.c.id == link_id)
    return int(connection.execute(quota).scalar_one()) - int(connection.execute(taken).scalar_one())


def has_all_pages(connection: Connection, study: StoredStudy, person: int) -> bool:
    """Return whether a participant has answered as many pages as the rules of crowd work ask for."""
    assignment, item = tables.assignment.c, tables.item.c
    own = select(func.count()).select_from(tables.assignment.join(tables.item))
    own = own.where(item.study_id == study.id, assignment.person_id == person, assignment.finished.is_not(None))
    rules = study.design.crowd
    return rules is not None and int(connection.execute(own).scalar_one()) >= rules.pages


def lock_places(connection: Connection, study_id: int) -> None:
    """Let one transaction at a time give places of a study."""
    connection.execute(select(_study.c.id).where(_study.c.id == study_id).with_for_update())


def _shown(rules: CrowdRules, row: Row[Any]) -> Participation:
    if row.ended is None:
        return Participation(row.until)
    return Participation(row.until, row.ended, row.code, rules.of_end(row.ended).address)
