"""Finds the boundary between two pieces of a film in another track."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter1d

from cinescribe.media.film.resample import Samples
from cinescribe.media.sound.retimed_track import Reader
from cinescribe.timing import Seconds

_STEP: Seconds = 0.01
_WINDOW = 15  # steps in which two sounds are compared
_SILENT = 1e-9


def boundary(
    before: Reader, after: Reader, described: Samples, *, first: int, rate_hz: int, inserted: Seconds
) -> Seconds:
    """Return the time at which `before` ends; `after` begins there, or `inserted` seconds later.

    Args:
        before: the film on the clock of the described track, as aligned before the boundary.
        after: the same, as aligned after the boundary.
        described: the described track around the boundary, (n,).
        first: index of its first sample.
        rate_hz: samples per second.
        inserted: length of an insertion in the described track; 0 for none.
    """
    step = round(_STEP * rate_hz)
    n_steps = len(described) // step
    n_inserted = min(round(inserted / _STEP), n_steps)
    # How well `before` explains the sound up to each step, and `after` the sound from it on.
    ends = np.concatenate([[0.0], np.cumsum(_similarity(before(first, len(described)), described, step))])
    rest = np.cumsum(np.concatenate([[0.0], _similarity(after(first, len(described)), described, step)[::-1]]))[::-1]
    explained = ends[: n_steps + 1 - n_inserted] + rest[n_inserted:]
    best = np.flatnonzero(explained >= explained.max() - 1e-6)
    return float((first + best[len(best) // 2] * step) / rate_hz)


def _similarity(film: Samples, described: Samples, step: int) -> NDArray[np.float64]:
    """Return the correlation of two sounds around each step, (n,); 0 where one is silent."""
    length = len(described) // step * step
    products, film_power, described_power = (
        uniform_filter1d(np.add.reduceat(a[:length] * b[:length], np.arange(0, length, step)).astype(float), _WINDOW)
        for a, b in ((film, described), (film, film), (described, described))
    )
    power = np.sqrt(np.maximum(film_power * described_power, 0) + _SILENT**2)  # running sums may be slightly negative
    return np.asarray(np.clip(products / power, -1, 1), np.float64)
