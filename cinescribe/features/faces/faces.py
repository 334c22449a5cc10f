"""Face detection and embedding in the pictures of a film."""

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
from cinescribe.features.faces.dlib_face_detector import Detection, detections, load_face_detector
from cinescribe.features.faces.dlib_weights import model_path
from cinescribe.features.faces.face_crops import FaceCrop, FaceCropCollector
from cinescribe.features.timed.timed_features import FaceFeatures
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds

Points: TypeAlias = tuple[tuple[float, float], ...]

_LANDMARKS = "shape_predictor_5_face_landmarks.dat"
_RATE_HZ = 4.0  # pictures per second for face detection
# Pixels of a picture's longer side; the smallest face found is a tenth of it. In the reference films 800 found 30 of 38
# faces, 640 found 20, and 1200 found 31 at 2.7 times the cost (benchmarks/people/faces.py).
_SIDE = 800
_MIN_SCORE = 0.3  # of a detection; it gave no false face in the reference films
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
    landmarks: Points
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


class DlibFaces:
    """dlib's free detector, landmarks and embedding; the networks run in torch, on one thread.

    Args:
        side: pixels of the longer side of a searched picture; smaller faces than a tenth of it are missed, and the cost
            grows with its square.

    Raises:
        ModelError: when the package with the weights is missing.
    """

    name = "dlib"
    licence = "weights free for any use (CC0), Davis King"
    width = WIDTH
    same_distance = 0.55

    def __init__(self, *, side: int = _SIDE) -> None:
        self._side = side
        self._detector = load_face_detector()
        self._embedding = load_embedding()
        self._landmarks: Any = dlib.shape_predictor(str(model_path(_LANDMARKS)))

    def find(self, image: Image) -> list[FoundFace]:
        """Return the faces of an RGB picture, best score first."""
        scaled = self._scaled(image)
        with _one_thread():
            faces = detections(self._detector, scaled, threshold=_MIN_SCORE)
        return [self._face(scaled, face) for face in faces]

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Return the embeddings of faces found in `image`, (n, 128)."""
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
    """A `PictureSink` that collects the faces of a film, their embeddings, and a crop of the best face of each run.

    `faces` are in order of time, one per row of `embeddings`, without tracks and persons.

    Args:
        extractor: finds and embeds faces.
        rate_hz: pictures per second.
        side: maximum width of the pictures, in pixels.
    """

    def __init__(self, extractor: FaceExtractor, *, rate_hz: float = _RATE_HZ, side: int = _SIDE) -> None:
        self.wants = Picture("rgb24", rate_hz=rate_hz, width=side)
        self._extractor = extractor
        self._faces: list[Face] = []
        self._embeddings = [np.zeros((0, extractor.width), np.float32)]
        self._crops = FaceCropCollector(same_distance=extractor.same_distance)

    def take(self, time: Seconds, image: Image) -> None:
        """Find the faces of one picture."""
        found = self._extractor.find(image)
        if not found:
            return
        rows = self._extractor.embed(image, found)
        for face, embedding in zip(found, rows, strict=True):
            record = Face(time, face.box, face.score, len(self._faces), facing=face.facing)
            self._faces.append(record)
            self._crops.add(record, embedding, image, frontality=face.frontality)
        self._embeddings.append(rows)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the film, by time."""
        return tuple(self._faces)

    @property
    def embeddings(self) -> NDArray[np.float32]:
        """The embeddings, one row per face, (n_faces, D)."""
        return np.concatenate(self._embeddings)

    def features(self) -> FaceFeatures:
        """Return the faces as the stream that captioners of clip sets read."""
        return FaceFeatures(
            np.array([face.time for face in self._faces], np.float64),
            np.array([face.box for face in self._faces], np.float32).reshape(-1, 4),
            np.array([face.score for face in self._faces], np.float32),
            self.embeddings,
        )

    @property
    def face_crops(self) -> tuple[FaceCrop, ...]:
        """A JPEG crop of the best face of each run."""
        return self._crops.crops()


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


def _chip(image: Image, face: FoundFace) -> Image:
    """Return the aligned face, 150 × 150 pixels, the input of dlib's embedding."""
    height, width = image.shape[:2]
    points = [dlib.point(round(x * width), round(y * height)) for x, y in face.landmarks]
    whole = dlib.full_object_detection(dlib.rectangle(0, 0, width - 1, height - 1), points)
    return np.asarray(dlib.get_face_chip(image, whole, CHIP_PIXELS, CHIP_PADDING))


@contextmanager
def _one_thread() -> Iterator[None]:
    """Limit torch to one thread: on a busy machine several took ten times as long."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
