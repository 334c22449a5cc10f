"""Small JPEG crops of the best face of each run, so that portraits need no second pass over the film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.errors import RecordError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Face
from cinescribe.timing import Seconds

_MAX_GAP: Seconds = 1.0  # a face after a longer gap begins a new run
_MAX_LENGTH: Seconds = 8.0  # of a run, so that a person merged with another by mistake still has a crop
_AROUND = 0.5  # margin around a face, as a share of its size
_SIDE = 192  # maximum side of a crop, in pixels
_QUALITY = 85  # of the JPEG, percent
_FORMS: dict[str, Form] = {
    "rows": (np.int64, 1),
    "qualities": (np.float64, 1),
    "sizes": (np.int64, 1),
    "jpegs": (np.uint8, 1),
}


@dataclass(frozen=True)
class FaceCrop:
    """A crop of one face.

    Args:
        row: index of the face in the film.
        quality: as a portrait: score times height, as a share of the picture, times frontality.
        jpeg: the crop, with a margin around the face.
    """

    row: int
    quality: float
    jpeg: bytes

    def picture(self) -> Image:
        """Return the crop as an RGB picture, (H, W, 3).

        Raises:
            RecordError: when the crop is no picture.
        """
        picture = cv2.imdecode(np.frombuffer(self.jpeg or b"\0", np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise RecordError(f"the crop of face {self.row} is no JPEG picture; find the faces again")
        return np.asarray(picture[..., ::-1], np.uint8)


@dataclass(eq=False)
class _Run:
    start: Seconds
    last: Face
    embedding: NDArray[np.float32]
    best: FaceCrop
    n_faces: int = 1


class FaceCropCollector:
    """Follows faces from picture to picture and keeps one crop per run, so that memory grows with runs, not faces.

    Args:
        same_distance: maximum distance of consecutive embeddings of a run.
    """

    def __init__(self, *, same_distance: float) -> None:
        self._same_distance = same_distance
        self._open: list[_Run] = []
        self._done: list[FaceCrop] = []

    def add(self, face: Face, embedding: NDArray[np.float32], image: Image, *, frontality: float) -> None:
        """Add the next face of the film, in order of time."""
        self._close(face.time)
        quality = face.score * (face.box[3] - face.box[1]) * (0.1 + frontality)
        run = self._run_of(face, embedding)
        if run is None:
            crop = FaceCrop(face.row, quality, portrait_of(image, face.box))
            self._open.append(_Run(face.time, face, embedding, crop))
            return
        run.last, run.embedding, run.n_faces = face, embedding, run.n_faces + 1
        if quality > run.best.quality:
            run.best = FaceCrop(face.row, quality, portrait_of(image, face.box))

    def crops(self) -> tuple[FaceCrop, ...]:
        """Return one crop per run of two or more faces, by row."""
        every = [*self._done, *(run.best for run in self._open if run.n_faces > 1)]
        return tuple(sorted(every, key=lambda crop: crop.row))

    def _close(self, time: Seconds) -> None:
        over = [run for run in self._open if time - run.last.time > _MAX_GAP or time - run.start > _MAX_LENGTH]
        self._done += [run.best for run in over if run.n_faces > 1]
        self._open = [run for run in self._open if run not in over]

    def _run_of(self, face: Face, embedding: NDArray[np.float32]) -> _Run | None:
        """Return the run that the face continues: the one with the most similar face among those close by."""
        distances = {
            n: float(np.linalg.norm(embedding - run.embedding))
            for n, run in enumerate(self._open)
            if run.last.time < face.time and _near(run.last.box, face.box)
        }
        nearest = min(distances, key=distances.__getitem__, default=None)
        return None if nearest is None or distances[nearest] >= self._same_distance else self._open[nearest]


def write_face_crops(path: Path, crops: Iterable[FaceCrop]) -> None:
    """Write face crops to one safetensors file."""
    every = list(crops)
    write_arrays(
        path,
        {
            "rows": np.array([crop.row for crop in every], np.int64),
            "qualities": np.array([crop.quality for crop in every], np.float64),
            "sizes": np.array([len(crop.jpeg) for crop in every], np.int64),
            "jpegs": np.frombuffer(b"".join(crop.jpeg for crop in every), np.uint8),
        },
    )


def read_face_crops(path: Path) -> tuple[FaceCrop, ...]:
    """Read the face crops that `write_face_crops` wrote.

    Raises:
        RecordError: when the file is missing or of another form.
    """
    arrays = read_arrays_like(path, _FORMS)
    lengths = {len(arrays[name]) for name in ("rows", "qualities", "sizes")}
    sizes, data = arrays["sizes"].tolist(), arrays["jpegs"].tobytes()
    if len(lengths) > 1 or min(sizes, default=0) < 0 or sum(sizes) != len(data):
        raise RecordError(f"{str(path)!r} holds no face crops; remove it, it will be written again")
    ends = accumulate(sizes)
    return tuple(
        FaceCrop(row, quality, data[end - size : end])
        for row, quality, size, end in zip(
            arrays["rows"].tolist(), arrays["qualities"].tolist(), sizes, ends, strict=True
        )
    )


def _near(one: Box, other: Box) -> bool:
    """Return whether two boxes' centres are less than a face apart."""
    aside = abs(one[0] + one[2] - other[0] - other[2]) / 2
    above = abs(one[1] + one[3] - other[1] - other[3]) / 2
    return aside < one[2] - one[0] and above < one[3] - one[1]


def portrait_of(image: Image, box: Box) -> bytes:
    """Return the face with a margin as a JPEG, at most `_SIDE` pixels wide and high."""
    height, width = image.shape[:2]
    margin_x, margin_y = _AROUND * (box[2] - box[0]), _AROUND * (box[3] - box[1])
    left, right = (round(min(max(x, 0.0), 1.0) * width) for x in (box[0] - margin_x, box[2] + margin_x))
    top, bottom = (round(min(max(y, 0.0), 1.0) * height) for y in (box[1] - margin_y, box[3] + margin_y))
    crop = image[top : max(bottom, top + 1), left : max(right, left + 1), ::-1]
    scale = min(1.0, _SIDE / max(crop.shape[:2]))
    size = max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale))
    _, data = cv2.imencode(
        ".jpg", cv2.resize(crop, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    )
    return bytes(data)
