"""Lets people in: by an invitation the first time, then by their password."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from cinescribe.errors import StudyError
from cinescribe.study.people.attempts import count_attempt, delete_attempt, is_known_device, new_device
from cinescribe.study.people.people import hashed, record
from cinescribe.study.people.profile import Profile, profile_of
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database

SESSION = 12 * 3600.0  # seconds
_MIN_LETTERS = 12  # of a password
_MAX_LETTERS = 200
PASSWORDS = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)  # Argon2id: 64 MiB, 3 passes, about 50 ms
_UNKNOWN = "the invitation is unknown, or was used before; log in with your password, or ask for another"
_HASHING = BoundedSemaphore(os.cpu_count() or 1)  # at a time; each takes 64 MiB
_person, _session = tables.person, tables.login_session
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
        device: for another cookie, by which the browser's later attempts are counted apart; None where nobody logged
            in just now.
    """

    person: int
    pseudonym: str
    token: str
    profile: Profile
    device: str | None = field(default=None, compare=False)


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
    is_invitation = (_person.c.invitation_hash == hashed(code)) & _person.c.forgotten.is_(None)
    with database.reading() as connection:
        row = connection.execute(select(_person).where(is_invitation)).one_or_none()
    if row is None:  # codes are too long to be guessed, so that failures of others do not stop who has one
        count_attempt(database, None, person=None, address=address, device=None)
        raise StudyError(_UNKNOWN)
    with _HASHING:
        password_hash = PASSWORDS.hash(password)
    values = {"invitation_hash": None, "password_hash": password_hash, "is_blind": is_blind}
    with database.writing() as connection:
        if not connection.execute(update(_person).where(_person.c.id == row.id, is_invitation).values(values)).rowcount:
            raise StudyError(_UNKNOWN)
        record(database, connection, "invitation accepted", person=row.id)
        return _begun(database, connection, row.id, row.pseudonym, password_hash)


def log_in(
    database: Database,
    pseudonym: str,
    password: str,
    *,
    address: str,
    old_token: str | None = None,
    device: str | None = None,
) -> LoggedIn:
    """Begin a session, and end the one before.

    Args:
        database: of the study.
        pseudonym: of the person.
        password: the person's.
        address: of the person's machine, of which failures are counted.
        old_token: of a session that the browser still has.
        device: that an earlier log-in gave to the browser; its failures are counted apart from those of the address.

    Raises:
        StudyError: when pseudonym and password do not belong together, or there were too many failures.
        DatabaseError: when nothing could be stored.
    """
    with database.reading() as connection:
        row = connection.execute(select(_person).where(_person.c.pseudonym == pseudonym)).one_or_none()
    person, password_hash = (None, None) if row is None else (row.id, row.password_hash)
    known = device if device and is_known_device(password_hash, device) else None
    attempt = count_attempt(database, pseudonym, person=person, address=address, device=known)
    with _HASHING:
        is_right = _verified(password_hash, password)  # outside a transaction: it takes 50 ms
    if not is_right or row is None:
        raise StudyError("name and password do not belong together; look at both")
    delete_attempt(database, attempt)
    with database.writing() as connection:
        if old_token is not None:
            connection.execute(delete(_session).where(_session.c.token_hash == hashed(old_token)))
        return _begun(database, connection, row.id, row.pseudonym, row.password_hash)


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
        return _begun(database, connection, row.id, row.pseudonym, None)


def log_out(database: Database, token: str) -> None:
    """End a session."""
    with database.writing() as connection:
        connection.execute(delete(_session).where(_session.c.token_hash == hashed(token)))


def _begun(
    database: Database, connection: Connection, person: int, pseudonym: str, password_hash: str | None
) -> LoggedIn:
    now, token = database.clock(), secrets.token_urlsafe(32)
    connection.execute(delete(_session).where(_session.c.expires <= now))
    row = {"person_id": person, "token_hash": hashed(token), "created": now, "expires": now + SESSION}
    connection.execute(insert(_session).values(row))
    device = None if password_hash is None else new_device(password_hash)
    return LoggedIn(person, pseudonym, token, profile_of(connection, person), device)


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
