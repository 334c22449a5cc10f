"""What a rater has done and has left, and the pages that are the rater's own."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, func, or_, select

from cinescribe.study.assignment.leases import live
from cinescribe.study.assignment.pages import Page, assigned_page, own_assignment
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_item, _assignment = tables.item, tables.assignment


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
        return assigned_page(connection, study.design, row)


def rater_progress(database: Database, study: StoredStudy, person: int) -> RaterProgress:
    """Return how far a rater is.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    done = (
        select(_assignment.c.id, _assignment.c.item_id)
        .join(_item)
        .where(_item.c.study_id == study.id, _assignment.c.person_id == person, _assignment.c.finished.is_not(None))
        .order_by(_assignment.c.id)
    )
    with database.reading() as connection:
        finished = connection.execute(done).all()
        others = and_(_assignment.c.item_id == _item.c.id, _assignment.c.person_id != person, live(database.clock()))
        open_items = (
            select(_item.c.id)
            .join(_assignment, others, isouter=True)
            .where(_item.c.study_id == study.id)
            .group_by(_item.c.id, _item.c.is_shared)
            .having(or_(_item.c.is_shared, func.count(_assignment.c.id) < study.design.n_judges))
        )
        left = {row.id for row in connection.execute(open_items)} - {row.item_id for row in finished}
    return RaterProgress(len(finished), len(left), tuple(row.id for row in finished))
