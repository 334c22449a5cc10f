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
    invitations = []
    with database.writing() as connection:
        for _ in range(n_people):
            code = secrets.token_urlsafe(16)
            id, pseudonym = add_person(database, connection, study, role, invitation_hash=hashed(code))
            record(database, connection, "invited", person=id, detail=study.design.name)
            invitations.append(Invitation(pseudonym, code))
    return invitations


def add_person(
    database: Database, connection: Connection, study: StoredStudy, role: str, *, invitation_hash: str | None = None
) -> tuple[int, str]:
    """Add a person to a study within a transaction; return the number and the pseudonym."""
    number = (connection.execute(select(func.max(_person.c.id))).scalar_one() or 0) + 1
    pseudonym = f"{role}-{number}-{secrets.token_hex(3)}"
    row = {"pseudonym": pseudonym, "invitation_hash": invitation_hash, "created": database.clock()}
    id = inserted_id(connection, insert(_person).values(row))
    connection.execute(insert(_role).values(person_id=id, study_id=study.id, name=role))
    return id, pseudonym


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

    Of a participant of crowd work the digests of the platform's ids are removed too.

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
            studies = select(_role.c.study_id).where(_role.c.person_id == id).distinct()
            n_removed = sum(
                remove_answers(connection, study, id) for study in connection.execute(studies).scalars().all()
            )
            connection.execute(delete(_role).where(_role.c.person_id == id))
        anonymous = {"worker": None, "submission": None, "platform_study": None}
        own = tables.participant.c.person_id == id
        connection.execute(update(tables.participant).where(own).values(anonymous))
        nothing = {"password_hash": None, "invitation_hash": None, "is_blind": None}
        renamed = {**nothing, "pseudonym": f"forgotten-{secrets.token_hex(8)}", "forgotten": database.clock()}
        connection.execute(update(_person).where(_person.c.id == id).values(renamed))
        record(database, connection, "forgotten", person=id)
    return n_removed


def remove_answers(connection: Connection, study_id: int, person: int) -> int:
    """Remove what a rater answered in a study, to consent and tests too; return how many answers to pages that were."""
    items = select(tables.item.c.id).where(tables.item.c.study_id == study_id)
    is_own = (tables.assignment.c.person_id == person) & tables.assignment.c.item_id.in_(items)
    own = select(tables.assignment.c.id).where(is_own)
    connection.execute(delete(tables.decision).where(tables.decision.c.assignment_id.in_(own)))
    n_removed = connection.execute(delete(tables.answer).where(tables.answer.c.assignment_id.in_(own))).rowcount
    connection.execute(delete(tables.assignment).where(is_own))
    for table in (tables.screening, tables.consent_decision, tables.training):
        connection.execute(delete(table).where(table.c.study_id == study_id, table.c.person_id == person))
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
