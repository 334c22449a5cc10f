"""Reads the decisions of experts on what annotators wrote."""

from __future__ import annotations

from cinescribe.study.assignment.pages import all_decisions
from cinescribe.study.kinds.judgement import Decision
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


def read_decisions(database: Database, study: StoredStudy) -> list[Decision]:
    """Return the decisions of a study; those on one page in the order of their rounds.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return [
            Decision(row.item, row.rater, row.round, row.answers, row.remark, row.expert, row.created)
            for row in all_decisions(connection, study.id)
        ]
