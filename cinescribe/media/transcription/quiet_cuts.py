"""Cuts long sound into pieces for a transcriber, where it is quiet, so that no word is cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ
from cinescribe.timing import Seconds

_QUIET: Seconds = 0.2  # length of the quiet place that is looked for
_LATEST = 0.5  # share of the longest piece before which none is cut
_STEP = TRANSCRIBER_RATE_HZ // 50  # samples between two places that are compared


def quiet_pieces(samples: NDArray[np.float32], *, longest: Seconds) -> list[tuple[int, int]]:
    """Return the first sample of each piece of a sound and the one after it; the pieces cover the sound.

    Args:
        samples: mono, (n,), at `TRANSCRIBER_RATE_HZ`.
        longest: length of a piece at most, in seconds.
    """
    most = round(longest * TRANSCRIBER_RATE_HZ)
    pieces, first = [], 0
    while len(samples) - first > most:
        cut = first + _quietest(samples[first : first + most])
        pieces.append((first, cut))
        first = cut
    return [*pieces, (first, len(samples))] if first < len(samples) else pieces


def _quietest(samples: NDArray[np.float32]) -> int:
    """The middle of the quietest place in the later part of a sound."""
    width = max(round(_QUIET * TRANSCRIBER_RATE_HZ), 1)
    energy = np.concatenate([[0.0], np.cumsum(np.square(samples, dtype=np.float64))])
    starts = np.arange(round(len(samples) * _LATEST), max(len(samples) - width, 1), _STEP)
    if not len(starts):
        return len(samples)
    return int(starts[np.argmin(energy[starts + width] - energy[starts])]) + width // 2
