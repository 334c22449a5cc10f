"""Who gets what: the tests of screening, then the next page of a rater, for a limited time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, bindparam, exists, func, insert, or_, select, update

from cinescribe.errors import StudyError
from cinescribe.study.assignment.next_item import next_item
from cinescribe.study.assignment.pages import (
    Page,
    StoredItem,
    assigned_page,
    drawn_order,
    returned_pages,
    stored_answers,
    stored_items,
)
from cinescribe.study.design.screening import Screening
from cinescribe.study.entry.consent import check_consent
from cinescribe.study.entry.training import check_training
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database, inserted_id
from cinescribe.study.storage.group_commit import RowLocks
from cinescribe.study.storage.studies import StoredStudy

LEASE = 30 * 60.0  # seconds
RATER, EXPERT = "rater", "expert"
CLOSED = "this study is closed, and takes no more answers; thank you for yours"
_item, _assignment, _study, _role = tables.item, tables.assignment, tables.study, tables.role
# Every lease and answer asks this, so that it says too whether there is a text of consent.
_ASKS_CONSENT = exists().where(tables.consent.c.study_id == bindparam("study")).label("asks_consent")
_OPEN = select(_study.c.closed, _ASKS_CONSENT).where(_study.c.id == bindparam("study"))
_OPEN_SHARED, _OPEN_EXCLUSIVE = _OPEN.with_for_update(read=True), _OPEN.with_for_update()
_IS_RATER = select(_role.c.id).where(
    _role.c.study_id == bindparam("study"), _role.c.person_id == bindparam("person"), _role.c.name == RATER
)
_OWN = (
    select(_assignment)
    .join(_item)
    .where(_item.c.study_id == bindparam("study"), _assignment.c.person_id == bindparam("person"))
    .order_by(_assignment.c.id)
)
_JUDGES = (
    select(_assignment.c.item_id, func.count())
    .join(_item)
    .where(
        _item.c.study_id == bindparam("study"),
        _assignment.c.person_id != bindparam("person"),
        or_(_assignment.c.finished.is_not(None), _assignment.c.leased_until > bindparam("now")),
    )
    .group_by(_assignment.c.item_id)
)
_ONE = select(_assignment).where(_assignment.c.id == bindparam("of"))
_RENEW = (
    update(_assignment)
    .where(_assignment.c.id == bindparam("of"))
    .values(leased_until=bindparam("until"), n_left=bindparam("n_left"))
)


@dataclass(frozen=True)
class RaterProgress:
    """How far a rater is.

    Attributes:
        n_finished: pages that the rater has finished, without those that an expert returned.
        n_left: pages that the rater may still get, fewer once others have answered them, and those that were returned.
        pages: the numbers of the assignments of finished pages, in the order in which they were assigned.
    """

    n_finished: int
    n_left: int
    pages: tuple[int, ...]


@dataclass(frozen=True)
class OpenState:
    """What holds for all raters of a study.

    Attributes:
        is_open: whether it takes answers.
        asks_consent: whether raters must have agreed to a text.
    """

    is_open: bool
    asks_consent: bool


@dataclass(frozen=True)
class RaterTest:
    """A test that a rater took.

    Attributes:
        test: its number.
        n_right: answers that are those of the organisers.
        n_videos: its videos.
        n_needed: right answers that were needed.
        is_passed: whether there were so many.
        token: of the form that brought the answers.
    """

    test: int
    n_right: int
    n_videos: int
    n_needed: int
    is_passed: bool
    token: str


@dataclass(frozen=True)
class ScreeningState:
    """Where a rater is.

    Attributes:
        next_test: the number of the test to take; None where no test is left.
        failed: the test that the rater failed, after which there is no other; None where none was failed.
    """

    next_test: int | None
    failed: RaterTest | None

    @property
    def is_passed(self) -> bool:
        """Whether the rater may get items."""
        return self.next_test is None and self.failed is None


def lease_page(database: Database, study: StoredStudy, person: int) -> Page | None:
    """Return a rater's next page, leased for 30 minutes; None where nothing is left for this rater.

    A rater who has an unfinished page gets that page again, in any window, and so does one whose answers were returned.

    Args:
        database: where the study is.
        study: the study.
        person: the rater.

    Raises:
        StudyError: when the study is closed, or the person is not a rater of it, did not agree to its text of consent,
            did not pass its tests or did not finish its training.
        DatabaseError: when nothing could be stored.
    """

    def work(connection: Connection) -> Page | None:
        state = open_state(connection, study.id, exclusive=True)
        if not state.is_open:
            raise StudyError(CLOSED)
        check_rater(connection, study.id, person)
        if state.asks_consent:
            check_consent(connection, study.id, person)
        check_screening(connection, study, person)
        check_training(connection, study, person)
        now = database.clock()
        own = own_assignments(connection, study.id, person)
        if (returned := next(returned_pages(connection, study, own), None)) is not None:
            return returned
        row = next((row for row in own if row.finished is None and row.leased_until > now), None)
        if row is None:
            left = items_left(connection, study, person, own, now)
            item = next_item(connection, study, person, own=own, everything=left, now=now)
            if item is None:
                return None
            row = _assign(connection, study, person=person, item=item, own=own, n_left=n_due(study, left, own), now=now)
        else:
            row = _leased(connection, row, row.n_left, now)
        return assigned_page(connection, study, row, stored_answers(connection, row.id))

    return database.write(work, locks=RowLocks(study.id, False, person))


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
    return RaterProgress(len(finished) - n_returned, n_due(study, left, own) + n_returned, pages)


def rater_screening(database: Database, study: StoredStudy, person: int) -> ScreeningState:
    """Return where a rater is in the tests; a study without screening has nothing to take.

    Raises:
        DatabaseError: when the database cannot be read.
    """
    if study.design.screening is None:
        return ScreeningState(None, None)
    with database.reading() as connection:
        return screening_state(connection, study, person)


def open_state(connection: Connection, study_id: int, *, exclusive: bool) -> OpenState:
    """Return whether a study is open, and asks for consent; if so, it stays open until this transaction ends.

    SQLite has one writer at a time, so that the row needs no lock of its own.

    Args:
        connection: in a transaction.
        study_id: the study.
        exclusive: whether others who need the study open wait for this transaction, as for leases.
    """
    row = connection.execute(_OPEN_EXCLUSIVE if exclusive else _OPEN_SHARED, {"study": study_id}).one_or_none()
    return OpenState(row is not None and row.closed is None, row is not None and row.asks_consent)


def check_open(connection: Connection, study_id: int, *, exclusive: bool) -> None:
    """Raise if a study is closed; otherwise it stays open until this transaction ends, see `open_state`.

    Raises:
        StudyError: when it is closed.
    """
    if not open_state(connection, study_id, exclusive=exclusive).is_open:
        raise StudyError(CLOSED)


def check_rater(connection: Connection, study_id: int, person: int) -> None:
    """Raise if a person is not a rater of a study.

    Raises:
        StudyError: the message is for the person.
    """
    if connection.execute(_IS_RATER, {"study": study_id, "person": person}).first() is None:
        raise StudyError("you are no rater of this study; ask for an invitation")


def check_screening(connection: Connection, study: StoredStudy, person: int) -> None:
    """Raise if a study has tests, and a person has not passed them.

    Raises:
        StudyError: the message is for the person.
    """
    if study.design.screening is not None and not screening_state(connection, study, person).is_passed:
        raise StudyError("this study gives videos to people who passed its tests; go to the first page of the study")


def screening_state(connection: Connection, study: StoredStudy, person: int) -> ScreeningState:
    """Return where a rater is; a study without screening has nothing to take."""
    screening = study.design.screening
    if screening is None:
        return ScreeningState(None, None)
    taken = rater_tests(connection, study.id, screening, person)
    failed = next((one for one in taken.values() if not one.is_passed), None)
    waiting = next((test for test in screening.tests if test not in taken), None)
    return ScreeningState(waiting if failed is None else None, failed)


def rater_tests(connection: Connection, study_id: int, screening: Screening, person: int) -> dict[int, RaterTest]:
    """Return the tests that a person took, by number."""
    table = tables.screening
    found = select(table).where(table.c.study_id == study_id, table.c.person_id == person).order_by(table.c.test)
    return {
        row.test: RaterTest(
            row.test,
            row.n_right,
            len(row.answers),
            screening.n_needed(len(row.answers)),
            row.is_passed,
            row.token,
        )
        for row in connection.execute(found)
    }


def live(now: float) -> Any:
    """Return the condition of assignments that count: finished, or leased still."""
    return or_(_assignment.c.finished.is_not(None), _assignment.c.leased_until > now)


def own_assignments(connection: Connection, study_id: int, person: int) -> Sequence[Any]:
    """Return a person's rows of the table `assignment` in a study, in the order in which they were made."""
    found: Sequence[Any] = connection.execute(_OWN, {"study": study_id, "person": person}).all()
    return found


def items_left(
    connection: Connection, study: StoredStudy, person: int, own: Sequence[Any], now: float
) -> dict[StoredItem, int]:
    """Return the items that a rater may still get, with the number of their other judges.

    Args:
        connection: reading or writing.
        study: the study.
        person: the rater.
        own: see `own_assignments`.
        now: in seconds since 1970.
    """
    done = {row.item_id for row in own if row.finished is not None}
    given = {"study": study.id, "person": person, "now": now}
    n_judges: dict[int, int] = dict(connection.execute(_JUDGES, given).all())
    full = {id for id, n in n_judges.items() if n >= study.design.n_judges}
    return {
        one: n_judges.get(id, 0)
        for id, one in stored_items(connection, study.id).items()
        if id not in done and (id not in full or one.is_shared or one.is_check)
    }


def n_due(study: StoredStudy, left: Iterable[StoredItem], own: Iterable[Any]) -> int:
    """Return how many of the items that a rater may still get can come: repetitions once there is what to repeat."""
    done = {row.item_id for row in own if row.finished is not None}
    n_able = sum(one.repeats is None or one.repeats in done for one in left)
    rules = study.design.crowd
    return n_able if rules is None else max(0, min(n_able, rules.pages - len(done)))


def _assign(
    connection: Connection,
    study: StoredStudy,
    *,
    person: int,
    item: StoredItem,
    own: Sequence[Any],
    n_left: int,
    now: float,
) -> Row[Any]:
    """The row of a new assignment, or of this rater's earlier one, whose lease has ended."""
    earlier = next((row for row in own if row.item_id == item.id), None)
    if earlier is not None:
        return _leased(connection, earlier, n_left, now)
    shown = drawn_order(item.texts, Random(f"{study.design.seed}/{person}/{item.id}"))
    row = {"item_id": item.id, "person_id": person, "shown": shown, "leased_until": now + LEASE, "created": now}
    row["n_left"] = n_left
    id = inserted_id(connection, insert(_assignment).values(row))
    return connection.execute(_ONE, {"of": id}).one()


def _leased(connection: Connection, row: Row[Any], n_left: int | None, now: float) -> Row[Any]:
    """The row, leased for 30 minutes at least; pages of sheets are kept for longer."""
    connection.execute(_RENEW, {"of": row.id, "until": max(row.leased_until, now + LEASE), "n_left": n_left})
    return connection.execute(_ONE, {"of": row.id}).one()
