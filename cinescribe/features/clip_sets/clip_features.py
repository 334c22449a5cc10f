"""Finds the features of one clip in its film's streams by time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_faces import segments
from cinescribe.features.store.clip_level_features import ClipwiseFeatures
from cinescribe.features.timed.timed_features import FilmFeatures, TimedFeatures
from cinescribe.schema import Clip
from cinescribe.timing import Seconds

_MAX_DISTANCE: Seconds = 1.0  # a clip between two feature vectors takes the nearest, if it is no farther than this


@dataclass(frozen=True)
class ClipIndices:
    """The indices of a clip's features in its film's streams; about a kilobyte, small enough to cache.

    Args:
        frames: indices into the stream `clip`, (t,), t at most T.
        frame_segments: the segment of the clip that each lies in, (t,).
        actions: indices into the stream `actions`, (n,).
        weights: the weight of each action in the average of each segment, (S, n).
    """

    frames: NDArray[np.intp]
    frame_segments: NDArray[np.int64]
    actions: NDArray[np.intp]
    weights: NDArray[np.float64]

    def averages(self, film: FilmFeatures) -> NDArray[np.float32]:
        """Return the average action features of each segment, (S, Da)."""
        return np.asarray(self.weights @ film.actions.rows[self.actions], np.float32)


def clip_indices(clip: Clip, film: FilmFeatures, *, sizes: SetSizes) -> ClipIndices:
    """Return the indices of a clip's frames at the given rate, and of its actions with their weights.

    Raises:
        FeatureError: when a stream has no features in the clip or near it.
    """
    frames = _thinned(_inside(film.clip, clip, "clip"), film.clip, sizes)[: sizes.n_frames]
    actions = _inside(film.actions, clip, "actions")
    segments_of_frames = _segments(film.clip.times[frames], clip, sizes)
    return ClipIndices(frames, segments_of_frames, actions, _weights(film.actions.times[actions], clip, sizes))


def features_of_clip(clip: Clip, stream: TimedFeatures, name: str) -> NDArray[np.float32]:
    """Return the feature vectors of a stream within a clip, (n, D); n is at least 1.

    Args:
        clip: the clip.
        stream: of the clip's film.
        name: of the stream, for messages.

    Raises:
        FeatureError: when the stream has no features in the clip or near it.
    """
    return stream.rows[_inside(stream, clip, name)]


def _inside(stream: TimedFeatures, clip: Clip, name: str) -> NDArray[np.intp]:
    """Return the indices of a stream within a clip; the nearest to its middle if the clip falls between two."""
    if isinstance(stream, ClipwiseFeatures):
        inside = stream.slice_of(clip.id)
        return np.arange(inside.start, inside.stop)
    first, last = np.searchsorted(stream.times, [clip.span.start, clip.span.end])
    if first < last:
        return np.arange(first, last)
    apart = np.abs(stream.times - clip.span.middle)
    nearest = int(apart.argmin()) if len(apart) else 0
    if not len(apart) or apart[nearest] > clip.span.duration / 2 + _MAX_DISTANCE:
        available = f"from {stream.times[0]:.2f} to {stream.times[-1]:.2f} s" if len(apart) else "nowhere"
        raise FeatureError(
            f"clip {clip.id!r} of film {clip.film!r}, {clip.span.start:.2f} to {clip.span.end:.2f} s, has no "
            f"features {name!r}; those of the film are {available}: extract its features from the whole film"
        )
    return np.array([nearest])


def _thinned(frames: NDArray[np.intp], stream: TimedFeatures, sizes: SetSizes) -> NDArray[np.intp]:
    """Return one index for each period since the first; rounded, because picture times jitter.

    Published frames are kept as they are: a clip's file may last longer than the clip.
    """
    if isinstance(stream, ClipwiseFeatures):
        return frames
    times = stream.times[frames]
    periods = np.rint((times - times[0]) * sizes.frame_rate_hz)
    kept = np.flatnonzero(np.diff(periods, prepend=-1) > 0)
    return frames[kept]


def _segments(times: NDArray[np.float64], clip: Clip, sizes: SetSizes) -> NDArray[np.int64]:
    return segments(times, start=clip.span.start, end=clip.span.end, n_segments=sizes.n_segments)


def _weights(times: NDArray[np.float64], clip: Clip, sizes: SetSizes) -> NDArray[np.float64]:
    """Return the weights of each segment's mean, (S, n); a segment without features takes the nearest."""
    numbers = np.arange(sizes.n_segments)
    belongs = _segments(times, clip, sizes) == numbers[:, None]  # (S, n)
    middles = clip.span.start + (numbers + 0.5) * clip.span.duration / sizes.n_segments
    nearest = np.abs(times - middles[:, None]).argmin(1)
    empty = np.flatnonzero(~belongs.any(1))
    belongs[empty, nearest[empty]] = True
    return np.asarray(belongs / belongs.sum(1, keepdims=True), np.float64)
