"""Face detection and embedding in the pictures of a film."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

import cv2
import dlib
import numpy as np
import torch
from numpy.typing import NDArray

from cinescribe.features.clothing.appearance import LOOK_HEIGHT, LOOK_WIDTH, light, look
from cinescribe.features.encoders.body_net import BodyNet
from cinescribe.features.faces.bodies import BodyWatcher
from cinescribe.features.faces.dlib_embedding import CHIP_PADDING, CHIP_PIXELS, WIDTH, embeddings, load_embedding
from cinescribe.features.faces.dlib_face_detector import (
    ALL_LEVELS,
    DETECTOR_WINDOW,
    Detection,
    best,
    detections,
    load_face_detector,
)
from cinescribe.features.faces.dlib_weights import model_path
from cinescribe.features.faces.extractor import FaceExtractor, FoundFace, SparingExtractor, facing
from cinescribe.features.faces.face_crops import FaceCrop, FaceCropCollector
from cinescribe.features.faces.following import RepeatedEmbeddings
from cinescribe.features.faces.searching import DenseSearch, FaceSearch, SearchedPicture, SparingSearch
from cinescribe.features.faces.torsos import GRID, torso
from cinescribe.features.timed.timed_features import FaceFeatures
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds

__all__ = ["DlibFaces", "FaceExtractor", "FaceFinder", "FoundFace", "facing"]

_LANDMARKS = "shape_predictor_5_face_landmarks.dat"
_RATE_HZ = 4.0  # pictures per second for face detection
# Pixels of a picture's longer side; the smallest face found is a tenth of it. In the reference films 800 found 30 of 38
# faces, 640 found 20, and 1200 found 31 at 2.7 times the cost (benchmarks/people/faces.py).
_SIDE = 800
# The same for wide shots: faces of a thirtieth. It found the juggler's face, two of four in the classroom, and three of
# three in Backlot's wide shots of 360 lines; 1600 found 1, 1 and 0 of them.
_WIDE_SIDE = 2400
_MIN_SCORE = 0.3  # of a detection; it gave no false face in the reference films
# The search around a known face: half the side of the searched square, in sides of its box, and the levels of the
# pyramid, the first of which shows it larger than the detector's window.
_AROUND = 1.1
_LARGER, _LEVELS_AROUND = 1.1, slice(0, 2)


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

    def enlarged(self) -> DlibFaces:
        """Return an extractor with the same networks for wide shots; see `WideExtractor`."""
        wide = copy(self)
        wide._side = _WIDE_SIDE
        return wide

    def find(self, image: Image) -> list[FoundFace]:
        """Return the faces of an RGB picture, best score first."""
        scaled = self._scaled(image)
        with _one_thread():
            faces = detections(self._detector, scaled, threshold=_MIN_SCORE)
        return [self._face(scaled, face) for face in faces]

    def find_again(self, image: Image, near: Sequence[Box], *, region: Box | None, turn: int | None) -> list[FoundFace]:
        """Return the faces of a picture, best score first, searched only in part; see `SparingExtractor`."""
        scaled = self._scaled(image)
        with _one_thread():
            found = [face for box in near for face in self._around(scaled, box)]
            if region is not None:
                levels = ALL_LEVELS if turn is None else slice(turn % 2, None, 2)
                found += self._inside(scaled, region, 1.0, levels)
        return [self._face(scaled, face) for face in best(found)]

    def embed(self, image: Image, faces: Sequence[FoundFace]) -> NDArray[np.float32]:
        """Return the embeddings of faces found in `image`, (n, 128)."""
        scaled = self._scaled(image)
        chips = [_chip(scaled, face) for face in faces]
        with _one_thread():
            return embeddings(self._embedding, np.array(chips, np.uint8).reshape(-1, CHIP_PIXELS, CHIP_PIXELS, 3))

    def _around(self, image: Image, box: Box) -> list[Detection]:
        """Return the faces around a box, about as large as it."""
        height, width = image.shape[:2]
        side = max((box[2] - box[0]) * width, (box[3] - box[1]) * height, 1.0)
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        aside, up = _AROUND * side / width, _AROUND * side / height
        return self._inside(
            image, (x - aside, y - up, x + aside, y + up), _LARGER * DETECTOR_WINDOW / side, _LEVELS_AROUND
        )

    def _inside(self, image: Image, region: Box, scale: float, levels: slice) -> list[Detection]:
        """Return the faces inside a region of a picture, which is scaled for the search."""
        height, width = image.shape[:2]
        left, top = max(0, round(region[0] * width)), max(0, round(region[1] * height))
        crop = image[top : max(round(region[3] * height), top + 1), left : max(round(region[2] * width), left + 1)]
        size = max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale))
        if scale != 1:
            crop = np.asarray(cv2.resize(crop, size, interpolation=_interpolation(scale)), np.uint8)
        found = detections(self._detector, np.ascontiguousarray(crop), threshold=_MIN_SCORE, levels=levels)
        return [face.moved((left, top), 1 / scale) for face in found]

    def _scaled(self, image: Image) -> Image:
        scale = self._side / max(image.shape[:2])
        if scale == 1:
            return np.ascontiguousarray(image)
        size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
        return np.ascontiguousarray(cv2.resize(image, size, interpolation=_interpolation(scale)), np.uint8)

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

    `faces` are in order of time, one per row of `embeddings`, without tracks and persons. Read them once the film has
    ended.

    Args:
        extractor: finds and embeds faces.
        bodies: encodes the bodies below them; None for no features of bodies.
        rate_hz: pictures per second.
        side: maximum width of the pictures, in pixels.
        every: one picture in so many is searched; the others only show how bodies move. Ignored unless `dense`.
        dense: search these pictures whole, and embed every face. Otherwise `SparingSearch` searches less with an
            extractor that can (`SparingExtractor`), and a face that has hardly changed keeps its embedding for a while:
            its row repeats the last that was measured.
    """

    def __init__(
        self,
        extractor: FaceExtractor,
        bodies: BodyNet | None = None,
        *,
        rate_hz: float = _RATE_HZ,
        side: int = _SIDE,
        every: int = 1,
        dense: bool = True,
    ) -> None:
        self.wants = PictureFormat("rgb24", rate_hz=rate_hz, width=side)
        self._extractor = extractor
        self._watcher = None if bodies is None else BodyWatcher(bodies)
        self._search: FaceSearch = DenseSearch(extractor, every=every)
        if not dense and isinstance(extractor, SparingExtractor):
            self._search = SparingSearch(extractor)
        self._repeated = None if dense else RepeatedEmbeddings(extractor)
        self._faces: list[Face] = []
        self._embeddings = [np.zeros((0, extractor.width), np.float32)]
        self._torsos: list[NDArray[np.uint8]] = []
        self._torso_shares: list[float] = []
        self._looks, self._lights = (list[NDArray[np.uint8]]() for _ in range(2))
        self._crops = FaceCropCollector(same_distance=extractor.same_distance)

    @property
    def tools(self) -> tuple[object, ...]:
        """What is no state of the search: the extractor, and the network of bodies."""
        return (self._extractor, *(() if self._watcher is None else self._watcher.tools))

    def take(self, time: Seconds, image: Image) -> None:
        """Search one picture for faces."""
        self._record(self._search.take(time, image))

    def _record(self, pictures: Iterable[SearchedPicture]) -> None:
        for picture in pictures:
            if self._watcher is not None:
                self._watcher.take(picture.time, picture.image, [face.box for face in picture.faces])
            if not picture.faces:
                continue
            rows = self._rows(picture)
            for face, embedding in zip(picture.faces, rows, strict=True):
                record = Face(picture.time, face.box, face.score, len(self._faces), facing=face.facing)
                self._faces.append(record)
                self._crops.add(record, embedding, picture.image, frontality=face.frontality)
                colours, share = torso(picture.image, face.box)
                self._torsos.append(colours)
                self._torso_shares.append(share)
                self._looks.append(look(picture.image, face.box))
                self._lights.append(light(picture.image))
            self._embeddings.append(rows)

    def _rows(self, picture: SearchedPicture) -> NDArray[np.float32]:
        if self._repeated is None:
            return self._extractor.embed(picture.image, picture.faces)
        return self._repeated.embed(picture.time, picture.image, picture.faces)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the film, by time."""
        self._record(self._search.finish())
        return tuple(self._faces)

    @property
    def embeddings(self) -> NDArray[np.float32]:
        """The embeddings, one row per face, (n_faces, D)."""
        self._record(self._search.finish())
        return np.concatenate(self._embeddings)

    @property
    def torsos(self) -> NDArray[np.uint8]:
        """Colours of the clothes: RGB means of a grid over the region below each face, (n_faces, 8, 8, 3)."""
        self._record(self._search.finish())
        return np.array(self._torsos, np.uint8).reshape(-1, GRID, GRID, 3)

    @property
    def torso_shares(self) -> NDArray[np.float32]:
        """The share of that region inside the picture, (n_faces,)."""
        self._record(self._search.finish())
        return np.array(self._torso_shares, np.float32)

    @property
    def bodies(self) -> NDArray[np.float32]:
        """What the bodies below the faces do, see `BodyNet`, (n_faces, D'); D' is 0 without a network."""
        self._record(self._search.finish())
        return np.zeros((len(self._faces), 0), np.float32) if self._watcher is None else self._watcher.rows()

    def features(self) -> FaceFeatures:
        """Return the faces as the stream that captioners of clip sets read."""
        self._record(self._search.finish())
        return FaceFeatures(
            np.array([face.time for face in self._faces], np.float64),
            np.array([face.box for face in self._faces], np.float32).reshape(-1, 4),
            np.array([face.score for face in self._faces], np.float32),
            self.embeddings,
            self.bodies,
            np.array(self._looks, np.uint8).reshape(-1, LOOK_HEIGHT, LOOK_WIDTH, 3),
            np.array(self._lights, np.uint8).reshape(-1, 3),
        )

    @property
    def face_crops(self) -> tuple[FaceCrop, ...]:
        """A JPEG crop of the best face of each run."""
        self._record(self._search.finish())
        return self._crops.crops()


def _interpolation(scale: float) -> int:
    return cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR


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
