"""Follows faces from picture to picture by where they are, and lets a face that hardly changes keep its embedding."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.features.faces.extractor import FaceExtractor, FoundFace
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box
from cinescribe.timing import Seconds

_SAME_PLACE = 0.3  # minimum intersection over union of a face and the one it continues
_LOST_AFTER: Seconds = 1.0  # a face that is not found again for longer is gone
_PATCH = 12, 12  # columns and rows of a small grey picture of a face
_MIN_CONTRAST = 2.0  # grey levels; less is noise
# `difference` of two pictures of a face above which it may be another. Of two people it was at least .54 in reel,
# friday and perspective, and .28 in hard Backlot films; of one person a quarter second apart .27 to .42 in the median.
_ANOTHER = 0.3
_RENEW_AFTER: Seconds = 0.9  # age at which an embedding is measured again: about four pictures


class FollowedFace:
    """A face that is followed from picture to picture.

    Args:
        box: where it was last.
        seen: when.
        number: among the faces of its follower, from 0.
    """

    def __init__(self, box: Box, seen: Seconds, number: int) -> None:
        self.box, self.seen, self.number = box, seen, number
        self.embedding: NDArray[np.float32] = np.zeros(0, np.float32)  # the last that was measured, (D,)
        self._measured: Seconds = -np.inf
        self._patch: NDArray[np.float32] = np.zeros(_PATCH[::-1], np.float32)

    def still_stands(self, time: Seconds, patch: NDArray[np.float32]) -> bool:
        """Return whether the embedding still represents a face that looks like `patch`: it is fresh and similar."""
        return time - self._measured < _RENEW_AFTER and difference(self._patch, patch) < _ANOTHER

    def renew(self, time: Seconds, embedding: NDArray[np.float32], patch: NDArray[np.float32]) -> None:
        """Take a new embedding, measured where the face looks like `patch`."""
        self.embedding, self._measured, self._patch = embedding, time, patch


class Follower:
    """The faces that are followed; `known` are those seen in the last second."""

    def __init__(self) -> None:
        self.known: list[FollowedFace] = []
        self._n_followed = 0

    def forget(self, time: Seconds) -> None:
        """Forget the faces that are gone at `time`."""
        self.known = [face for face in self.known if time - face.seen <= _LOST_AFTER]

    def follow(self, time: Seconds, boxes: Sequence[Box]) -> tuple[list[FollowedFace], list[bool]]:
        """Take the boxes of the next picture.

        Returns:
            The face that each box shows, best overlap first; and whether it was known before.
        """
        self.forget(time)
        pairs = sorted(
            ((overlap(box, face.box), n, k) for n, box in enumerate(boxes) for k, face in enumerate(self.known)),
            reverse=True,
        )
        continued: dict[int, int] = {}
        for shared, n, k in pairs:
            if shared > _SAME_PLACE and n not in continued and k not in continued.values():
                continued[n] = k
        faces = [self.known[continued[n]] if n in continued else self._new(b, time) for n, b in enumerate(boxes)]
        for box, face in zip(boxes, faces, strict=True):
            face.box, face.seen = box, time
        self.known += [face for n, face in enumerate(faces) if n not in continued]
        return faces, [n in continued for n in range(len(boxes))]

    def _new(self, box: Box, time: Seconds) -> FollowedFace:
        self._n_followed += 1
        return FollowedFace(box, time, self._n_followed - 1)


class RepeatedEmbeddings:
    """Embeds the faces of a film, and repeats the last embedding of a face that has hardly changed since.

    Args:
        extractor: embeds faces.
    """

    def __init__(self, extractor: FaceExtractor) -> None:
        self._extractor = extractor
        self._follower = Follower()

    def embed(self, time: Seconds, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Return an embedding for each face of the next picture, (n, D)."""
        followed, _ = self._follower.follow(time, [face.box for face in faces])
        patches = [_face_patch(image, face.box) for face in faces]
        old = [n for n, patch in enumerate(patches) if not followed[n].still_stands(time, patch)]
        for n, row in zip(old, self._extractor.embed(image, [faces[n] for n in old]), strict=True):
            followed[n].renew(time, row, patches[n])
        return np.array([face.embedding for face in followed], np.float32)


def shrunk(image: Image, size: tuple[int, int]) -> NDArray[np.float32]:
    """Return a picture as a small grey one of `size`, columns and rows."""
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA).mean(2), np.float32)


def difference(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how different two small grey pictures are, 0 for equal ones, about 1 for unrelated ones.

    Both are freed from their mean; then it is the mean absolute difference, in units of their mean absolute value times
    the square root of two.
    """
    one, other = one - one.mean(), other - other.mean()
    contrast = max(float(np.abs(one).mean() + np.abs(other).mean()) / 2, _MIN_CONTRAST)
    return float(np.abs(one - other).mean()) / (contrast * 2**0.5)


def overlap(one: Box, other: Box) -> float:
    """Return the intersection over union of two boxes."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    if across <= 0 or down <= 0:
        return 0.0
    both = across * down
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return both / (areas - both)


def _face_patch(image: Image, box: Box) -> NDArray[np.float32]:
    """Return a small grey picture of a face."""
    height, width = image.shape[:2]
    left, top = min(int(box[0] * width), width - 1), min(int(box[1] * height), height - 1)
    right, bottom = max(round(box[2] * width), left + 1), max(round(box[3] * height), top + 1)
    return shrunk(image[top:bottom, left:right], _PATCH)
