"""The people of a study: invited, known by pseudonyms, and forgotten on request."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from cinescribe.errors import StudyError, brief
from cinescribe.record import Record
from cinescribe.study.assignment.leases import EXPERT, RATER
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database, inserted_id
from cinescribe.study.storage.studies import StoredStudy

_ROLES = (RATER, EXPERT, "admin")
_person, _role = tables.person, tables.role


@dataclass(frozen=True)
class Invitation(Record):
    """What a person needs to begin.

    Args:
        pseudonym: the name in the study and its results.
        code: to be sent only to the person; the database has its digest.
    """

    pseudonym: str
    code: str


def invite(database: Database, study: StoredStudy, *, n_people: int, role: str = RATER) -> list[Invitation]:
    """Add people to a study, and return their invitations.

    Raises:
        StudyError: for fewer than one person, or an unknown role.
        DatabaseError: when nothing could be stored.
    """
    if n_people < 1:
        raise StudyError(f"`raters` is {n_people}; expected 1 or more")
    if role not in _ROLES:
        raise StudyError(f"`role` is {role!r}; expected one of {', '.join(_ROLES)}")
    now, invitations = database.clock(), []
    with database.writing() as connection:
        first = (connection.execute(select(func.max(_person.c.id))).scalar_one() or 0) + 1
        for number in range(first, first + n_people):
            one = Invitation(f"{role}-{number}-{secrets.token_hex(3)}", secrets.token_urlsafe(16))
            row = {"pseudonym": one.pseudonym, "invitation_hash": hashed(one.code), "created": now}
            id = inserted_id(connection, insert(_person).values(row))
            connection.execute(insert(_role).values(person_id=id, study_id=study.id, name=role))
            record(database, connection, "invited", person=id, detail=study.design.name)
            invitations.append(one)
    return invitations


def person_id(database: Database, pseudonym: str) -> int:
    """Return the number of a person.

    Raises:
        StudyError: when the pseudonym is unknown.
    """
    with database.reading() as connection:
        id = connection.execute(select(_person.c.id).where(_person.c.pseudonym == pseudonym)).scalar_one_or_none()
    if id is None:
        raise StudyError(f"unknown pseudonym {brief(pseudonym)}; see the list of invitations")
    return int(id)


def reset(database: Database, pseudonym: str) -> Invitation:
    """Return a new invitation for a person whose password is lost or under attack: the old one, and sessions, end.

    Failed attempts at the name are forgotten; answers stay.

    Raises:
        StudyError: when the pseudonym is unknown.
        DatabaseError: when nothing could be stored.
    """
    id, invitation = person_id(database, pseudonym), Invitation(pseudonym, secrets.token_urlsafe(16))
    values = {"password_hash": None, "invitation_hash": hashed(invitation.code)}
    with database.writing() as connection:
        connection.execute(delete(tables.login_session).where(tables.login_session.c.person_id == id))
        connection.execute(update(tables.audit).where(tables.audit.c.person_id == id).values(detail=None))
        connection.execute(update(_person).where(_person.c.id == id).values(values))
        record(database, connection, "reset", person=id)
    return invitation


def forget(database: Database, pseudonym: str, *, with_answers: bool = False) -> int:
    """Remove what is known of a person: password, invitation, sessions, pseudonym, and their answers about themselves.

    Args:
        database: of the study.
        pseudonym: of the person.
        with_answers: whether the answers are removed too; otherwise they stay, under a new random pseudonym.

    Returns:
        The number of answers that were removed.

    Raises:
        StudyError: when the pseudonym is unknown.
        DatabaseError: when nothing could be stored.
    """
    id, n_removed = person_id(database, pseudonym), 0
    with database.writing() as connection:
        connection.execute(delete(tables.login_session).where(tables.login_session.c.person_id == id))
        connection.execute(update(tables.audit).where(tables.audit.c.person_id == id).values(detail=None))
        if with_answers:
            own = select(tables.assignment.c.id).where(tables.assignment.c.person_id == id)
            connection.execute(delete(tables.decision).where(tables.decision.c.assignment_id.in_(own)))
            removed = connection.execute(delete(tables.answer).where(tables.answer.c.assignment_id.in_(own)))
            n_removed = removed.rowcount
            connection.execute(delete(tables.assignment).where(tables.assignment.c.person_id == id))
            connection.execute(delete(tables.screening).where(tables.screening.c.person_id == id))
            connection.execute(delete(_role).where(_role.c.person_id == id))
        nothing = {"password_hash": None, "invitation_hash": None, "is_blind": None}
        renamed = {**nothing, "pseudonym": f"forgotten-{secrets.token_hex(8)}", "forgotten": database.clock()}
        connection.execute(update(_person).where(_person.c.id == id).values(renamed))
        record(database, connection, "forgotten", person=id)
    return n_removed


def record(
    database: Database, connection: Connection, action: str, *, person: int | None = None, detail: str | None = None
) -> None:
    """Add a line to the audit, within a transaction."""
    row = {"time": database.clock(), "action": action, "person_id": person, "detail": detail}
    connection.execute(insert(tables.audit).values(row))


def hashed(token: str) -> str:
    """Return the digest of a random token, under which the database has it."""
    return hashlib.sha256(token.encode()).hexdigest()
