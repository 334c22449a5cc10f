"""The session of the one person who judges at this machine, without an invitation and a password."""

from __future__ import annotations

from sqlalchemy import select

from cinescribe.study.assignment.leases import RATER
from cinescribe.study.people.log_in import LoggedIn, begin_session
from cinescribe.study.people.people import invite, person_id
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_FIRST = select(tables.role.c.person_id).where(tables.role.c.name == RATER).order_by(tables.role.c.person_id).limit(1)


def own_session(database: Database, study: StoredStudy) -> LoggedIn:
    """Begin a session of the first rater of a study, who is added if there is none.

    Raises:
        DatabaseError: when nothing could be stored.
    """
    with database.reading() as connection:
        found = connection.execute(_FIRST.where(tables.role.c.study_id == study.id)).scalar_one_or_none()
    person = found if found is not None else person_id(database, invite(database, study, n_people=1)[0].pseudonym)
    return begin_session(database, person)
