"""One vector per clip: the means of its features, for models that read a clip as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.clip_features import features_of_clip
from cinescribe.features.clip_sets.stream_columns import StreamColumns, stream_columns
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.schema import Clip


def clip_vectors(
    films: Callable[[str], FilmFeatures], clips: Sequence[Clip], *, streams: Sequence[str]
) -> NDArray[np.float32]:
    """Return one vector for each clip, (n, D): the means of each stream over the clip, joined.

    Args:
        films: returns a film's features by its id; `FeatureStore.features` is one.
        clips: the clips, of any films.
        streams: names of `FilmFeatures.stream`, with columns or not (`clip[7604:7809]`), in the order of their columns.

    Raises:
        FeatureError: when a film lacks a stream or a clip has no features near it, when features are not finite, or
            when those of two films differ in width.
    """
    rows: list[NDArray[np.float32]] = []
    for clip in clips:
        film = films(clip.film)
        means = [_mean(clip, film, part) for text in streams for part in stream_columns(text)]
        rows.append(np.concatenate(means).astype(np.float32))
        _check(clip, rows[-1], width=len(rows[0]), first=clips[0])
    return np.stack(rows) if rows else np.zeros((0, 0), np.float32)


def stream_width(film: FilmFeatures, text: str) -> int:
    """Return the number of columns that a text such as `clip[7604:]` names in a film's streams.

    Raises:
        FeatureError: when it names none, or a stream or columns that are not there.
    """
    return sum(len(part.range_in(film.stream(part.stream).rows.shape[1])) for part in stream_columns(text))


def _mean(clip: Clip, film: FilmFeatures, part: StreamColumns) -> NDArray[np.float32]:
    vectors = features_of_clip(clip, film.stream(part.stream), part.stream)
    columns = part.range_in(vectors.shape[1])
    mean: NDArray[np.float32] = vectors[:, columns.start : columns.stop].mean(0)
    return mean


def _check(clip: Clip, row: NDArray[np.float32], *, width: int, first: Clip) -> None:
    if len(row) != width:
        raise FeatureError(
            f"clip {clip.id!r} of film {clip.film!r} has {len(row)} numbers, clip {first.id!r} of film {first.film!r} "
            f"{width}; extract both films by the same extractors"
        )
    if not np.isfinite(row).all():
        raise FeatureError(
            f"the features of clip {clip.id!r} of film {clip.film!r} are not finite; extract this film again"
        )
