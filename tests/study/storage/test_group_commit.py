import threading

import pytest
from sqlalchemy import insert, select

from cinescribe.errors import DatabaseError, StudyError
from cinescribe.study.storage import tables
from cinescribe.study.storage.database import Database, sqlite_url
from cinescribe.study.storage.group_commit import RowLocks


@pytest.fixture
def database(tmp_path):
    database = Database(sqlite_url(tmp_path / "a.db"), group_commit=True)
    yield database
    database.close()


def noted(number, *, refuse=False):
    def work(connection):
        connection.execute(insert(tables.audit).values(time=float(number), action="x"))
        if refuse:
            raise StudyError(f"{number} is refused")
        return number

    return work


def together(database, works):
    """Run works in threads of their own while the writer is busy; return their results and errors."""
    outcomes: dict[int, object] = {}
    is_busy, go_on = threading.Event(), threading.Event()

    def block(connection):
        is_busy.set()
        go_on.wait()

    def run(number, work):
        try:
            outcomes[number] = database.write(work, locks=RowLocks(1, True, number))
        except (StudyError, DatabaseError) as error:
            outcomes[number] = str(error)

    threads = [threading.Thread(target=database.write, args=(block,), kwargs={"locks": RowLocks(0, True, 0)})]
    threads[0].start()
    is_busy.wait()
    threads += [threading.Thread(target=run, args=(number, work)) for number, work in works.items()]
    for thread in threads[1:]:
        thread.start()
    while database._group._queue.qsize() < len(works):
        pass
    go_on.set()
    for thread in threads:
        thread.join()
    return outcomes


def times(database):
    with database.reading() as connection:
        return list(connection.execute(select(tables.audit.c.time).order_by(tables.audit.c.id)).scalars())


def test_writes_of_several_threads_share_an_ordered_transaction(database):
    begun: list[int] = []
    writing = database._group._writing

    def counted():
        begun.append(1)
        return writing()

    database._group._writing = counted
    assert together(database, {n: noted(n) for n in (3, 1, 2)}) == {1: 1, 2: 2, 3: 3}
    assert times(database) == [1.0, 2.0, 3.0]
    assert len(begun) == 2  # that of the busy writer, and that of the group


def test_refused_write_does_not_affect_others(database):
    outcomes = together(database, {1: noted(1), 2: noted(2, refuse=True), 3: noted(3)})
    assert outcomes == {1: 1, 2: "2 is refused", 3: 3}
    assert times(database) == [1.0, 3.0]


def test_writes_that_fail_are_not_acknowledged(database):
    def doubled(connection):
        row = {"study_id": 99, "number": 1, "clip": "c", "film": "f", "is_shared": False}
        connection.execute(insert(tables.item).values(row))  # there is no such study

    outcomes = together(database, {1: noted(1), 2: doubled})
    assert {*map(type, outcomes.values())} == {str}
    assert all("nothing was stored, try again" in str(outcome) for outcome in outcomes.values())
    assert times(database) == []


def test_closed_database_refuses_writes(tmp_path):
    database = Database(sqlite_url(tmp_path / "a.db"), group_commit=True)
    database.close()
    with pytest.raises(DatabaseError, match="the database is closed; nothing was stored"):
        database.write(noted(1), locks=RowLocks(1, True, 1))


def test_error_of_a_write_reaches_its_caller(database):
    def fail(connection):
        raise KeyError("x")

    with pytest.raises(KeyError):
        database.write(fail, locks=RowLocks(1, True, 1))
    assert database.write(noted(1), locks=RowLocks(1, True, 1)) == 1
