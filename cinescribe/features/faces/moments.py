"""The pictures that a film shows at some moments, each seen once however many moments fall upon it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.timing import Seconds, Span


class MomentPictures:
    """Follows a film and hands on the pictures that stand at some moments; before the first picture, that one stands.

    One picture is held.

    Args:
        moments: seconds in any order, (n,).
        see: told each such picture, in the film's order.
    """

    def __init__(self, moments: NDArray[np.float64], see: Callable[[Seconds, Image], None]) -> None:
        self._order = np.argsort(moments, kind="stable")
        self._moments = moments[self._order]
        self._see = see
        self._held: tuple[Seconds, Image] | None = None
        self._numbers = np.zeros(len(moments), np.int64)
        self._n_told = self._n_seen = 0

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture: until `time` the one before it stood."""
        if self._held is not None:
            self._stood(until=int(np.searchsorted(self._moments, time)))
        self._held = time, image.copy()

    def numbers(self) -> NDArray[np.int64]:
        """Which of the pictures seen, from 0, stands at each moment, (n,); call it once the film has ended."""
        if self._held is not None:
            self._stood(until=len(self._moments))
        return self._numbers

    def _stood(self, *, until: int) -> None:
        """The picture held stands at all moments not told of yet, up to this one."""
        if until > self._n_told and self._held is not None:
            self._see(*self._held)
            self._numbers[self._order[self._n_told : until]] = self._n_seen
            self._n_seen += 1
            self._n_told = until


def spread(spans: Sequence[Span], n: int) -> NDArray[np.float64]:
    """The middles of n equal parts of each span, one span after the other, (spans * n,)."""
    starts, lengths = (np.array([get(span) for span in spans], np.float64) for get in (_start, _length))
    return np.asarray(starts[:, None] + lengths[:, None] * (np.arange(n) + 0.5) / n, np.float64).reshape(-1)


def _start(span: Span) -> Seconds:
    return span.start


def _length(span: Span) -> Seconds:
    return span.duration
