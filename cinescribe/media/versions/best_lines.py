"""Which line the new version follows at each moment: the way through all lines that explains most, with few changes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.versions.picture_vectors import Floats

_CHANGE = 2.0  # of explanation that a change of lines costs: about a second of agreement
NONE = -1  # in place of a line: the new version has something else


def best_lines(scores: Floats) -> NDArray[np.intp]:
    """Return the line of each moment, or `NONE`, (T,).

    Args:
        scores: how well each line explains each moment, above 0 if it does, (L, T).
    """
    n_lines, n_times = scores.shape
    reached = np.zeros(n_lines + 1)
    stayed = np.zeros((n_times, n_lines + 1), bool)
    came = np.zeros(n_times, np.intp)
    gained = np.concatenate([scores, np.zeros((1, n_times), np.float32)])  # nothing is gained on no line
    for time in range(n_times):
        came[time] = best = int(np.argmax(reached))
        stayed[time] = reached >= reached[best] - _CHANGE
        reached = np.where(stayed[time], reached, reached[best] - _CHANGE) + gained[:, time]
    way = np.empty(n_times, np.intp)
    at = int(np.argmax(reached))
    for time in range(n_times - 1, -1, -1):
        way[time] = at
        at = at if stayed[time, at] else int(came[time])
    return np.where(way == n_lines, NONE, way)


def better_limits(way: NDArray[np.intp], scores: Floats, *, reach: int) -> NDArray[np.intp]:
    """Return the line of each moment, with changes where they explain most, at most `reach` moments away, (T,).

    Args:
        way: the line of each moment, or `NONE`.
        scores: how well each line explains each moment by itself, without its surroundings, (L, T).
        reach: in moments.
    """
    out = way.copy()
    edges = [0, *(np.flatnonzero(np.diff(way)) + 1).tolist(), len(way)]
    for before, edge, after in zip(edges, edges[1:], edges[2:], strict=False):
        first, last = max(edge - reach, (before + edge) // 2), min(edge + reach, (edge + after) // 2)
        gains = [_gains(scores, line, first, last) for line in (int(way[edge - 1]), int(way[edge]))]
        explained = (
            np.concatenate([[0.0], np.cumsum(gains[0])]) + np.concatenate([[0.0], np.cumsum(gains[1][::-1])])[::-1]
        )
        best = np.flatnonzero(explained >= explained.max() - 1e-6) + first
        nearest = int(best[np.argmin(np.abs(best - edge))])
        out[first:nearest], out[nearest:last] = way[edge - 1], way[edge]
    return out


def _gains(scores: Floats, line: int, first: int, last: int) -> Floats:
    return np.zeros(last - first, np.float32) if line == NONE else scores[line, first:last]
