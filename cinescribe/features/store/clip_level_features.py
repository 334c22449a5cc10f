"""Features of a film's clips rather than its moments: pictures spread over each clip, regions, captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError, brief
from cinescribe.features.regions.picture_regions import PictureRegions
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.timing import Span


@dataclass(frozen=True)
class ClipSlices:
    """Which vectors belong to which clip of a film.

    Args:
        clips: clip ids as UTF-8, one per line, (bytes,).
        starts: index of each clip's first vector, and the end of the last clip, (n + 1,).
    """

    clips: NDArray[np.uint8]
    starts: NDArray[np.int64]

    def slice_of(self, clip: str) -> slice:
        """Return the vectors of a clip, by its id.

        Raises:
            FeatureError: when there is no such clip, or the clips' names are damaged.
        """
        if clip not in self._places:
            raise FeatureError(
                f"clip {clip!r} has no features, {len(self._places)} others of its film have; extract or import them "
                "again"
            )
        place = self._places[clip]
        return slice(int(self.starts[place]), int(self.starts[place + 1]))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(lines_of_bytes(self.clips)[: len(self.starts) - 1])}


@dataclass(frozen=True)
class ClipwiseFeatures(TimedFeatures, ClipSlices):
    """Timed feature vectors that belong to one clip each, such as published ones; overlapping clips share none.

    Times rise within a clip only.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if (
            not len(self.starts)
            or self.starts[0]
            or self.starts[-1] != len(self.rows)
            or (np.diff(self.starts) < 1).any()
        ):
            raise FeatureError(
                f"{len(self.rows)} feature vectors of clips are divided at {brief(self.starts.tolist())}; expected one "
                "or more for each clip, and nothing left over: import them again"
            )

    def within(self, span: Span) -> TimedFeatures:
        """Return the features within a span, of all clips, by time."""
        inside = np.flatnonzero((self.times >= span.start) & (self.times < span.end))
        inside = inside[np.argsort(self.times[inside], kind="stable")]
        return TimedFeatures(self.times[inside], self.rows[inside])


@dataclass(frozen=True)
class ClipLevelFeatures(ClipSlices):
    """The feature vectors of all clips of a film, end to end.

    Args:
        rows: feature vectors, (m, D).
        boxes: the box of each vector as fractions of the picture, (m, 4); (0, 4) for vectors without boxes.
        labels: the class of each vector as UTF-8, one per line, empty where it is unknown, (bytes,).
    """

    rows: NDArray[np.float32]
    boxes: NDArray[np.float32]
    labels: NDArray[np.uint8]

    def of(self, clip: str) -> NDArray[np.float32]:
        """Return the feature vectors of a clip, by its id, (k, D).

        Raises:
            FeatureError: when there is no such clip, or the clips' names are damaged.
        """
        return self.rows[self.slice_of(clip)]

    def regions(self, clip: str) -> PictureRegions:
        """Return the regions of a clip's picture, by its id.

        Raises:
            FeatureError: when there is no such clip, or the clips' names are damaged.
        """
        inside = self.slice_of(clip)
        return PictureRegions(self.rows[inside], self.boxes[inside], tuple(self._labels[inside]))

    @cached_property
    def _labels(self) -> list[str]:
        return lines_of_bytes(self.labels)


def join_clipwise(
    clips: Sequence[str], vectors: Sequence[NDArray[np.float32]], *, spans: Sequence[Span]
) -> ClipwiseFeatures:
    """Return vectors (k, D) of each clip, given by its id, spread evenly over the clip's span."""
    times = [
        span.start + (np.arange(len(some)) + 0.5) * span.duration / len(some)
        for some, span in zip(vectors, spans, strict=True)
    ]
    return ClipwiseFeatures(
        clips=lines_as_bytes(clips),
        starts=_starts([len(some) for some in vectors]),
        times=np.concatenate([np.zeros(0), *times]),
        rows=np.concatenate(vectors),
    )


def join_clip_features(clips: Sequence[str], rows: NDArray[np.float32], *, counts: Sequence[int]) -> ClipLevelFeatures:
    """Return vectors (m, D) as the features of clips, given by their ids; `counts` is the number for each clip."""
    return ClipLevelFeatures(lines_as_bytes(clips), _starts(counts), rows, _empty(4), lines_as_bytes(()))


def join_clip_regions(clips: Sequence[str], regions: Sequence[PictureRegions]) -> ClipLevelFeatures:
    """Return regions of one picture per clip as the features of clips, given by their ids."""
    width = regions[0].rows.shape[1] if regions else 0
    return ClipLevelFeatures(
        lines_as_bytes(clips),
        _starts([len(one) for one in regions]),
        np.concatenate([_empty(width), *(one.rows for one in regions)]),
        np.concatenate([_empty(4), *(one.boxes for one in regions)]),
        lines_as_bytes([label for one in regions for label in one.labels]),
    )


def _empty(width: int) -> NDArray[np.float32]:
    return np.zeros((0, width), np.float32)


def _starts(counts: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *counts], dtype=np.int64)


def lines_as_bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    """Return texts without line feeds as UTF-8, one per line, (bytes,)."""
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def lines_of_bytes(text: NDArray[np.uint8]) -> list[str]:
    """Return the texts that `lines_as_bytes` joined.

    Raises:
        FeatureError: when they are no UTF-8.
    """
    try:
        return text.tobytes().decode().split("\n")
    except UnicodeDecodeError as error:
        raise FeatureError(
            f"features of clips have names that are no UTF-8 ({error.reason}); extract them again"
        ) from error
