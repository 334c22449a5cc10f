"""The streams of a film's features: feature vectors with their times."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.timing import Span


@dataclass(frozen=True)
class TimedFeatures:
    """Feature vectors of moments of a film.

    Args:
        times: seconds, rising, (n,); the middle for a window, such as that of an action.
        rows: feature vectors, (n, D).
    """

    times: NDArray[np.float64]
    rows: NDArray[np.float32]

    def __post_init__(self) -> None:
        if len(self.times) != len(self.rows) or self.rows.ndim != 2:
            raise FeatureError(
                f"{len(self.times)} times came with feature vectors of shape {self.rows.shape}; one per time is wanted"
            )

    def within(self, span: Span) -> TimedFeatures:
        """Return the features within a span."""
        inside = slice(*np.searchsorted(self.times, [span.start, span.end]))
        return TimedFeatures(self.times[inside], self.rows[inside])


@dataclass(frozen=True)
class FaceFeatures:
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

    def within(self, span: Span) -> FaceFeatures:
        """Return the faces within a span."""
        inside = slice(*np.searchsorted(self.times, [span.start, span.end]))
        return FaceFeatures(self.times[inside], self.boxes[inside], self.scores[inside], self.embeddings[inside])


@dataclass(frozen=True)
class FilmFeatures:
    """The three streams of a film that captioners of clip sets read.

    Args:
        clip: features of single pictures (CLIP, or our own small network).
        actions: features of the actions around a moment (I3D-like, or our own).
        faces: the faces.
    """

    clip: TimedFeatures
    actions: TimedFeatures
    faces: FaceFeatures
