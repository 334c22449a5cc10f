"""What finds faces in a picture and embeds them: the faces it returns, and the protocols it follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box

_Points: TypeAlias = tuple[tuple[float, float], ...]

# Height of the nose below the eyes, in distances between them; above it the face is in profile. In the reference films
# it was .64 to .96 short of profile, and 1.04 to 1.16 in profiles with landmarks as in a front view.
_FORESHORTENED = 1.0
_PROFILE = 0.5  # offset of the nose from the middle of the eyes, in distances between them, at frontality 0


@dataclass(frozen=True)
class FoundFace:
    """A face in a picture.

    Args:
        box: as fractions of the picture, clipped to it.
        score: the detector's confidence.
        landmarks: points on eyes and nose, as fractions of the picture, in the extractor's own order.
        facing: direction of the face, as in `schema.Face.facing`; None when it is unknown.
    """

    box: Box
    score: float
    landmarks: _Points
    facing: float | None

    @property
    def frontality(self) -> float:
        """1 for a face that looks into the camera, 0 for a profile or an unknown direction."""
        return 0.0 if self.facing is None else max(0.0, 1.0 - abs(self.facing) / _PROFILE)


class FaceExtractor(Protocol):
    """Finds faces in an RGB picture, (H, W, 3), and embeds them. `find` and `embed` get the same picture."""

    @property
    def name(self) -> str:
        """The name of the extractor."""
        ...

    @property
    def licence(self) -> str:
        """The licence of its weights."""
        ...

    @property
    def width(self) -> int:
        """The width of an embedding."""
        ...

    @property
    def same_distance(self) -> float:
        """The Euclidean distance below which two embeddings most likely show one person."""
        ...

    def find(self, image: Image) -> list[FoundFace]:
        """Return the faces of a picture, best score first."""
        ...

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Return the embeddings of faces found in `image`, (n, D)."""
        ...


@runtime_checkable
class SparingExtractor(FaceExtractor, Protocol):
    """A `FaceExtractor` that can search the pictures of one view faster than each of them separately."""

    def find_again(self, image: Image, near: Sequence[Box], *, region: Box | None, turn: int | None) -> list[FoundFace]:
        """Return the faces of a picture, best score first, searched only in part.

        Args:
            image: RGB, (H, W, 3).
            near: boxes of faces in the picture before; each is searched around.
            region: also search here; None for nowhere else.
            turn: in the region, search for some sizes of faces only; two turns in a row search for all. None: for all.
        """
        ...


@runtime_checkable
class WideExtractor(SparingExtractor, Protocol):
    """A `SparingExtractor` that can enlarge what it searches, for the small faces of wide shots."""

    def enlarged(self) -> WideExtractor:
        """Return an extractor that enlarges every picture, and finds faces a third as large."""
        ...


def facing(one_eye: NDArray[Any], other_eye: NDArray[Any], nose: NDArray[Any]) -> float | None:
    """Return the direction of a face: negative towards the picture's left, positive towards its right.

    It is the offset of the nose from the middle of the eyes along their line, in distances between the eyes, so that a
    tilted head changes nothing.

    Args:
        one_eye: point (x, y), y downwards.
        other_eye: point (x, y); the eyes come in either order.
        nose: point (x, y).

    Returns:
        The offset; None where it is unknown: for eyes too close together, as in profile, and for eyes that are more
        above than beside each other.
    """
    axis = other_eye - one_eye
    if abs(float(axis[0])) <= abs(float(axis[1])):
        return None
    rightwards = axis if axis[0] > 0 else -axis
    offset = nose - (one_eye + other_eye) / 2
    span = float(axis @ axis)
    below = float(rightwards[0] * offset[1] - rightwards[1] * offset[0]) / span
    return None if below > _FORESHORTENED else float(offset @ rightwards) / span
