"""Decides, from the edges of small pictures, when a picture is worth a search for text.

Text is a dense patch of strong edges. Cells with such edges are compared with those of the last search: a patch that is
new and does not move is probably overlaid text or a sign in a still shot; other new patches may be text on the move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.timing import Seconds

_Cells: TypeAlias = NDArray[np.float32]

# Set by hand on w3c_perspective, testvideo and popeye, and the tuned half of `results/screen_text.json`.
CELL = 8  # side of a cell, in pixels of the small picture
# Smallest difference of brightness of neighbouring pixels at an edge, of 255; lowered from 32 for thin white letters on
# a bright sky in a clip outside the reference data.
_EDGE = 20
DENSE = 0.2  # share of edges in a cell of text
HOLDS_EDGES = 0.04  # share of edges in a cell that is not plain
SAME, OTHER = 0.35, 0.5  # share of a cell's edges that differ, at most when it does not move, at least when it is new
MIN_RUN = 3  # cells side by side
N_EMPTY = 4  # searched pictures without text that are remembered: people pass, and cuts return to the same view
ROUTINE: Seconds = 2.0  # between searches for text that moves
SEARCHES_HZ = 0.35  # searches without result per second of film, on average
MAX_SAVED, MAX_DEBT = 3.0, -2.0  # such searches that may be saved up, or made ahead for cells that do not move


class SearchSchedule:
    """Says for each small picture whether to search it for text.

    Searches that find text are not limited; those that find nothing are, so that footage full of edges stays cheap.
    """

    def __init__(self) -> None:
        self._now: NDArray[np.bool_] | None = None  # edges of this picture
        self._before: NDArray[np.bool_] | None = None  # of the picture before
        self._searched: NDArray[np.bool_] | None = None  # of the picture searched last
        self._empty: deque[NDArray[np.bool_]] = deque(maxlen=N_EMPTY)  # of pictures without text, searched last
        self._last_search: Seconds | None = None
        self._last: Seconds | None = None  # time of the last picture
        self._saved = 1.0  # searches without result that are allowed

    def is_due(self, time: Seconds, small: Image) -> bool:
        """Whether to search the picture (H, W, grey) at `time`."""
        self._before, self._now = self._now, edges(small)
        self._saved = min(MAX_SAVED, self._saved + SEARCHES_HZ * (time - (time if self._last is None else self._last)))
        self._last = time
        density = cell_means(self._now)
        is_new = density >= DENSE
        for known in self._known():
            is_new &= _difference(self._now, known) >= OTHER * density
        if not _has_run(is_new):
            return False
        if self._last_search is None or self._before is None:
            return True
        is_still = is_new & (_difference(self._now, self._before) <= SAME * density)
        if _has_run(is_still):
            return self._saved >= MAX_DEBT
        return self._saved >= 1 and time - self._last_search >= ROUTINE

    def searched(self, time: Seconds, *, has_text: bool) -> None:
        """Note that the last picture was searched, and whether it holds text."""
        self._last_search, self._searched = time, self._now
        if not has_text and self._now is not None:
            self._saved -= 1
            self._empty.append(self._now)

    def _known(self) -> list[NDArray[np.bool_]]:
        return [*self._empty] if self._searched is None else [*self._empty, self._searched]


def edges(small: Image) -> NDArray[np.bool_]:
    """Where neighbouring pixels differ much, (H, W) like the grey picture."""
    return np.asarray(cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8)) >= _EDGE)


def cell_means(mask: NDArray[np.bool_]) -> _Cells:
    """The share of True in each cell, (H / CELL, W / CELL), rounded up."""
    rows, columns = (-(-side // CELL) for side in mask.shape)
    whole = cv2.copyMakeBorder(
        mask.view(np.uint8), 0, rows * CELL - mask.shape[0], 0, columns * CELL - mask.shape[1], cv2.BORDER_REFLECT
    )
    return np.asarray(cv2.resize(whole.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA), np.float32)


def clutter(small: Image, boxes: Iterable[tuple[float, float, float, float]]) -> float:
    """Return the share of a picture's cells that hold edges, outside boxes (left, top, right, bottom in pixels)."""
    beside = edges(small)
    for left, top, right, bottom in boxes:
        beside[max(0, round(top) - CELL) : round(bottom) + CELL, max(0, round(left) - CELL) : round(right) + CELL] = (
            False
        )
    return float((cell_means(beside) >= HOLDS_EDGES).mean())


def _difference(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> _Cells:
    return cell_means(one ^ other)


def _has_run(cells: NDArray[np.bool_]) -> bool:
    """Whether `MIN_RUN` cells side by side are True."""
    together: Sequence[NDArray[np.bool_]] = [cells[:, n : cells.shape[1] - MIN_RUN + 1 + n] for n in range(MIN_RUN)]
    return bool(np.logical_and.reduce(together).any())
