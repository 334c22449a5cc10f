"""Gives raters their next page, for a limited time.

Every rater gets the shared items first. Of the others the one with the fewest judges comes next; among several the one
whose judges have shared the fewest items with this rater, so that any two raters come to share about as many items as
any other two, as in a balanced incomplete block design.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, update

from cinescribe.errors import StudyError
from cinescribe.study.assignment.order import drawn_order
from cinescribe.study.assignment.pages import Page, assigned_page
from cinescribe.study.kinds.items import StudyText
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database
from cinescribe.study.storage.studies import StoredStudy

LEASE = 30 * 60.0  # seconds
RATER = "rater"
_COMPARED = 64  # items among which the balance of raters decides
_item, _assignment = tables.item, tables.assignment


def lease_page(database: Database, study: StoredStudy, person: int) -> Page | None:
    """Return a rater's next page, leased for 30 minutes; None where nothing is left for this rater.

    A rater who has not finished a page gets it again, in whichever window.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.

    Raises:
        StudyError: when the study is closed, or the person is no rater of it.
        DatabaseError: when nothing could be stored.
    """
    with database.writing() as connection:
        check_open(connection, study.id, alone=True)
        _check_rater(connection, study.id, person)
        now = database.clock()
        row = _unfinished(connection, study.id, person, now)
        if row is None:
            item = _next_item(connection, study, person, now)
            if item is None:
                return None
            row = _assign(connection, study, person=person, item=item, now=now)
        leased = update(_assignment).where(_assignment.c.id == row.id).values(leased_until=now + LEASE)
        connection.execute(leased)
        row = connection.execute(select(_assignment).where(_assignment.c.id == row.id)).one()
        return assigned_page(connection, study.design, row)


def check_open(connection: Connection, study_id: int, *, alone: bool) -> None:
    """Raise if a study is closed; otherwise it stays open until this transaction ends.

    SQLite has one writer at a time, so that the row needs no lock of its own.

    Args:
        connection: in a transaction.
        study_id: the study.
        alone: whether others who need the study open wait for this transaction, as for leases.

    Raises:
        StudyError: when it is closed.
    """
    found = select(tables.study).where(tables.study.c.id == study_id).with_for_update(read=not alone)
    row = connection.execute(found).one_or_none()
    if row is None or row.closed is not None:
        raise StudyError("this study is closed, and takes no more answers; thank you for yours")


def live(now: float) -> Any:
    """Return the condition of assignments that count: finished, or leased still."""
    return or_(_assignment.c.finished.is_not(None), _assignment.c.leased_until > now)


def _check_rater(connection: Connection, study_id: int, person: int) -> None:
    role = tables.role
    found = select(role.c.id).where(role.c.study_id == study_id, role.c.person_id == person, role.c.name == RATER)
    if connection.execute(found).first() is None:
        raise StudyError("you are no rater of this study; ask for an invitation")


def _unfinished(connection: Connection, study_id: int, person: int, now: float) -> Any:
    found = (
        select(_assignment)
        .join(_item)
        .where(
            _item.c.study_id == study_id,
            _assignment.c.person_id == person,
            _assignment.c.finished.is_(None),
            _assignment.c.leased_until > now,
        )
    )
    return connection.execute(found.order_by(_assignment.c.id)).first()


def _next_item(connection: Connection, study: StoredStudy, person: int, now: float) -> int | None:
    others = and_(_assignment.c.item_id == _item.c.id, _assignment.c.person_id != person, live(now))
    own = _assignment.alias()
    is_done = (
        select(own.c.id)
        .where(own.c.item_id == _item.c.id, own.c.person_id == person, own.c.finished.is_not(None))
        .exists()
    )
    n_judges = func.count(_assignment.c.id)
    found = (
        select(_item.c.id, _item.c.is_shared, n_judges.label("n_judges"))
        .select_from(_item)
        .join(_assignment, others, isouter=True)
        .where(_item.c.study_id == study.id, ~is_done)
        .group_by(_item.c.id, _item.c.is_shared)
        .having(or_(_item.c.is_shared, n_judges < study.design.n_judges))
        .order_by(_item.c.id)
    )
    rows = connection.execute(found).all()
    if not rows:
        return None
    first = min((not row.is_shared, row.n_judges) for row in rows)
    least = [row.id for row in rows if (not row.is_shared, row.n_judges) == first]
    random = Random(f"{study.design.seed}/{person}/{len(rows)}")
    compared = random.sample(least, min(_COMPARED, len(least)))
    met = _met(connection, study.id, person=person, items=compared, now=now)
    return int(min(compared, key=lambda item: met[item]))


def _met(connection: Connection, study_id: int, *, person: int, items: list[int], now: float) -> dict[int, int]:
    """How many items the rater shares with the judges of each of these items, added up."""
    mine, other = _assignment.alias(), _assignment.alias()
    pairs = (
        select(other.c.person_id, func.count())
        .join(mine, mine.c.item_id == other.c.item_id)
        .join(_item, _item.c.id == mine.c.item_id)
        .where(_item.c.study_id == study_id, mine.c.person_id == person, other.c.person_id != person)
        .group_by(other.c.person_id)
    )
    shared: dict[int, int] = dict(connection.execute(pairs).all())
    judges = select(_assignment.c.item_id, _assignment.c.person_id).where(_assignment.c.item_id.in_(items), live(now))
    met: dict[int, int] = defaultdict(int)
    for row in connection.execute(judges):
        met[row.item_id] += shared.get(row.person_id, 0)
    return met


def _assign(connection: Connection, study: StoredStudy, *, person: int, item: int, now: float) -> Any:
    """The row of a new assignment, or of this rater's earlier one, whose lease has ended."""
    own = select(_assignment).where(_assignment.c.item_id == item, _assignment.c.person_id == person)
    earlier = connection.execute(own).first()
    if earlier is not None:
        return earlier
    text = tables.text
    found = select(text.c.system, text.c.text, text.c.name, text.c.criterion).where(text.c.item_id == item)
    texts = [StudyText(*row) for row in connection.execute(found.order_by(text.c.number))]
    shown = drawn_order(texts, Random(f"{study.design.seed}/{person}/{item}"))
    row = {"item_id": item, "person_id": person, "shown": shown, "leased_until": now, "created": now}
    connection.execute(insert(_assignment).values(row))
    return connection.execute(own).one()
