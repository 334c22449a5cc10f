"""Open links, by which anybody may join a study until its places are taken."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.study.assignment.leases import RATER, check_open
from cinescribe.study.crowd.platform_ids import PlatformIds
from cinescribe.study.entry.participation import lock_places, n_places
from cinescribe.study.people.people import add_person, hashed, record
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

FULL = "all places of this study are taken; thank you for your interest"
_AGAIN = "you have taken part in this study already, and it is answered once only; thank you"
_link, _participant = tables.open_link, tables.participant


@dataclass(frozen=True)
class OpenLink(Record):
    """A link by which people join.

    Args:
        path: to be put behind the address of the server; the database has only the digest of its code.
        quota: people who may finish.
    """

    path: str
    quota: int


@dataclass(frozen=True)
class Joined:
    """A participant.

    Attributes:
        person: the number.
        is_new: whether the participant was not here before.
    """

    person: int
    is_new: bool


def make_open_link(database: Database, study: StoredStudy, *, quota: int) -> OpenLink:
    """Add an open link to a study.

    Raises:
        StudyError: for fewer than one place, or a study without rules of crowd work.
        DatabaseError: when nothing could be stored.
    """
    if quota < 1:
        raise StudyError(f"`quota` is {quota}; expected 1 place or more")
    if study.design.crowd is None:
        raise StudyError(f"the study {study.design.name!r} has no rules of crowd work; make it with `crowd`")
    code = secrets.token_urlsafe(12)
    with database.writing() as connection:
        lock_places(connection, study.id)
        is_saltless = (tables.study.c.id == study.id) & tables.study.c.salt.is_(None)
        connection.execute(update(tables.study).where(is_saltless).values(salt=secrets.token_hex(32)))
        row = {"study_id": study.id, "code_hash": hashed(code), "quota": quota, "created": database.clock()}
        connection.execute(insert(_link).values(row))
        record(database, connection, "link opened", detail=f"{study.design.name} {quota}")
    return OpenLink(f"/join/{code}", quota)


def open_link_study(database: Database, code: str) -> int | None:
    """Return the number of the study that an open link leads to; None for an unknown link.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        found = connection.execute(select(_link.c.study_id).where(_link.c.code_hash == hashed(code)))
        return found.scalar_one_or_none()


def join_study(database: Database, study: StoredStudy, code: str, ids: PlatformIds | None) -> Joined:
    """Let somebody join by an open link, or come back: each worker of a platform is one participant.

    Args:
        database: of the study.
        study: that the link leads to.
        code: of the link.
        ids: of the worker; None where the platform gives none, and everybody who comes is new.

    Raises:
        StudyError: when the link is unknown, the worker came to an end under another submission, or somebody new comes
            when the study is closed or all places are taken. The message is for the participant.
        DatabaseError: when nothing could be stored.
    """
    rules = study.design.crowd

    def work(connection: Connection) -> Joined:
        lock_places(connection, study.id)
        is_link = (_link.c.code_hash == hashed(code)) & (_link.c.study_id == study.id)
        link = connection.execute(select(_link.c.id).where(is_link)).scalar_one_or_none()
        if link is None or rules is None:
            raise StudyError("this link is unknown; open the study from its page at the platform")
        salt = connection.execute(select(tables.study.c.salt).where(tables.study.c.id == study.id)).scalar_one()
        unknown = PlatformIds(secrets.token_hex(16), "", "")
        digests = (ids or unknown).digests(salt)
        earlier = _earlier(connection, study.id, digests)
        if earlier is not None:
            return Joined(earlier, is_new=False)  # also of a closed study: for the code of the end
        check_open(connection, study.id, exclusive=True)
        now = database.clock()
        if n_places(connection, study.id, link, now=now) < 1:
            raise StudyError(FULL)
        person, _ = add_person(database, connection, study, RATER)
        row = {"study_id": study.id, "person_id": person, "link_id": link, **digests}
        connection.execute(insert(_participant).values(**row, created=now, until=now + 60.0 * rules.minutes))
        return Joined(person, is_new=True)

    return database.write(work, locks=RowLocks(study.id, False, 0))


def _earlier(connection: Connection, study_id: int, digests: dict[str, str]) -> int | None:
    """The number of a worker who was here before; a submission that was given back and taken again goes on."""
    own = select(_participant).where(_participant.c.study_id == study_id, _participant.c.worker == digests["worker"])
    row = connection.execute(own).one_or_none()
    if row is None:
        return None
    if row.submission != digests["submission"]:
        if row.ended is not None:
            raise StudyError(_AGAIN)
        connection.execute(update(_participant).where(_participant.c.id == row.id).values(digests))
    return int(row.person_id)
