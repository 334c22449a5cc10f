"""Deals the pages of a study to people who answer on sheets: all of them at once, and for months."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from sqlalchemy import Connection, insert, select, update

from cinescribe.study.assignment.leases import check_open, check_rater, check_screening, live, own_assignments
from cinescribe.study.assignment.pages import (
    Page,
    StoredItem,
    assigned_page,
    drawn_order,
    returned_pages,
    stored_answers,
    stored_items,
)
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

SHEET_LEASE = 90 * 86400.0  # seconds in which pages of a sheet go to no other rater
_assignment = tables.assignment


def dealt_pages(database: Database, study: StoredStudy, people: Sequence[int]) -> dict[int, list[Page]]:
    """Give every page that lacks judges to people, and return the pages that each of them has to answer.

    Everybody gets the shared items first, and all items that test raters. Each other item goes to those of the people
    with the fewest pages, until it has its judges. Pages that an expert returned come first.

    Args:
        database: where the study is.
        study: the study.
        people: the raters.

    Raises:
        StudyError: when the study is closed, or a person is no rater of it or did not pass its tests.
        DatabaseError: when nothing could be stored.
    """

    def work(connection: Connection) -> dict[int, list[Page]]:
        check_open(connection, study.id, exclusive=True)
        for person in people:
            check_rater(connection, study.id, person)
            check_screening(connection, study, person)
        now = database.clock()
        for person, items in _dealt(connection, study, people, now).items():
            _assign(connection, study, person, items, now)
        return {person: _open_pages(connection, study, person, now) for person in people}

    return database.write(work, locks=RowLocks(study.id, False, people[0]))


def _dealt(
    connection: Connection, study: StoredStudy, people: Sequence[int], now: float
) -> dict[int, list[StoredItem]]:
    """The new items of each person, in the order of their pages."""
    items = list(stored_items(connection, study.id).values())
    held = {person: {row.item_id for row in own_assignments(connection, study.id, person)} for person in people}
    given = select(_assignment.c.item_id).join(tables.item).where(tables.item.c.study_id == study.id, live(now))
    n_judges = Counter(connection.execute(given).scalars())
    random = Random(f"{study.design.seed}/sheets/{people[0]}")
    dealt: dict[int, list[StoredItem]] = {
        person: [one for one in items if one.is_shared and one.id not in held[person]] for person in people
    }
    others = [one for one in items if not one.is_shared and not one.is_check]
    for item in random.sample(others, len(others)):
        able = sorted((person for person in people if item.id not in held[person]), key=lambda one: len(dealt[one]))
        for person in able[: max(0, study.design.n_judges - n_judges[item.id])]:
            dealt[person].append(item)
    for person, own in dealt.items():
        has = held[person] | {one.id for one in own}
        tests = [one for one in items if one.is_check and one.id not in held[person]]
        for one in tests:
            if one.repeats is None:
                own.insert(random.randrange(len(own) + 1), one)
        own += [one for one in tests if one.repeats in has]
    return dealt


def _assign(connection: Connection, study: StoredStudy, person: int, items: Sequence[StoredItem], now: float) -> None:
    """Store new assignments, and prolong the person's unfinished ones."""
    of_study = select(tables.item.c.id).where(tables.item.c.study_id == study.id)
    unfinished = _assignment.c.finished.is_(None) & (_assignment.c.person_id == person)
    prolong = update(_assignment).where(unfinished, _assignment.c.item_id.in_(of_study))
    connection.execute(prolong.values(leased_until=now + SHEET_LEASE))
    rows = [
        {
            "item_id": item.id,
            "person_id": person,
            "shown": drawn_order(item.texts, Random(f"{study.design.seed}/{person}/{item.id}")),
            "leased_until": now + SHEET_LEASE,
            "created": now,
            "n_left": len(items) - number,
        }
        for number, item in enumerate(items)
    ]
    if rows:
        connection.execute(insert(_assignment), rows)


def _open_pages(connection: Connection, study: StoredStudy, person: int, now: float) -> list[Page]:
    own = own_assignments(connection, study.id, person)
    returned = list(returned_pages(connection, study, own))
    unfinished = (row for row in own if row.finished is None and row.leased_until > now)
    return [
        *returned,
        *(assigned_page(connection, study, row, stored_answers(connection, row.id)) for row in unfinished),
    ]
