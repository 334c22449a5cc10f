"""Several processes that serve one address; one that dies is started again."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from typing import NoReturn

from cinescribe.errors import ServeError

_SHORTEST = 2.0  # seconds; a process that lives less did not begin
_MOST_FAILURES = 5  # such processes in a row


def run_workers(work: Callable[[], None], *, n_workers: int) -> None:
    """Run `work` in so many processes until this one is stopped; they end with it, however it ends.

    Args:
        work: serves until SIGTERM.
        n_workers: how many.

    Raises:
        ServeError: when processes end as soon as they begin.
    """
    parent_end, held_open = os.pipe()  # the end of this process closes `held_open`, which the workers notice
    begun: dict[int, float] = {}
    is_stopped = threading.Event()

    def stop(*_: object) -> None:
        is_stopped.set()
        for pid in begun:
            _signal(pid, signal.SIGTERM)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    n_failures = 0
    gc.freeze()  # what is loaded by now stays: workers need not look through it again, and so copy its memory
    try:
        while begun or not is_stopped.is_set():
            while len(begun) < n_workers and not is_stopped.is_set():
                begun[_started(work, parent_end, held_open, before)] = time.monotonic()
            if is_stopped.is_set():
                stop()  # also what was begun meanwhile
            pid, _ = os.waitpid(-1, 0)
            started = begun.pop(pid, None)
            if started is not None:
                n_failures = n_failures + 1 if time.monotonic() - started < _SHORTEST else 0
            if n_failures >= _MOST_FAILURES and not is_stopped.is_set():
                stop()
                raise ServeError(f"{n_failures} processes in a row ended at once; see above, and try one worker")
    finally:
        gc.unfreeze()
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(held_open)
        os.close(parent_end)


def _started(work: Callable[[], None], parent_end: int, held_open: int, handlers: Iterable[signal.Signals]) -> int:
    """Start a process, and return its number."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.close(held_open)
        for number in handlers:
            signal.signal(number, signal.SIG_DFL)
        threading.Thread(target=_end_with_parent, args=(parent_end,), daemon=True).start()
        work()
        code = 0
    finally:
        _leave(code)


def _leave(code: int) -> NoReturn:
    os._exit(code)  # without what the parent process would do at its end


def _end_with_parent(parent_end: int) -> None:
    os.read(parent_end, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return
