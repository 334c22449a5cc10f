"""One writer for a process: works of many threads in one transaction, acknowledged when that is on the disk.

A commit waits for the disk, and every transaction has statements of its own; a group pays for both once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from cinescribe.errors import DatabaseError

_GATHERED = 0.003  # seconds for others to join; a commit takes about 4 ms
_MOST = 200  # works of a transaction
_Result = TypeVar("_Result")


class RowLocks(NamedTuple):
    """The rows that a work locks, which give its order among works of one transaction.

    Attributes:
        study: the number of the study that it locks.
        is_shared: whether others may lock the study too.
        number: of the assignment or person whose rows it locks.
    """

    study: int
    is_shared: bool
    number: int


class _Waiting(NamedTuple):
    locks: RowLocks
    work: Callable[[Connection], Any]
    done: Future[Any]


class GroupCommit:
    """A thread that writes what others give it.

    Args:
        writing: opens a transaction, which is on the disk when the block ends.
    """

    def __init__(self, writing: Callable[[], AbstractContextManager[Connection]]) -> None:
        self._writing = writing
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._is_closed = False
        self._lock = Lock()  # nothing is queued behind the end
        self._thread = Thread(target=self._write, name="group-commit", daemon=True)
        self._thread.start()

    def run(self, work: Callable[[Connection], _Result], locks: RowLocks) -> _Result:
        """Return what `work` returns, when the transaction that it was part of is on the disk.

        Raises:
            DatabaseError: when nothing could be stored, or this is closed.
        """
        done: Future[_Result] = Future()
        with self._lock:
            if self._is_closed:
                raise DatabaseError("the database is closed; nothing was stored, try again")
            self._queue.put(_Waiting(locks, work, done))
        return done.result()

    def close(self) -> None:
        """Write what waits, and end the thread."""
        with self._lock:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._gathered()
            if group:
                self._commit(sorted(group, key=lambda one: one.locks))

    def _gathered(self) -> tuple[list[_Waiting], bool]:
        """The works that arrived within a few milliseconds of the first, and whether more may come."""
        group: list[_Waiting] = []
        until = None
        while len(group) < _MOST:
            try:
                one = self._queue.get(timeout=None if until is None else max(0.0, until - time.monotonic()))
            except Empty:
                break
            if one is None:
                return group, False
            group.append(one)
            until = time.monotonic() + _GATHERED if until is None else until
        return group, True

    def _commit(self, group: list[_Waiting], *, apart: bool = False) -> None:
        """Write a group; if a work is refused, again with a savepoint for each, so that it takes no other with it."""
        try:
            with self._writing() as connection:
                outcomes = [_outcome(one, connection) if apart else one.work(connection) for one in group]
        except Exception as error:  # a thread that dies would leave all raters waiting
            if apart or len(group) == 1 or isinstance(error, DatabaseError):
                outcomes = [error] * len(group)
            else:
                self._commit(group, apart=True)
                return
        for one, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Exception):
                one.done.set_exception(outcome)
            else:
                one.done.set_result(outcome)


def _outcome(one: _Waiting, connection: Connection) -> Any:
    """What a work returns, or the error by which it refused."""
    try:
        with connection.begin_nested():
            return one.work(connection)
    except DBAPIError:
        raise
    except Exception as error:
        return error
