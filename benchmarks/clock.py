"""The clock of benches: CPU seconds, since machines are shared."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def seconds(run: Callable[[], Result], *, n_rounds: int = 1) -> tuple[float, Result]:
    """CPU seconds of one run, the least of several, and its result."""
    times = []
    for _ in range(n_rounds):
        start = time.process_time()
        result = run()
        times.append(time.process_time() - start)
    return min(times), result
