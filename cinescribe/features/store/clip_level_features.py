"""Rows that belong to a film's clips rather than to its moments: pictures spread over each clip, regions, captions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.regions.region_batch import PictureRegions


@dataclass(frozen=True)
class RowsByClip:
    """The rows of each of a film's clips, end to end.

    Args:
        clips: their ids as UTF-8, a line each, (bytes,).
        starts: where each clip's rows begin, and where the last one's end, (n + 1,).
        rows: (m, D).
        boxes: where in the picture each row is, as fractions of it, (m, 4); none, (0, 4), for rows without a place.
        labels: the class of each row as UTF-8, a line each, empty lines where it is not known, (bytes,).
    """

    clips: NDArray[np.uint8]
    starts: NDArray[np.int64]
    rows: NDArray[np.float32]
    boxes: NDArray[np.float32]
    labels: NDArray[np.uint8]

    def of(self, clip: str) -> NDArray[np.float32]:
        """The rows of a clip, by its id, (k, D).

        Raises:
            FeatureError: when there is no such clip.
        """
        return self.rows[self._slice(clip)]

    def regions(self, clip: str) -> PictureRegions:
        """The regions of a clip's picture, by its id.

        Raises:
            FeatureError: when there is no such clip.
        """
        inside = self._slice(clip)
        return PictureRegions(self.rows[inside], self.boxes[inside], tuple(self._labels[inside]))

    def _slice(self, clip: str) -> slice:
        if clip not in self._places:
            raise FeatureError(f"clip {clip!r} has no rows, {len(self._places)} others of its film have; extract anew")
        place = self._places[clip]
        return slice(int(self.starts[place]), int(self.starts[place + 1]))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {id: place for place, id in enumerate(_lines(self.clips)[: len(self.starts) - 1])}

    @cached_property
    def _labels(self) -> list[str]:
        return _lines(self.labels)


def rows_by_clip(clips: Sequence[str], rows: NDArray[np.float32], *, counts: Sequence[int]) -> RowsByClip:
    """Rows (m, D) of clips, end to end; clips are given by their ids, `counts` is how many rows each has."""
    return RowsByClip(_bytes(clips), _starts(counts), rows, _no_rows(4), _bytes(()))


def regions_by_clip(clips: Sequence[str], regions: Sequence[PictureRegions]) -> RowsByClip:
    """The regions of a picture of each clip; clips are given by their ids."""
    width = regions[0].rows.shape[1] if regions else 0
    return RowsByClip(
        _bytes(clips),
        _starts([len(one) for one in regions]),
        np.concatenate([_no_rows(width), *(one.rows for one in regions)]),
        np.concatenate([_no_rows(4), *(one.boxes for one in regions)]),
        _bytes([label for one in regions for label in one.labels]),
    )


def _no_rows(width: int) -> NDArray[np.float32]:
    return np.zeros((0, width), np.float32)


def _starts(counts: Sequence[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *counts], dtype=np.int64)


def _bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(lines).encode(), np.uint8)


def _lines(text: NDArray[np.uint8]) -> list[str]:
    return text.tobytes().decode().split("\n")
