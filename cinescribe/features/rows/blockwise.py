"""Rows computed a block of pictures at a time, so that a network runs on many at once and no film is held."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.timing import Seconds


class RowBlocks:
    """Gathers inputs of one shape and turns each full block into rows.

    Args:
        compute: rows (n, D) of a stack of inputs (n, ...).
        width: D.
        block: inputs to a block.
    """

    def __init__(self, compute: Callable[[NDArray[np.uint8]], NDArray[np.float32]], *, width: int, block: int) -> None:
        self._compute, self._block = compute, block
        self._times: list[Seconds] = []
        self._waiting: list[NDArray[np.uint8]] = []
        self._done = [np.zeros((0, width), np.float32)]

    def take(self, time: Seconds, item: NDArray[np.uint8]) -> None:
        """Take the next input; it is copied, since a film's pictures are shared."""
        self._times.append(time)
        self._waiting.append(item.copy())
        if len(self._waiting) == self._block:
            self._run()

    def rows(self) -> TimedRows:
        """The rows of everything taken so far."""
        if self._waiting:
            self._run()
        return TimedRows(np.array(self._times, np.float64), np.concatenate(self._done))

    def _run(self) -> None:
        self._done.append(self._compute(np.stack(self._waiting)))
        self._waiting = []
