"""Reads the decisions of experts on what annotators wrote."""

from __future__ import annotations

from sqlalchemy import select

from cinescribe.study.assignment.pages import all_decisions
from cinescribe.study.kinds.judgement import Decision
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


def read_decisions(database: Database, study: StoredStudy) -> list[Decision]:
    """Return the decisions of a study; those on one page in the order of their rounds.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    assignment, item, person = tables.assignment, tables.item, tables.person
    found = (
        select(assignment.c.id, item.c.number, person.c.pseudonym)
        .select_from(assignment.join(item).join(person))
        .where(item.c.study_id == study.id)
    )
    with database.reading() as connection:
        decisions = all_decisions(connection, study.id)
        of = {row.id: row for row in connection.execute(found)} if decisions else {}
    return [
        Decision(
            of[row.assignment_id].number,
            of[row.assignment_id].pseudonym,
            row.round,
            row.answers,
            row.remark,
            row.pseudonym,
            row.created,
        )
        for row in decisions
    ]
