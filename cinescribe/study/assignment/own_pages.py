"""What a rater has done and has left, and the pages that are the rater's own."""

from __future__ import annotations

from dataclasses import dataclass

from cinescribe.study.assignment.leases import items_left, own_assignments
from cinescribe.study.assignment.pages import Page, assigned_page, own_assignment, stored_answers
from cinescribe.study.assignment.returned import with_remark
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy


@dataclass(frozen=True)
class RaterProgress:
    """How far a rater is.

    Attributes:
        n_finished: pages that the rater has finished.
        n_left: pages that the rater may still get; fewer once others have answered them.
        pages: the numbers of the assignments of finished pages, in the order in which they were assigned.
    """

    n_finished: int
    n_left: int
    pages: tuple[int, ...]


def own_page(database: Database, study: StoredStudy, person: int, assignment: int) -> Page:
    """Return a page that a rater has, or had, without leasing it anew.

    Raises:
        StudyError: when there is none, or somebody else has it.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        row = own_assignment(connection, study.id, person=person, assignment=assignment, lock=False)
        page = assigned_page(connection, study, row, stored_answers(connection, assignment))
        return with_remark(connection, study, page)


def rater_progress(database: Database, study: StoredStudy, person: int) -> RaterProgress:
    """Return how far a rater is.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        own = own_assignments(connection, study.id, person)
        left = items_left(connection, study, person, own, database.clock())
    finished = [row for row in own if row.finished is not None]
    done = {row.item_id for row in finished}
    checks = [one for one in left if one.is_check and (one.repeats is None or one.repeats in done)]
    return RaterProgress(
        len(finished),
        len(checks) + sum(not one.is_check for one in left),
        tuple(row.id for row in finished),
    )
