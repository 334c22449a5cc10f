"""The sound of a film cut into blocks of equal length, its holes filled with silence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cinescribe.media.film.resample import Samples
from cinescribe.timing import Seconds

# Time stamps are rounded, some containers' to a millisecond, and encoders prime; less than this is no hole.
TOLERANCE: Seconds = 0.03


class Blocks:
    """Turns what a `SoundSink` is given into blocks that stand at multiples of their length from the film's start.

    Args:
        length: samples in a block.
        rate_hz: samples per second.
    """

    def __init__(self, length: int, rate_hz: int) -> None:
        self._length, self._rate_hz = length, rate_hz
        self._kept: list[Samples] = []
        self._n_kept = 0
        self._n_given = 0

    def put(self, start: Seconds, samples: Samples) -> Iterator[Samples]:
        """The blocks that `samples`, (C, n), beginning at `start`, make full; iterate to the end."""
        missing = round(start * self._rate_hz) - self._n_given - self._n_kept
        if abs(missing) > TOLERANCE * self._rate_hz:
            while missing > 0:
                filler = min(missing, self._length)
                yield from self._add(np.zeros((len(samples), filler), np.float32))
                missing -= filler
            samples = samples[:, -missing:]  # a time stamp that runs back: what was heard already is left out
        yield from self._add(samples)

    def rest(self) -> Samples | None:
        """The last block, shorter than the others; None when nothing is left."""
        if not self._n_kept:
            return None
        last = np.concatenate(self._kept, axis=1)
        self._kept, self._n_kept = [], 0
        self._n_given += last.shape[1]
        return last

    def _add(self, samples: Samples) -> Iterator[Samples]:
        if not samples.size:
            return
        self._kept.append(samples)
        self._n_kept += samples.shape[1]
        if self._n_kept < self._length:
            return
        whole = np.concatenate(self._kept, axis=1)
        n_out = self._n_kept - self._n_kept % self._length
        self._kept, self._n_kept = [whole[:, n_out:]], self._n_kept - n_out
        for at in range(0, n_out, self._length):
            self._n_given += self._length
            yield whole[:, at : at + self._length]
