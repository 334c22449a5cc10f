"""Encodes pictures in batches as they come, so that no film needs to be in memory."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.timing import Seconds


class BatchedEncoder:
    """Collects inputs of one shape and encodes each full batch.

    Args:
        encode: returns feature vectors (n, D) of stacked inputs (n, ...).
        width: D.
        batch_size: inputs per batch.
    """

    def __init__(
        self, encode: Callable[[NDArray[np.uint8]], NDArray[np.float32]], *, width: int, batch_size: int
    ) -> None:
        self.encode, self._batch_size = encode, batch_size
        self._times: list[Seconds] = []
        self._waiting: list[NDArray[np.uint8]] = []
        self._encoded = [np.zeros((0, width), np.float32)]

    def take(self, time: Seconds, item: NDArray[np.uint8]) -> None:
        """Take the next input; it is copied, because a film's pictures are shared."""
        self._times.append(time)
        self._waiting.append(item.copy())
        if len(self._waiting) == self._batch_size:
            self._run()

    def features(self) -> TimedFeatures:
        """Return the features of all inputs so far."""
        if self._waiting:
            self._run()
        return TimedFeatures(np.array(self._times, np.float64), np.concatenate(self._encoded))

    def _run(self) -> None:
        self._encoded.append(self.encode(np.stack(self._waiting)))
        self._waiting = []
