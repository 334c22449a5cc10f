"""Faces in pictures: where they are, and numbers by which the same face is known again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import cv2
import dlib
import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.features.faces.dlib_embedding import CHIP_PADDING, CHIP_PIXELS, WIDTH, embeddings, load_embedding
from cinescribe.features.faces.dlib_face_detector import Detection, detections, load_mmod
from cinescribe.features.faces.dlib_weights import model_path
from cinescribe.features.faces.face_crops import Glimpse, GlimpseKeeper
from cinescribe.features.rows.timed_features import FaceRows
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds

Points: TypeAlias = tuple[tuple[float, float], ...]

_LANDMARKS = "shape_predictor_5_face_landmarks.dat"
_RATE_HZ = 4.0  # pictures a second in which faces are sought
# Pixels of the longer side of a picture searched; faces are then found from a tenth of it. In the reference films 800
# found 30 of 38 faces, 640 found 20, and 1200 found 31 at 2.7 times the cost (benchmarks/people/faces.py).
_SIDE = 800
_CLEAR = 0.3  # score of the detector above which a find counts; it gave no false face in the reference films
# Distances between the eyes that the nose hangs below them, above which the eyes are seen from the side: in the
# reference films .64 to .96 short of profile, and 1.04 to 1.16 in a profile whose landmarks stand as in a front view.
_FORESHORTENED = 1.0
_PROFILE = 0.5  # distances between the eyes by which the nose is off their middle, from which a face is no portrait


@dataclass(frozen=True)
class FoundFace:
    """A face in a picture.

    Args:
        box: where, as fractions of the picture, cut to it.
        score: the detector's confidence.
        landmarks: points on eyes and nose, as fractions of the picture, in the extractor's own order.
        facing: where it looks, as `schema.Face.facing`; None when that cannot be told.
    """

    box: Box
    score: float
    landmarks: Points
    facing: float | None

    @property
    def frontality(self) -> float:
        """1 for a face that looks into the camera, 0 for a profile and for one of which that cannot be told."""
        return 0.0 if self.facing is None else max(0.0, 1.0 - abs(self.facing) / _PROFILE)


class FaceExtractor(Protocol):
    """Finds faces in an RGB picture, (H, W, 3), and embeds them.

    `name` and `licence` say what it is; embeddings have `width` numbers, and two less than `same_distance` apart
    (Euclidean) most likely show one person. `find` and `embed` get the same picture.
    """

    @property
    def name(self) -> str: ...

    @property
    def licence(self) -> str: ...

    @property
    def width(self) -> int: ...

    @property
    def same_distance(self) -> float: ...

    def find(self, image: Image) -> list[FoundFace]: ...

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]: ...


class DlibFaces:
    """dlib's free detector, landmarks and embedding; the networks run in torch, on one thread.

    Args:
        side: pixels of the longer side at which a picture is searched; faces under a tenth of it are missed, and the
            cost grows with its square.

    Raises:
        ModelError: when the package with the weights is missing.
    """

    name = "dlib"
    licence = "weights free for any use (CC0), Davis King"
    width = WIDTH
    same_distance = 0.55

    def __init__(self, *, side: int = _SIDE) -> None:
        self._side = side
        self._detector = load_mmod()
        self._embedding = load_embedding()
        self._landmarks: Any = dlib.shape_predictor(str(model_path(_LANDMARKS)))

    def find(self, image: Image) -> list[FoundFace]:
        """The faces of an RGB picture, clearest first."""
        scaled = self._scaled(image)
        with _one_thread():
            found = detections(self._detector, scaled, threshold=_CLEAR)
        return [self._face(scaled, item) for item in found]

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Embeddings of faces found in `image`, (n, 128)."""
        scaled = self._scaled(image)
        chips = [_chip(scaled, face) for face in faces]
        with _one_thread():
            return embeddings(self._embedding, np.array(chips, np.uint8).reshape(-1, CHIP_PIXELS, CHIP_PIXELS, 3))

    def _scaled(self, image: Image) -> Image:
        scale = self._side / max(image.shape[:2])
        if scale == 1:
            return np.ascontiguousarray(image)
        size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        return np.ascontiguousarray(cv2.resize(image, size, interpolation=how), np.uint8)

    def _face(self, image: Image, found: Detection) -> FoundFace:
        height, width = image.shape[:2]
        rectangle = dlib.rectangle(found.left, found.top, found.right - 1, found.bottom - 1)
        points = np.array([(point.x, point.y) for point in self._landmarks(image, rectangle).parts()], float)
        left, right = max(found.left, 0) / width, min(found.right, width) / width
        top, bottom = max(found.top, 0) / height, min(found.bottom, height) / height
        eyes = points[[0, 1]].mean(0), points[[2, 3]].mean(0)
        return FoundFace(
            (left, top, right, bottom),
            found.score,
            tuple((x / width, y / height) for x, y in points.tolist()),
            facing(*eyes, points[4]),
        )


class FaceFinder:
    """Takes a film's pictures and keeps the faces in them, their embeddings, and a glimpse of each run of them.

    Args:
        extractor: what finds and embeds.
        rate_hz: pictures a second in which faces are sought.
        side: pixels of the pictures' width, never enlarged.

    `faces` are in order of time, row by row as in `embeddings`, untracked and without persons.
    """

    def __init__(self, extractor: FaceExtractor, *, rate_hz: float = _RATE_HZ, side: int = _SIDE) -> None:
        self.wants = Picture("rgb24", rate_hz=rate_hz, width=side)
        self._extractor = extractor
        self._faces: list[Face] = []
        self._embeddings = [np.zeros((0, extractor.width), np.float32)]
        self._glimpses = GlimpseKeeper(same_distance=extractor.same_distance)

    def take(self, time: Seconds, image: Image) -> None:
        """Find the faces of one picture."""
        found = self._extractor.find(image)
        if not found:
            return
        rows = self._extractor.embed(image, found)
        for face, embedding in zip(found, rows, strict=True):
            record = Face(time, face.box, face.score, len(self._faces), facing=face.facing)
            self._faces.append(record)
            self._glimpses.see(record, embedding, image, frontality=face.frontality)
        self._embeddings.append(rows)

    @property
    def faces(self) -> tuple[Face, ...]:
        """Every face found, by time."""
        return tuple(self._faces)

    @property
    def embeddings(self) -> NDArray[np.float32]:
        """The embeddings, one row a face, (n_faces, D)."""
        return np.concatenate(self._embeddings)

    def rows(self) -> FaceRows:
        """The faces as rows by time, as captioners of clip sets read them."""
        return FaceRows(
            np.array([face.time for face in self._faces], np.float64),
            np.array([face.box for face in self._faces], np.float32).reshape(-1, 4),
            np.array([face.score for face in self._faces], np.float32),
            self.embeddings,
        )

    @property
    def glimpses(self) -> tuple[Glimpse, ...]:
        """The best view of every run of faces, as JPEG."""
        return self._glimpses.glimpses()


def facing(one_eye: NDArray[Any], other_eye: NDArray[Any], nose: NDArray[Any]) -> float | None:
    """How far a face looks aside, in distances between the eyes: below 0 to the picture's left, above 0 to its right.

    It is the nose's offset from the middle of the eyes along their line, so that a tilted head changes nothing.

    Args:
        one_eye, other_eye, nose: points (x, y) of one scale, y downwards; the eyes in either order.

    Returns:
        The offset; None where it cannot be told: for eyes too close together, as in profile, and for eyes one more
        above than beside the other, which have no left and right.
    """
    axis = other_eye - one_eye
    if abs(float(axis[0])) <= abs(float(axis[1])):
        return None
    rightwards = axis if axis[0] > 0 else -axis
    offset = nose - (one_eye + other_eye) / 2
    span = float(axis @ axis)
    below = float(rightwards[0] * offset[1] - rightwards[1] * offset[0]) / span
    return None if below > _FORESHORTENED else float(offset @ rightwards) / span


def _chip(image: Image, face: FoundFace) -> Image:
    """The face upright, 150 × 150 pixels, as dlib's embedding wants it."""
    height, width = image.shape[:2]
    points = [dlib.point(round(x * width), round(y * height)) for x, y in face.landmarks]
    whole = dlib.full_object_detection(dlib.rectangle(0, 0, width - 1, height - 1), points)
    return np.asarray(dlib.get_face_chip(image, whole, CHIP_PIXELS, CHIP_PADDING))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keeps torch to one thread: on a busy machine several took ten times as long."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
