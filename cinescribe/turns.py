"""Lets processes take turns: what a name stands for may be used by so many at a time, in fair shares.

The process that starts others keeps the table of who waits for what. A turn is a connection to it, so that the turn of
a process that dies is free at once. A process that was not told of a table waits for nobody.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from threading import Condition, Event, Thread

from cinescribe.errors import WorkError

_WAITING = 1024  # connections that wait to be taken; with fewer, the system delays some by a second
_HERE = "127.0.0.1"
_LOST = (OSError, EOFError, AuthenticationError)  # of a connection whose other end is gone


@dataclass(frozen=True)
class TurnTable:
    """Where turns are given, for the processes that take them.

    Args:
        host, port: of the process that keeps the table.
        key: that connections prove to know; it is not sent.
        limit: how many may have the turn of one name at a time, where nothing else is asked for.
    """

    host: str
    port: int
    key: bytes = field(repr=False)
    limit: int


_known: list[TurnTable] = []  # the table of this process: those who wait are deep inside, and know of no others


def take_turns_at(table: TurnTable | None) -> None:
    """Let this process take its turns at a table from now on; None for none, so that it waits for nobody."""
    _known[:] = [] if table is None else [table]


def turns_at_a_time() -> int | None:
    """Return the limit of the table of this process; None if it has no table."""
    return _known[0].limit if _known else None


@contextmanager
def turn(name: str, *, limit: int | None = None) -> Iterator[None]:
    """Wait for the turn of a name, and have it while the `with` block runs.

    Of the processes that wait, the one that has the fewest turns of this name is next, and the first of these.

    Args:
        name: of what is shared.
        limit: how many may have this turn at a time; by default the limit of the table.

    Raises:
        WorkError: when the process that keeps the table is gone.
    """
    if not _known:
        yield
        return
    with _asked(_known[0], name, _known[0].limit if limit is None else limit):
        yield


@contextmanager
def _asked(table: TurnTable, name: str, limit: int) -> Iterator[None]:
    try:
        place = Client((table.host, table.port), authkey=table.key)
    except _LOST as error:
        raise _gone(error) from error
    with place:
        try:
            place.send_bytes("\n".join((name, str(limit), f"{socket.gethostname()} {os.getpid()}")).encode())
            place.recv_bytes()
        except _LOST as error:
            raise _gone(error) from error
        yield


def _gone(error: BaseException) -> WorkError:
    return WorkError(
        f"the process that shares out the requests of this run is gone ({error or type(error).__name__}); start the "
        "run again, what is finished is kept"
    )


def own_address() -> str:
    """Return the address under which other machines of the network reach this one; that of this machine if none can."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses the way
        except OSError:
            return _HERE
        return str(way.getsockname()[0])


@contextmanager
def turn_table(limit: int, *, host: str = _HERE) -> Iterator[TurnTable]:
    """Keep a table while the `with` block runs; give what others need to take their turns.

    Args:
        limit: how many may have the turn of one name at a time, 1 or more.
        host: the address of this machine for those who take turns; by default they are on this machine.

    Raises:
        WorkError: when the limit is below 1, or nothing can listen at the address.
    """
    if limit < 1:
        raise WorkError(f"{limit} turns at a time were asked for; 1 or more are possible")
    key = secrets.token_bytes(32)
    try:
        listener = Listener((host, 0), backlog=_WAITING, authkey=key)
    except OSError as error:
        raise WorkError(f"nothing can listen at {host} ({error.strerror or error}); use local workers") from error
    port, over = int(listener.address[1]), Event()
    taking = Thread(target=_take_in, args=(listener, _Table(), over), name="turns", daemon=True)
    taking.start()
    try:
        yield TurnTable(host, port, key, limit)
    finally:
        over.set()
        with suppress(*_LOST):
            Client((host, port), authkey=key).close()  # a listener that waits does not notice that it is closed
        taking.join()


def _take_in(listener: Listener, table: _Table, over: Event) -> None:
    """Take connections until it is over."""
    with listener:
        while True:
            try:
                place = listener.accept()
            except _LOST:  # it does not know the key, or was gone before it said anything
                continue
            if over.is_set():
                place.close()
                return
            Thread(target=_serve, args=(place, table), name="turn", daemon=True).start()


def _serve(place: Connection, table: _Table) -> None:
    """Give a turn to one connection, and take it back when the connection ends."""
    with place, suppress(*_LOST):
        name, limit, who = place.recv_bytes().decode().split("\n")
        with table.turn(name, int(limit), who):
            place.send_bytes(b"")
            place.recv_bytes()  # the end


class _Table:
    """Who has, and who waits for, the turns of each name."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: defaultdict[str, list[_Place]] = defaultdict(list)
        self._had: defaultdict[str, Counter[str]] = defaultdict(Counter)

    @contextmanager
    def turn(self, name: str, limit: int, who: str) -> Iterator[None]:
        """Wait until it is the turn of a process, and count it while the `with` block runs."""
        place = _Place(who)
        with self._changed:
            self._waiting[name].append(place)
            self._changed.wait_for(lambda: self._had[name].total() < limit and self._next(name) is place)
            self._waiting[name].remove(place)
            self._had[name][who] += 1
            self._changed.notify_all()  # there may be room for another
        try:
            yield
        finally:
            with self._changed:
                self._had[name] -= Counter({who: 1})  # without those that have none left
                if not self._had[name] and not self._waiting[name]:
                    del self._had[name], self._waiting[name]
                self._changed.notify_all()

    def _next(self, name: str) -> _Place:
        return min(self._waiting[name], key=lambda place: self._had[name][place.who])


@dataclass(frozen=True, eq=False)
class _Place:
    """Somebody who waits."""

    who: str
