"""How well each line explains each moment of the new version: by its pictures, its movement and its sound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, next_fast_len, rfft
from scipy.ndimage import gaussian_filter1d, uniform_filter1d

from cinescribe.media.sound.envelope import RATE_HZ, Envelope
from cinescribe.media.versions.common_lines import Line
from cinescribe.media.versions.film_signature import PICTURE_HZ, FilmSignature
from cinescribe.media.versions.picture_vectors import Floats
from cinescribe.timing import Seconds

SAME_PICTURE = 0.75  # similarity above which two pictures are taken for the same
SAME_RHYTHM = 0.3  # correlation of the changes of sounds, or of pictures, likewise
_REACH: Seconds = 0.25  # by which a line of pictures may be off
WINDOW, SHORT_WINDOW = 160, 40  # hundredths of a second in which rhythms are compared, and at limits of pieces
_QUIET = 0.15  # share of the mean power of a rhythm, below which it says nothing
_AGREED = 0.35  # correlation of two rhythms at the right lag, over all of a line
_BLUR = 6  # hundredths of a second: more than a picture's time, as versions may differ in their number of pictures
_CLIPPED = 1.5  # standard deviations of the changes of pictures, that a change counts at most
_SLOW = 400  # hundredths of a second: slower changes are no rhythm


@dataclass(frozen=True)
class Rhythm:
    """How sound or pictures of two versions change, on a clock of `RATE_HZ`.

    Args:
        old, new: the changes, around 0, (n,) and (n',).
    """

    old: Envelope
    new: Envelope


def picture_rhythm(signature: FilmSignature) -> Envelope:
    """Return how much the pictures of a version change at each time, less its running mean, (n,)."""
    clock = np.arange(int(signature.times[-1] * RATE_HZ) + 1 if len(signature.times) else 0) / RATE_HZ
    if len(signature.times) < 2:
        return np.zeros(len(clock), np.float32)
    # The change takes place in the time between two pictures, whatever their number in a second.
    each = np.searchsorted(signature.times, clock, side="right").clip(1, len(signature.times) - 1)
    speeds = signature.changes / np.maximum(np.diff(signature.times, prepend=signature.times[0] - 1), 1e-3)
    levels = gaussian_filter1d(np.log1p(speeds[each] / PICTURE_HZ), _BLUR)
    rhythm = levels - uniform_filter1d(levels, _SLOW)
    # Cuts stand out so far that only they would count, and where a scene was taken out one is new.
    limit = _CLIPPED * float(rhythm.std())
    return np.asarray(rhythm.clip(-limit, limit), np.float32)


def picture_scores(old: Floats, new: Floats, lines: Sequence[Line]) -> Floats:
    """Return how alike the pictures are on each line, less `SAME_PICTURE`, (L, T'); 0 where both are plain.

    Args:
        old: vectors of pictures, (T, D).
        new: the same of the new version, (T', D).
        lines: L lines.
    """
    out = np.empty((len(lines), len(new)), np.float32)
    times = np.arange(len(new)) / PICTURE_HZ
    is_plain = ~new.any(axis=1)
    for n, line in enumerate(lines):
        at = np.round(line.old(times) * PICTURE_HZ).astype(int)
        similar = np.full(len(new), -1.0, np.float32)
        both_plain = np.zeros(len(new), bool)
        for shift in (-1, 0, 1):
            k = at + shift
            inside = (k >= 0) & (k < len(old))
            there = old[k.clip(0, max(len(old) - 1, 0))]
            similar = np.where(inside, np.maximum(similar, np.einsum("td,td->t", new, there)), similar)
            both_plain |= inside & is_plain & ~there.any(axis=1)
        out[n] = np.where(both_plain, 0, similar - SAME_PICTURE)
    return out


def with_lag(line: Line, rhythm: Rhythm, weights: Floats) -> Line | None:
    """Return a line with the lag at which a rhythm agrees; None if it agrees at none.

    Args:
        line: from pictures.
        rhythm: of the sound or the pictures.
        weights: how well the line explains each picture, (T',).
    """
    at = (np.arange(len(rhythm.new)) / RATE_HZ * PICTURE_HZ).astype(int).clip(0, len(weights) - 1)
    played, inside = _played(rhythm, line)
    used = (weights[at] > 0) & inside
    where = np.flatnonzero(used)
    if len(where) < RATE_HZ:
        return None
    first, last, reach = int(where[0]), int(where[-1]) + 1, round(_REACH * RATE_HZ)
    one, other = np.where(used, played, 0)[first:last], np.where(used, rhythm.new, 0)[first:last]
    size = next_fast_len(last - first + reach, real=True)
    cross = irfft(rfft(rhythm.new[first:last], size) * rfft(one, size).conj(), size)
    near = np.concatenate([cross[-reach:], cross[: reach + 1]])
    best = int(np.argmax(near))
    power = float(np.sqrt(np.sum(one.astype(np.float64) ** 2) * np.sum(other.astype(np.float64) ** 2)))
    if near[best] <= _AGREED * power or best in (0, len(near) - 1):
        return None
    return replace(line, offset=line.offset + (best - reach) / RATE_HZ)


def rhythm_scores(rhythm: Rhythm, lines: Sequence[Line], n_times: int, *, window: int = WINDOW) -> Floats:
    """Return how alike a rhythm is on each line, less `SAME_RHYTHM`, (L, T'); 0 where one is quiet.

    Args:
        rhythm: of the sound or the pictures.
        lines: L lines.
        n_times: number of pictures of the new version, T'.
        window: in which it is compared, in hundredths of a second.
    """
    at = ((np.arange(n_times) + 0.5) / PICTURE_HZ * RATE_HZ).astype(int).clip(0, max(len(rhythm.new) - 1, 0))
    out = np.empty((len(lines), n_times), np.float32)
    limits = [_QUIET * float(np.mean(one.astype(np.float64) ** 2)) for one in (rhythm.old, rhythm.new)]
    own_power = _mean(rhythm.new * rhythm.new, window)
    for n, line in enumerate(lines):
        played, inside = _played(rhythm, line)
        power = _mean(played * played, window)
        similar = _mean(played * rhythm.new, window) / np.sqrt(np.maximum(power * own_power, 1e-9))
        quiet = (power < limits[0]) | (own_power < limits[1])
        out[n] = np.where(inside, np.where(quiet, 0, similar - SAME_RHYTHM), -1)[at]
    return out


def _played(rhythm: Rhythm, line: Line) -> tuple[Envelope, NDArray[np.bool_]]:
    """Return the old version's rhythm on the clock of the new one, and where it has any."""
    at = line.old(np.arange(len(rhythm.new)) / RATE_HZ) * RATE_HZ
    played = np.interp(at, np.arange(len(rhythm.old)), rhythm.old).astype(np.float32)
    return played, (at >= 0) & (at <= len(rhythm.old) - 1)


def _mean(values: Envelope, window: int) -> Envelope:
    return np.asarray(uniform_filter1d(values.astype(np.float64), window), np.float32)
