"""A database of studies: SQLite in a file, or PostgreSQL for many raters."""

from __future__ import annotations

import copy
import select
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Connection, Engine, Insert, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from cinescribe.errors import DatabaseError
from cinescribe.study.storage.group_commit import GroupCommit, RowLocks
from cinescribe.study.storage.migrate import migrate

_WAIT = 30.0  # seconds for the lock of another writer
_RENEWED = 120  # seconds after which a connection to a server is replaced, before a network forgets it
_READ_ONLY = "cinescribe_read_only"
_DRIVERS = {"postgresql": "postgresql+psycopg"}  # psycopg 3, where a URL names no driver
_Result = TypeVar("_Result")


class Database:
    """A database whose tables are those of this version.

    Args:
        url: such as `sqlite:///studies.db` or `postgresql://user@host/name`.
        clock: the time now, in seconds since 1970.
        group_commit: whether what several threads write at a time is one transaction, written by a thread of its own.

    Raises:
        DatabaseError: when the URL is none, a driver is missing, or the database cannot be opened or is newer.
    """

    def __init__(self, url: str, *, clock: Callable[[], float] = time.time, group_commit: bool = False) -> None:
        self.clock = clock
        self.engine = _engine(_parsed(url))
        with self.writing() as connection:
            migrate(connection)
        self._group = GroupCommit(self.writing) if group_commit else None

    def with_clock(self, clock: Callable[[], float]) -> Self:
        """Return the same database with another clock."""
        other = copy.copy(self)
        other.clock = clock
        return other

    def write(self, work: Callable[[Connection], _Result], *, locks: RowLocks) -> _Result:
        """Return what `work` returns, when its changes are on the disk.

        Args:
            work: changes the database, or raises and changes nothing. It may run twice, then on the unchanged database.
            locks: the rows that it locks. Works of one transaction are ordered by them, so that no two processes wait
                for each other: by study, first those that share it with no other, then by number.

        Raises:
            DatabaseError: when nothing could be stored.
        """
        if self._group is not None:
            return self._group.run(work, locks)
        with self.writing() as connection:
            return work(connection)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection whose changes are on the disk when the block ends, all of them or none.

        Raises:
            DatabaseError: when nothing could be stored: the database is locked, the disk is full, the server is gone.
        """
        with _explained(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection that sees one state of the database and takes no lock.

        Raises:
            DatabaseError: when the database cannot be read.
        """
        with _explained(), self.engine.connect().execution_options(**{_READ_ONLY: True}) as connection:
            yield connection

    def close(self) -> None:
        """Close all connections, after what waits is written."""
        if self._group is not None:
            self._group.close()
        self.engine.dispose()


def sqlite_url(path: Path) -> str:
    """Return the URL of a database in a file."""
    return f"sqlite:///{Path(path).absolute()}"


def inserted_id(connection: Connection, statement: Insert) -> int:
    """Insert one row, and return its number."""
    key = connection.execute(statement).inserted_primary_key
    assert key is not None
    return int(key[0])


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise DatabaseError(f"the database is {url!r}; expected a URL such as sqlite:///studies.db") from error
    return parsed.set(drivername=_DRIVERS.get(parsed.drivername, parsed.drivername))


def _engine(url: URL) -> Engine:
    is_file = url.get_backend_name() == "sqlite"
    is_psycopg = url.drivername == _DRIVERS["postgresql"]
    waiting: dict[str, Any] = {"timeout": _WAIT} if is_file else {}
    asks = not is_file and not is_psycopg
    try:
        engine = create_engine(url, connect_args=waiting, pool_pre_ping=asks, pool_recycle=-1 if is_file else _RENEWED)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise DatabaseError(
            f"there is no driver for {url.drivername!r} ({error}); use sqlite, or install cinescribe[postgresql]"
        ) from error
    if is_file:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    if is_psycopg:
        event.listen(engine, "checkout", _check_connection)
    return engine


def _check_connection(connection: Any, *_: Any) -> None:
    """Have a connection replaced that its server has ended: there is something to read, though nothing was asked.

    To ask the server, as SQLAlchemy would, takes as long as the query that follows.
    """
    if not connection.closed:
        ended = select.poll()
        ended.register(connection.fileno(), select.POLLIN)
        if not ended.poll(0):
            return
    raise InvalidatePoolError


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun below, not by Python's driver
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    # A writer takes the lock at once: one that had read first could not wait for it.
    is_read_only = connection.get_execution_options().get(_READ_ONLY, False)
    # The driver's own call: SQLAlchemy's takes as long as a whole query.
    connection.connection.cursor().execute("BEGIN" if is_read_only else "BEGIN IMMEDIATE").close()


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
        reason = str(error.orig) if isinstance(error, DBAPIError) else str(error)
        raise DatabaseError(
            f"the database could not be used ({' '.join(reason.split())}); nothing was stored, try again"
        ) from error
