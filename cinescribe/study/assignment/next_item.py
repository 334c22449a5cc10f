"""Which item a rater gets next.

Every rater gets the shared items first. Of the others the one with the fewest judges comes next; among several the one
whose judges have shared the fewest items with this rater, so that any two raters come to share about as many items as
any other two, as in a balanced incomplete block design. Items with known answers, and items that the rater has judged
before, come in between at random; where the pages of a rater are limited, all of them come within the limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sqlalchemy import Connection, bindparam, func, or_, select

from cinescribe.study.assignment.pages import StoredItem
from cinescribe.study.storage import tables
from cinescribe.study.storage.studies import StoredStudy

_COMPARED = 64  # items among which the balance of raters decides
_CHECKS = 0.2  # of pages, while there are others too: test questions take the place of few judgements
_APART = 5  # pages at least between an item and its repetition, while there are others
_item, _assignment = tables.item, tables.assignment
_JUDGES_OF = select(_assignment.c.item_id, _assignment.c.person_id).where(
    _assignment.c.item_id.in_(bindparam("items", expanding=True)),
    or_(_assignment.c.finished.is_not(None), _assignment.c.leased_until > bindparam("now")),
)
_mine, _other = _assignment.alias(), _assignment.alias()
_SHARED = (
    select(_other.c.person_id, func.count())
    .join(_mine, _mine.c.item_id == _other.c.item_id)
    .join(_item, _item.c.id == _mine.c.item_id)
    .where(
        _item.c.study_id == bindparam("study"),
        _mine.c.person_id == bindparam("person"),
        _other.c.person_id != bindparam("person"),
    )
    .group_by(_other.c.person_id)
)


def next_item(
    connection: Connection,
    study: StoredStudy,
    person: int,
    *,
    own: Sequence[Any],
    everything: Mapping[StoredItem, int],
    now: float,
) -> StoredItem | None:
    """Return the item; None where nothing is left for the rater, or no page of theirs.

    Args:
        connection: in a transaction.
        study: the study.
        person: the rater.
        own: the rater's rows of the table `assignment`.
        everything: the items that the rater may still get, with the number of their other judges.
        now: in seconds since 1970.
    """
    checks = [one for one in everything if one.is_check]
    left = {one: n_judges for one, n_judges in everything.items() if not one.is_check} if checks else everything
    done = [row.item_id for row in sorted(own, key=lambda row: row.finished or 0.0) if row.finished is not None]
    random = Random(f"{study.design.seed}/{person}/{len(done)}")
    n_pages = None if study.design.crowd is None else study.design.crowd.pages - len(done)
    if n_pages is not None and n_pages < 1:
        return None
    check = _next_check(checks, done, random, has_others=bool(left), n_pages=n_pages)
    if check is not None or not left:
        return check
    pool = {one: left[one] for one in left if one.is_shared} or left
    min_judges = min(pool.values())
    least = [one for one, n_judges in pool.items() if n_judges == min_judges]
    compared = random.sample(least, min(_COMPARED, len(least)))
    if min_judges == 0:
        return compared[0]  # no rater is met there
    met = _met(connection, study.id, person=person, items=[one.id for one in compared], now=now)
    return min(compared, key=lambda one: met[one.id])


def _next_check(
    checks: Sequence[StoredItem], done: list[int], random: Random, *, has_others: bool, n_pages: int | None
) -> StoredItem | None:
    """An item that tests the rater, where it is time for one, or the last time; None for `n_pages` is no limit."""
    old = done[:-_APART] if has_others else done
    ready = [one for one in checks if one.repeats is None or one.repeats in old]
    is_due = n_pages is not None and n_pages <= len(ready)
    if not ready or (has_others and not is_due and random.random() >= _CHECKS):
        return None
    return random.choice(ready)


def _met(connection: Connection, study_id: int, *, person: int, items: list[int], now: float) -> dict[int, int]:
    """How many items the rater shares with the judges of each of these items, added up."""
    rows = connection.execute(_JUDGES_OF, {"items": items, "now": now}).all()
    met: dict[int, int] = defaultdict(int)
    shared: dict[int, int] = dict(connection.execute(_SHARED, {"study": study_id, "person": person}).all())
    for row in rows:
        met[row.item_id] += shared.get(row.person_id, 0)
    return met
