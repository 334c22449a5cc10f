"""The decisions of experts on what annotators wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from cinescribe.study.assignment.returned import all_decisions
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


@dataclass(frozen=True)
class Decision:
    """What an expert decided on one version of an annotator's answers.

    Attributes:
        item: number of the item.
        rater: pseudonym of the annotator.
        round: of the answers: 1, and one more each time they were written again.
        answers: as the expert saw them.
        remark: why they were returned; None where they were accepted.
        expert: pseudonym of the expert.
        at: when, in seconds since 1970.
    """

    item: int
    rater: str
    round: int
    answers: Mapping[str, Any]
    remark: str | None
    expert: str
    at: float


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
