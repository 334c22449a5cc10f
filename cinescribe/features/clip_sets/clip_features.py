"""The rows of one clip, found in its film's streams by time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import segments
from cinescribe.features.rows.timed_features import FilmFeatures, TimedRows
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

_NEAR: Seconds = 1.0  # a clip too short to hold a row takes the nearest one, if it is no farther than this


@dataclass(frozen=True)
class ClipRows:
    """Which of its film's rows a clip is made of; a kilobyte, so that it can be kept for the next epoch.

    Args:
        frames: numbers of the rows of what is seen, (t,), t at most T.
        frame_segments: the part of the clip each lies in, (t,).
        actions: numbers of the rows of what is done, (n,).
        weights: what each counts in the average of each part, (S, n).
    """

    frames: NDArray[np.intp]
    frame_segments: NDArray[np.int64]
    actions: NDArray[np.intp]
    weights: NDArray[np.float64]

    def averages(self, film: FilmFeatures) -> NDArray[np.float32]:
        """What is done in each part of the clip, (S, Da)."""
        return np.asarray(self.weights @ film.actions.rows[self.actions], np.float32)


def clip_rows(clip: Clip, film: FilmFeatures, *, sizes: SetSizes) -> ClipRows:
    """The frames of a clip at the rate wanted, and its actions averaged over equal parts.

    Raises:
        FeatureError: when a stream has no row in the clip, nor near it.
    """
    frames = _thinned(_inside(film.clip, clip, "clip"), film.clip, sizes)
    actions = _inside(film.actions, clip, "actions")
    segments_of_frames = _segments(film.clip.times[frames], clip, sizes)
    return ClipRows(frames, segments_of_frames, actions, _weights(film.actions.times[actions], clip, sizes))


def _inside(stream: TimedRows, clip: Clip, name: str) -> NDArray[np.intp]:
    """The rows of a stream in a clip, by number; the one nearest to its middle for a clip that falls between two."""
    first, last = np.searchsorted(stream.times, [clip.span.start, clip.span.end])
    if first < last:
        return np.arange(first, last)
    apart = np.abs(stream.times - clip.span.middle)
    nearest = int(apart.argmin()) if len(apart) else 0
    if not len(apart) or apart[nearest] > clip.span.duration / 2 + _NEAR:
        there = f"from {stream.times[0]:.2f} to {stream.times[-1]:.2f} s" if len(apart) else "nowhere"
        raise FeatureError(
            f"clip {clip.id!r} of film {clip.film!r}, {clip.span.start:.2f} to {clip.span.end:.2f} s, has no rows of "
            f"{name!r}; the film's are {there}: extract its features from the whole film"
        )
    return np.array([nearest])


def _thinned(frames: NDArray[np.intp], stream: TimedRows, sizes: SetSizes) -> NDArray[np.intp]:
    """At most T rows, one for each period since the first; times of pictures tremble, hence the rounding."""
    times = stream.times[frames]
    periods = np.rint((times - times[0]) * sizes.frame_rate_hz)
    kept = np.flatnonzero(np.diff(periods, prepend=-1) > 0)[: sizes.n_frames]
    return frames[kept]


def _segments(times: NDArray[np.float64], clip: Clip, sizes: SetSizes) -> NDArray[np.int64]:
    return segments(times, start=clip.span.start, end=clip.span.end, n_segments=sizes.n_segments)


def _weights(times: NDArray[np.float64], clip: Clip, sizes: SetSizes) -> NDArray[np.float64]:
    """Weights of each part's mean, (S, n); a part that is shorter than the steps takes the row nearest to it."""
    parts = np.arange(sizes.n_segments)
    belongs = _segments(times, clip, sizes) == parts[:, None]  # (S, n)
    middles = clip.span.start + (parts + 0.5) * clip.span.duration / sizes.n_segments
    nearest = np.abs(times - middles[:, None]).argmin(1)
    empty = np.flatnonzero(~belongs.any(1))
    belongs[empty, nearest[empty]] = True
    return np.asarray(belongs / belongs.sum(1, keepdims=True), np.float64)
