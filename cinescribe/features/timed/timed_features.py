"""The streams of a film's features: feature vectors with their times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FeatureError
from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH
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
                f"{len(self.times)} times belong to feature vectors of shape {self.rows.shape}; expected one per time"
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
        bodies: what their bodies do and their part in the action, see `body_net.BodyNet`, (n, D').
        looks: small pictures of them, see `appearance.look`; 0 where not known, (n, LOOK_HEIGHT, LOOK_WIDTH, 3).
        lights: mean colours of the pictures that they are in, (n, 3).
    """

    times: NDArray[np.float64]
    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    embeddings: NDArray[np.float32]
    bodies: NDArray[np.float32]
    looks: NDArray[np.uint8]
    lights: NDArray[np.uint8]

    def within(self, span: Span) -> FaceFeatures:
        """Return the faces within a span."""
        inside = slice(*np.searchsorted(self.times, [span.start, span.end]))
        return FaceFeatures(**{name: values[inside] for name, values in vars(self).items()})


def no_appearance(n: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return looks and lights of `n` faces that are not known."""
    return np.zeros((n, LOOK_HEIGHT, LOOK_WIDTH, 3), np.uint8), np.zeros((n, 3), np.uint8)


NO_FACES = FaceFeatures(
    np.zeros(0),
    np.zeros((0, 4), np.float32),
    np.zeros(0, np.float32),
    np.zeros((0, 0), np.float32),
    np.zeros((0, 0), np.float32),
    *no_appearance(0),
)


@dataclass(frozen=True)
class FigureFeatures:
    """The people found in a film by their figures, whether their faces are found or not, by time.

    Args:
        times: seconds, (n,).
        boxes: where the face is or would be, as fractions of the picture, (n, 4).
        scores: the network's confidence, (n,).
        kinds: probabilities of a woman, a man and a stranger, (n, 3).
        bodies, looks, lights: as in `FaceFeatures`.
    """

    times: NDArray[np.float64]
    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    kinds: NDArray[np.float32]
    bodies: NDArray[np.float32]
    looks: NDArray[np.uint8]
    lights: NDArray[np.uint8]


NO_FIGURES = FigureFeatures(
    np.zeros(0),
    np.zeros((0, 4), np.float32),
    np.zeros(0, np.float32),
    np.zeros((0, 3), np.float32),
    np.zeros((0, 0), np.float32),
    *no_appearance(0),
)


@dataclass(frozen=True)
class FilmFeatures:
    """The streams of a film that captioners read.

    Args:
        clip: features of single pictures (CLIP, or our own small network).
        actions: features of the actions around a moment (I3D-like, or our own).
        faces: the faces; `NO_FACES` for captioners that read none.
        further: further streams of moments, by name, such as `imagenet`.
        figures: people by their figures; `NO_FIGURES` where they were not extracted.
    """

    clip: TimedFeatures
    actions: TimedFeatures
    faces: FaceFeatures
    further: Mapping[str, TimedFeatures] = field(default_factory=dict)
    figures: FigureFeatures = NO_FIGURES

    def stream(self, name: str) -> TimedFeatures:
        """Return a stream of moments by name.

        Raises:
            FeatureError: when the film has no such stream; the message lists those it has.
        """
        streams = {"clip": self.clip, "actions": self.actions, **self.further}
        if name not in streams:
            raise FeatureError(
                f"the stream {name!r} is missing; the film has {', '.join(streams)}: extract {name!r} too"
            )
        return streams[name]
