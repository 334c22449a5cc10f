"""The rows of one clip, cut from its film's streams by time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.set_batch import SetSizes
from cinescribe.features.set_faces import segments
from cinescribe.features.timed import FilmFeatures, TimedRows
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

_NEAR: Seconds = 1.0  # a clip too short to hold a row takes the nearest one, if it is no farther than this


@dataclass(frozen=True)
class ClipRows:
    """What is seen and done in one clip.

    Args:
        frames: (t, Ds), t at most T.
        frame_segments: the part of the clip each lies in, (t,).
        actions: an average for each part, (S, Da).
    """

    frames: NDArray[np.float32]
    frame_segments: NDArray[np.int64]
    actions: NDArray[np.float32]


def clip_rows(clip: Clip, film: FilmFeatures, *, sizes: SetSizes) -> ClipRows:
    """The frames of a clip at the rate wanted, and its actions averaged over equal parts.

    Raises:
        FeatureError: when a stream has no row in the clip, nor near it.
    """
    frames = _thinned(_inside(film.clip, clip, "clip"), sizes)
    actions = _inside(film.actions, clip, "actions")
    return ClipRows(frames.rows, _segments(frames, clip, sizes), _averages(actions, clip, sizes))


def _inside(stream: TimedRows, clip: Clip, name: str) -> TimedRows:
    """A stream's rows in a clip; the one nearest to its middle for a clip that falls between two."""
    found = stream.within(clip.span)
    if len(found.times):
        return found
    apart = np.abs(stream.times - clip.span.middle)
    nearest = int(apart.argmin()) if len(apart) else 0
    if not len(apart) or apart[nearest] > clip.span.duration / 2 + _NEAR:
        there = f"from {stream.times[0]:.2f} to {stream.times[-1]:.2f} s" if len(apart) else "nowhere"
        raise FeatureError(
            f"clip {clip.id!r} of film {clip.film!r}, {clip.span.start:.2f} to {clip.span.end:.2f} s, has no rows of "
            f"{name!r}; the film's are {there}: extract its features from the whole film"
        )
    return TimedRows(stream.times[nearest : nearest + 1], stream.rows[nearest : nearest + 1])


def _thinned(frames: TimedRows, sizes: SetSizes) -> TimedRows:
    """At most T rows, one for each period since the first; times of pictures tremble, hence the rounding."""
    periods = np.rint((frames.times - frames.times[0]) * sizes.frame_rate_hz)
    kept = np.flatnonzero(np.diff(periods, prepend=-1) > 0)[: sizes.n_frames]
    return TimedRows(frames.times[kept], frames.rows[kept])


def _segments(rows: TimedRows, clip: Clip, sizes: SetSizes) -> NDArray[np.int64]:
    return segments(rows.times, start=clip.span.start, end=clip.span.end, n_segments=sizes.n_segments)


def _averages(actions: TimedRows, clip: Clip, sizes: SetSizes) -> NDArray[np.float32]:
    """The mean of each part's rows, (S, Da); a part that is shorter than the steps takes the row nearest to it."""
    parts = np.arange(sizes.n_segments)
    belongs = _segments(actions, clip, sizes) == parts[:, None]  # (S, n)
    middles = clip.span.start + (parts + 0.5) * clip.span.duration / sizes.n_segments
    nearest = np.abs(actions.times - middles[:, None]).argmin(1)
    empty = np.flatnonzero(~belongs.any(1))
    belongs[empty, nearest[empty]] = True
    weights = belongs / belongs.sum(1, keepdims=True)
    return np.asarray(weights @ actions.rows, np.float32)
