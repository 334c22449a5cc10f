"""A rater takes back what they said in a study, and leaves it."""

from __future__ import annotations

from sqlalchemy import Connection, delete

from cinescribe.study.assignment.leases import RATER, check_rater, open_state
from cinescribe.study.design.crowd import WITHDRAWN
from cinescribe.study.entry.participation import store_end
from cinescribe.study.people.people import record, remove_answers
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy


def withdraw(database: Database, study: StoredStudy, person: int) -> int:
    """Remove a rater's answers in a study, and the rater from it; return how many answers that were.

    That is possible in a closed study too. Pages that the rater had go to others. A participant of crowd work comes to
    an end by it, unless there was one before.

    Raises:
        StudyError: when the person is not a rater of the study.
        DatabaseError: when nothing could be stored.
    """

    def work(connection: Connection) -> int:
        open_state(connection, study.id, exclusive=True)  # nothing is leased or answered meanwhile
        check_rater(connection, study.id, person)
        store_end(connection, study, person, WITHDRAWN, now=database.clock())
        n_removed = remove_answers(connection, study.id, person)
        role = tables.role.c
        connection.execute(
            delete(tables.role).where(role.study_id == study.id, role.person_id == person, role.name == RATER)
        )
        record(database, connection, "withdrawn", person=person, detail=study.design.name)
        return n_removed

    return database.write(work, locks=RowLocks(study.id, False, person))
