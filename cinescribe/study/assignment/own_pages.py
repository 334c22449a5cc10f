"""What a rater has done and has left, and the pages that are the rater's own."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from cinescribe.study.assignment.leases import items_left, n_due, own_assignments
from cinescribe.study.assignment.pages import Page, assigned_page, own_assignment, stored_answers
from cinescribe.study.assignment.returned import returned_pages, with_remark
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

_assignment = tables.assignment
_PLACES = (
    select(_assignment.c.id, _assignment.c.finished, _assignment.c.n_left)
    .join(tables.item)
    .where(tables.item.c.study_id == bindparam("study"), _assignment.c.person_id == bindparam("person"))
    .order_by(_assignment.c.id)
)


@dataclass(frozen=True)
class RaterProgress:
    """How far a rater is.

    Attributes:
        n_finished: pages that the rater has finished, but for those that an expert returned.
        n_left: pages that the rater may still get, fewer once others have answered them; and those that came back.
        pages: the numbers of the assignments of finished pages, in the order in which they were assigned.
    """

    n_finished: int
    n_left: int
    pages: tuple[int, ...]


@dataclass(frozen=True)
class PagePlace:
    """Where a page stands among those of a rater.

    Attributes:
        place: its number, from 1.
        n_pages: of the rater, those to come included.
        before: the number of the assignment of the page before it; None for the first.
    """

    place: int
    n_pages: int
    before: int | None = None


def own_page(database: Database, study: StoredStudy, person: int, assignment: int) -> Page:
    """Return a page that a rater has, or had, without leasing it anew.

    Raises:
        StudyError: when there is none, or somebody else has it.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        return _own_page(connection, study, person, assignment)


def placed_page(database: Database, study: StoredStudy, person: int, assignment: int) -> tuple[Page, PagePlace]:
    """Return a page as `own_page` does, and where it stands among the rater's.

    Raises:
        StudyError: when there is none, or somebody else has it.
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        page = _own_page(connection, study, person, assignment)
        return page, _page_place(connection, study, person, assignment)


def rater_progress(database: Database, study: StoredStudy, person: int) -> RaterProgress:
    """Return how far a rater is.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    with database.reading() as connection:
        own = own_assignments(connection, study.id, person)
        left = items_left(connection, study, person, own, database.clock())
        n_returned = sum(1 for _ in returned_pages(connection, study, own))
    finished = [row for row in own if row.finished is not None]
    pages = tuple(row.id for row in finished)
    return RaterProgress(len(finished) - n_returned, n_due(left, own) + n_returned, pages)


def _own_page(connection: Connection, study: StoredStudy, person: int, assignment: int) -> Page:
    row = own_assignment(connection, study.id, person=person, assignment=assignment, lock=False)
    page = assigned_page(connection, study, row, stored_answers(connection, assignment))
    return with_remark(connection, study, page)


def _page_place(connection: Connection, study: StoredStudy, person: int, assignment: int) -> PagePlace:
    """Where a page stands among a rater's; counted when the newest was leased, since counting takes long."""
    rows = connection.execute(_PLACES, {"study": study.id, "person": person}).all()
    finished = [row.id for row in rows if row.finished is not None]
    place = finished.index(assignment) if assignment in finished else len(finished)
    newest = rows[-1]
    n_before = sum(id < newest.id for id in finished)
    n_pages = max(n_before + (newest.n_left or 0), len(finished), place + 1)
    return PagePlace(place + 1, n_pages, finished[place - 1] if place else None)
