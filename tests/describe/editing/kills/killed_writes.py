"""Kills a piece of work in each moment in which it writes: before and after every rename, sync, cut and removal."""

import os
import signal
from collections.abc import Callable, Iterator

_STEPS = ("replace", "rename", "fsync", "truncate", "ftruncate", "unlink", "remove")


def kills(work: Callable[[], object], renew: Callable[[], object]) -> Iterator[tuple[str, int]]:
    """Yield after each kill: the step, and its number; it ends when the work was not killed any more.

    Args:
        work: what is killed, in a process that is forked for it: nothing has to be started or loaded.
        renew: makes the files anew; called before each kill.
    """
    for is_after in (False, True):
        number = 0
        while True:
            number += 1
            renew()
            if not _is_killed(work, number, is_after):
                break
            yield ("after" if is_after else "before"), number


def _is_killed(work: Callable[[], object], number: int, is_after: bool) -> bool:
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _kill_in(number, is_after)
            work()
            code = 0
        finally:
            os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), "the work failed before it was killed"
    return status != 0


def _kill_in(number: int, is_after: bool) -> None:
    count = 0

    def killing(step: Callable[..., object]) -> Callable[..., object]:
        def run(*args: object, **values: object) -> object:
            nonlocal count
            count += 1
            if count == number and not is_after:
                os.kill(os.getpid(), signal.SIGKILL)
            done = step(*args, **values)
            if count == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return run

    for name in _STEPS:
        setattr(os, name, killing(getattr(os, name)))
