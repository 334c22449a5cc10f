"""Splits the sound of a film into blocks of equal length, with gaps filled by silence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

# Smaller errors are not gaps: time stamps are rounded, some to a millisecond, and encoders add priming samples.
_TOLERANCE: Seconds = 0.03


class BlockBuffer:
    """Converts the sound of a `SoundSink` to blocks that begin at multiples of their length.

    Args:
        length: samples per block.
        rate_hz: samples per second.
    """

    def __init__(self, length: int, rate_hz: int) -> None:
        self._length, self._rate_hz = length, rate_hz
        self._pending: list[Samples] = []
        self._n_pending = 0
        self._n_done = 0

    def push(self, start: Seconds, samples: Samples) -> Iterator[Samples]:
        """Add samples, (C, n), that begin at `start`, and yield full blocks; consume all of them."""
        missing = round(start * self._rate_hz) - self._n_done - self._n_pending
        if abs(missing) > _TOLERANCE * self._rate_hz:
            while missing > 0:
                filler = min(missing, self._length)
                yield from self._add(np.zeros((len(samples), filler), np.float32))
                missing -= filler
            samples = samples[:, -missing:]  # a time stamp that runs back: drop repeated sound
        yield from self._add(samples)

    def flush(self) -> Samples | None:
        """Return the last, shorter block, or None if nothing is left."""
        if not self._n_pending:
            return None
        last = np.concatenate(self._pending, axis=1)
        self._pending, self._n_pending = [], 0
        self._n_done += last.shape[1]
        return last

    def _add(self, samples: Samples) -> Iterator[Samples]:
        if not samples.size:
            return
        self._pending.append(samples)
        self._n_pending += samples.shape[1]
        if self._n_pending < self._length:
            return
        whole = np.concatenate(self._pending, axis=1)
        n_out = self._n_pending - self._n_pending % self._length
        self._pending, self._n_pending = [whole[:, n_out:]], self._n_pending - n_out
        for at in range(0, n_out, self._length):
            self._n_done += self._length
            yield whole[:, at : at + self._length]
