"""Lets people in: by an invitation the first time, then by their password."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from cinescribe.errors import StudyError
from cinescribe.study.people.people import hashed, record
from cinescribe.study.people.profile import Profile, profile_of
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database

SESSION = 12 * 3600.0  # seconds
_WINDOW = 15 * 60.0  # seconds in which failures are counted
_MAX_FAILURES = {"person": 10, "address": 50}
_MIN_LETTERS = 12  # of a password
_MAX_LETTERS = 200
_FAILED = "log-in failed"
PASSWORDS = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)  # Argon2id: 64 MiB, 3 passes, about 50 ms
_person, _session, _audit = tables.person, tables.login_session, tables.audit
# Every request asks this, so that it asks for the profile too.
_LOGGED_IN = (
    select(_person.c.id, _person.c.pseudonym, _person.c.is_blind, tables.role.c.study_id, tables.role.c.name)
    .select_from(_session.join(_person).outerjoin(tables.role))
    .where(_session.c.token_hash == bindparam("token"), _session.c.expires > bindparam("now"))
)


@dataclass(frozen=True)
class LoggedIn:
    """A person who is logged in.

    Attributes:
        person: the person's number.
        pseudonym: the name in the study.
        token: of the session, for the cookie; new at each log-in.
        profile: what is known of the person.
    """

    person: int
    pseudonym: str
    token: str
    profile: Profile


def accept_invitation(
    database: Database, code: str, *, password: str, address: str, is_blind: bool | None = None
) -> LoggedIn:
    """Use an invitation: set the password, and begin a session. An invitation works once.

    Args:
        database: of the study.
        code: of the invitation.
        password: 12 letters or more.
        address: of the person's machine, of which failures are counted.
        is_blind: whether the person says so; None where they say nothing.

    Raises:
        StudyError: when the code is unknown or used, the password is short or very long, or there were too many
            failures.
        DatabaseError: when nothing could be stored.
    """
    if not _MIN_LETTERS <= len(password) <= _MAX_LETTERS:
        raise StudyError(f"the password has {len(password)} letters; choose one of {_MIN_LETTERS} to {_MAX_LETTERS}")
    password_hash = PASSWORDS.hash(password)
    with database.writing() as connection:
        _check_failures(database, connection, None, address)
        found = select(_person).where(_person.c.invitation_hash == hashed(code), _person.c.forgotten.is_(None))
        row = connection.execute(found).one_or_none()
        if row is not None:
            values = {"invitation_hash": None, "password_hash": password_hash, "is_blind": is_blind}
            connection.execute(update(_person).where(_person.c.id == row.id).values(values))
            record(database, connection, "invitation accepted", person=row.id)
            return _begun(database, connection, row.id, row.pseudonym)
        record(database, connection, _FAILED, detail=address)
    raise StudyError("the invitation is unknown, or was used before; log in with your password, or ask for another")


def log_in(
    database: Database, pseudonym: str, password: str, *, address: str, old_token: str | None = None
) -> LoggedIn:
    """Begin a session, and end the one before.

    Args:
        database: of the study.
        pseudonym: of the person.
        password: the person's.
        address: of the person's machine, of which failures are counted.
        old_token: of a session that the browser still has.

    Raises:
        StudyError: when pseudonym and password do not belong together, or there were too many failures.
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        row = connection.execute(select(_person).where(_person.c.pseudonym == pseudonym)).one_or_none()
        _check_failures(database, connection, None if row is None else row.id, address)
    is_right = _verified(None if row is None else row.password_hash, password)  # outside: it takes 50 ms
    with database.writing() as connection:
        if is_right and row is not None:
            if old_token is not None:
                connection.execute(delete(_session).where(_session.c.token_hash == hashed(old_token)))
            return _begun(database, connection, row.id, row.pseudonym)
        record(database, connection, _FAILED, person=None if row is None else row.id, detail=address)
    raise StudyError("name and password do not belong together; look at both")


def logged_in(database: Database, token: str) -> LoggedIn | None:
    """Return who has a session; None if it is unknown or has ended."""
    with database.reading() as connection:
        rows = connection.execute(_LOGGED_IN, {"token": hashed(token), "now": database.clock()}).all()
    return LoggedIn(rows[0].id, rows[0].pseudonym, token, Profile.from_rows(rows)) if rows else None


def begin_session(database: Database, person: int) -> LoggedIn:
    """Begin a session of a person who needs no password, since the server is theirs.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        row = connection.execute(select(_person).where(_person.c.id == person)).one()
        return _begun(database, connection, row.id, row.pseudonym)


def log_out(database: Database, token: str) -> None:
    """End a session."""
    with database.writing() as connection:
        connection.execute(delete(_session).where(_session.c.token_hash == hashed(token)))


def _begun(database: Database, connection: Connection, person: int, pseudonym: str) -> LoggedIn:
    now, token = database.clock(), secrets.token_urlsafe(32)
    connection.execute(delete(_session).where(_session.c.expires <= now))
    row = {"person_id": person, "token_hash": hashed(token), "created": now, "expires": now + SESSION}
    connection.execute(insert(_session).values(row))
    return LoggedIn(person, pseudonym, token, profile_of(connection, person))


def _check_failures(database: Database, connection: Connection, person: int | None, address: str) -> None:
    recent = select(func.count()).where(_audit.c.action == _FAILED, _audit.c.time > database.clock() - _WINDOW)
    counts = {"address": connection.execute(recent.where(_audit.c.detail == address)).scalar_one()}
    if person is not None:
        counts["person"] = connection.execute(recent.where(_audit.c.person_id == person)).scalar_one()
    if any(n >= _MAX_FAILURES[of] for of, n in counts.items()):
        raise StudyError("there were too many failed attempts; wait 15 minutes and try again")


def _verified(password_hash: str | None, password: str) -> bool:
    """Whether a password is right. Without one, as much time passes, so that names cannot be guessed."""
    try:
        PASSWORDS.verify(password_hash or _nobodys_hash(PASSWORDS), password)
    except (VerifyMismatchError, InvalidHashError):
        return False
    return password_hash is not None


@cache
def _nobodys_hash(passwords: PasswordHasher) -> str:
    return passwords.hash(secrets.token_urlsafe(16))
