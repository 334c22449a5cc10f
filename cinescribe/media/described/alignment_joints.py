"""Where, between two stretches of a film in another track, the one ends and the other begins."""

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


def joint(before: Reader, after: Reader, heard: Samples, *, first: int, rate_hz: int, inserted: Seconds) -> Seconds:
    """The second at which what `before` gives ends; what `after` gives begins there, or `inserted` seconds later.

    Args:
        before, after: the film on the described track's clock, as it stands before and after the joint.
        heard: the described track around the joint, (n,).
        first: number of its first sample.
        rate_hz: samples a second.
        inserted: length of what the described track has there and the film has not; 0 for none.
    """
    step = round(_STEP * rate_hz)
    n_steps = len(heard) // step
    n_inserted = min(round(inserted / _STEP), n_steps)
    # How well each explains what comes before a step, and from it on.
    ends = np.concatenate([[0.0], np.cumsum(_likeness(before(first, len(heard)), heard, step))])
    rest = np.cumsum(np.concatenate([[0.0], _likeness(after(first, len(heard)), heard, step)[::-1]]))[::-1]
    explained = ends[: n_steps + 1 - n_inserted] + rest[n_inserted:]
    best = np.flatnonzero(explained >= explained.max() - 1e-6)
    return float((first + best[len(best) // 2] * step) / rate_hz)


def _likeness(film: Samples, heard: Samples, step: int) -> NDArray[np.float64]:
    """Correlation of two sounds around each step, (n,); 0 where one is silent."""
    length = len(heard) // step * step
    products, ours, theirs = (
        uniform_filter1d(np.add.reduceat(a[:length] * b[:length], np.arange(0, length, step)).astype(float), _WINDOW)
        for a, b in ((film, heard), (film, film), (heard, heard))
    )
    power = np.sqrt(np.maximum(ours * theirs, 0) + _SILENT**2)  # running sums leave a little below 0
    return np.asarray(np.clip(products / power, -1, 1), np.float64)
