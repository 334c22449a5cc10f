"""How the time of a reader grows with its input, for tests of inputs that are made to take long."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cinescribe.errors import CinescribeError

LONGER = 4  # times, in the second measurement
# Linear time grows 4 times, quadratic time 16 times; what lies between leaves room for a busy machine.
TOO_MUCH = 9.0
_ENOUGH = 0.015  # seconds of the short measurement; below, the clock and the start count more than the growth
_TRIES = 3


def growth(read: Callable[[int], Any], n: int) -> float:
    """Return how many times as much processor time `read(4 * m)` takes as `read(m)`, for m of at least n.

    `read` makes an input of that size and reads it. That it refuses the input is allowed. A result that is too much is
    measured again, since another process may have caused it.
    """
    while (short := _seconds(read, n)) < _ENOUGH:
        n *= 2
    for _ in range(_TRIES):
        times = _seconds(read, LONGER * n) / short
        if times < TOO_MUCH:
            break
        short = max(short, _seconds(read, n))
    return times


def _seconds(read: Callable[[int], Any], n: int) -> float:
    start = time.process_time()
    with suppress(CinescribeError):
        read(n)
    return time.process_time() - start
