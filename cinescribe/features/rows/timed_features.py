"""What is known of a film as rows in time: the streams that captioners' sets are cut from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.timing import Span


@dataclass(frozen=True)
class TimedRows:
    """One vector a moment of the film.

    Args:
        times: seconds, rising, (n,); for what takes a while, as an action does, its middle.
        rows: (n, D).
    """

    times: NDArray[np.float64]
    rows: NDArray[np.float32]

    def __post_init__(self) -> None:
        if len(self.times) != len(self.rows) or self.rows.ndim != 2:
            raise FeatureError(
                f"{len(self.times)} times came with rows of shape {self.rows.shape}; one row a time is wanted"
            )

    def within(self, span: Span) -> TimedRows:
        """The rows of a span."""
        inside = slice(*np.searchsorted(self.times, [span.start, span.end]))
        return TimedRows(self.times[inside], self.rows[inside])


@dataclass(frozen=True)
class FaceRows:
    """The faces found in a film, by time.

    Args:
        times: seconds, (n,).
        boxes: as fractions of the picture, (n, 4).
        scores: the detector's confidence, (n,).
        embeddings: (n, D).
    """

    times: NDArray[np.float64]
    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    embeddings: NDArray[np.float32]

    def within(self, span: Span) -> FaceRows:
        """The faces of a span."""
        inside = slice(*np.searchsorted(self.times, [span.start, span.end]))
        return FaceRows(self.times[inside], self.boxes[inside], self.scores[inside], self.embeddings[inside])


@dataclass(frozen=True)
class FilmFeatures:
    """Everything a set of a film's clips is cut from.

    Args:
        clip: semantic vectors of single pictures (CLIP, or our own small network).
        actions: vectors of what is done around a moment (I3D-like, or our own).
        faces: the faces.
    """

    clip: TimedRows
    actions: TimedRows
    faces: FaceRows
