"""A rater leaves a study with their answers; what a participant has earned is decided before these are gone."""

from __future__ import annotations

from sqlalchemy import update

from cinescribe.study.crowd.payment import decided, rater_work
from cinescribe.study.design.crowd import WITHDRAWN
from cinescribe.study.entry.participation import participant_row, store_end
from cinescribe.study.people.withdrawal import withdraw
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_participant, _person = tables.participant, tables.person


def leave_study(database: Database, study: StoredStudy, person: int) -> int:
    """Remove a rater's answers in a study, and the rater from it, as `withdraw` does; return how many answers.

    A participant of crowd work is paid by the end and the answers that were there before: who withdraws after the end
    earns no less, and nobody escapes the checks by it, also where the rules pay those who withdraw.

    Raises:
        StudyError: when the person is not a rater of the study.
        DatabaseError: when nothing could be stored.
    """
    rules = study.design.crowd
    if rules is not None:
        with database.writing() as connection:
            store_end(connection, study, person, WITHDRAWN, now=database.clock())  # no other end can come from now on
            row = participant_row(connection, study.id, person)
            name = connection.execute(_person.select().where(_person.c.id == person)).one().pseudonym
        if row is not None and row.is_paid is None:
            work = rater_work(study, read_judgements(database, study)).get(name)
            is_paid, reason = decided(rules.payment, row.ended, work)
            with database.writing() as connection:
                is_open = (_participant.c.id == row.id) & _participant.c.is_paid.is_(None)
                connection.execute(update(_participant).where(is_open).values(is_paid=is_paid, reason=reason))
    return withdraw(database, study, person)
