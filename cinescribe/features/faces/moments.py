"""Selects the pictures that a film shows at given moments, each once however many moments share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.timing import Seconds, Span


class MomentPictures:
    """Passes on the pictures that a film shows at given moments; moments before the first picture get the first.

    Holds one picture in memory.

    Args:
        moments: seconds in any order, (n,).
        on_picture: called with each such picture, in the film's order.
    """

    def __init__(self, moments: NDArray[np.float64], on_picture: Callable[[Seconds, Image], None]) -> None:
        self._order = np.argsort(moments, kind="stable")
        self._moments = moments[self._order]
        self._on_picture = on_picture
        self._shown: tuple[Seconds, Image] | None = None
        self._indices = np.zeros(len(moments), np.int64)
        self._n_moments = self._n_pictures = 0

    def take(self, time: Seconds, image: Image) -> None:
        """Take the next picture; until `time` the film shows the one before it."""
        if self._shown is not None:
            self._assign(until=int(np.searchsorted(self._moments, time)))
        self._shown = time, image.copy()

    def indices(self) -> NDArray[np.int64]:
        """Return the index of the picture at each moment, (n,); call it once the film has ended."""
        if self._shown is not None:
            self._assign(until=len(self._moments))
        return self._indices

    def _assign(self, *, until: int) -> None:
        """Assign the current picture to all remaining moments up to this one."""
        if until > self._n_moments and self._shown is not None:
            self._on_picture(*self._shown)
            self._indices[self._order[self._n_moments : until]] = self._n_pictures
            self._n_pictures += 1
            self._n_moments = until


def spread(spans: Sequence[Span], n: int) -> NDArray[np.float64]:
    """Return the middles of n equal parts of each span, one span after the other, (spans * n,)."""
    starts, lengths = (np.array([get(span) for span in spans], np.float64) for get in (_start, _length))
    return np.asarray(starts[:, None] + lengths[:, None] * (np.arange(n) + 0.5) / n, np.float64).reshape(-1)


def _start(span: Span) -> Seconds:
    return span.start


def _length(span: Span) -> Seconds:
    return span.duration
