"""The best view of each run of faces, kept as a small JPEG, so that portraits need no second look at the film."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import RecordError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.schema import Box, Face
from cinescribe.store import read_arrays, write_arrays
from cinescribe.timing import Seconds

_WITHIN: Seconds = 1.0  # a face seen again later than this begins a new run
_LONGEST: Seconds = 8.0  # a run is cut here, so that a person wrongly put with another still has a glimpse
_AROUND = 0.5  # share of the face's size shown around it
_SIDE = 192  # pixels: the largest side of a glimpse
_QUALITY = 85  # of the JPEG, percent


@dataclass(frozen=True)
class Glimpse:
    """A picture of one face.

    Args:
        row: row of the face among the film's.
        quality: how good a portrait it makes: score times size, as share of the picture's height, times frontality.
        jpeg: the picture, head and some surroundings.
    """

    row: int
    quality: float
    jpeg: bytes


@dataclass(eq=False)
class _Run:
    start: Seconds
    last: Face
    embedding: NDArray[np.float32]
    best: Glimpse
    n_faces: int = 1


class GlimpseKeeper:
    """Follows faces from picture to picture and keeps one glimpse a run, so that memory grows with runs, not faces.

    Args:
        same_distance: embeddings further apart than this are not one run.
    """

    def __init__(self, *, same_distance: float) -> None:
        self._same_distance = same_distance
        self._open: list[_Run] = []
        self._kept: list[Glimpse] = []

    def see(self, face: Face, embedding: NDArray[np.float32], image: Image, *, frontality: float) -> None:
        """Take the next face of the film, in order of time."""
        self._close(face.time)
        quality = face.score * (face.box[3] - face.box[1]) * (0.1 + frontality)
        run = self._run_of(face, embedding)
        if run is None:
            glimpse = Glimpse(face.row, quality, _jpeg(image, face.box))
            self._open.append(_Run(face.time, face, embedding, glimpse))
            return
        run.last, run.embedding, run.n_faces = face, embedding, run.n_faces + 1
        if quality > run.best.quality:
            run.best = Glimpse(face.row, quality, _jpeg(image, face.box))

    def glimpses(self) -> tuple[Glimpse, ...]:
        """One glimpse for every run of two faces or more, by row."""
        every = [*self._kept, *(run.best for run in self._open if run.n_faces > 1)]
        return tuple(sorted(every, key=lambda glimpse: glimpse.row))

    def _close(self, time: Seconds) -> None:
        over = [run for run in self._open if time - run.last.time > _WITHIN or time - run.start > _LONGEST]
        self._kept += [run.best for run in over if run.n_faces > 1]
        self._open = [run for run in self._open if run not in over]

    def _run_of(self, face: Face, embedding: NDArray[np.float32]) -> _Run | None:
        """The run that the face goes on: the one with the most similar face among those close by."""
        apart = {
            n: float(np.linalg.norm(embedding - run.embedding))
            for n, run in enumerate(self._open)
            if run.last.time < face.time and _near(run.last.box, face.box)
        }
        nearest = min(apart, key=apart.__getitem__, default=None)
        return None if nearest is None or apart[nearest] >= self._same_distance else self._open[nearest]


def write_glimpses(path: Path, glimpses: Iterable[Glimpse]) -> None:
    """Write glimpses to one safetensors file."""
    every = list(glimpses)
    write_arrays(
        path,
        {
            "rows": np.array([glimpse.row for glimpse in every], np.int64),
            "qualities": np.array([glimpse.quality for glimpse in every], np.float64),
            "sizes": np.array([len(glimpse.jpeg) for glimpse in every], np.int64),
            "jpegs": np.frombuffer(b"".join(glimpse.jpeg for glimpse in every), np.uint8),
        },
    )


def read_glimpses(path: Path) -> tuple[Glimpse, ...]:
    """Read the glimpses that `write_glimpses` wrote.

    Raises:
        RecordError: when the file is missing or holds something else.
    """
    arrays = read_arrays(path)
    if set(arrays) != {"rows", "qualities", "sizes", "jpegs"} or arrays["sizes"].sum() != len(arrays["jpegs"]):
        raise RecordError(f"{str(path)!r} holds no glimpses of faces; remove it, it is made anew")
    ends = np.cumsum(arrays["sizes"]).tolist()
    data = arrays["jpegs"].tobytes()
    return tuple(
        Glimpse(row, quality, data[end - size : end])
        for row, quality, size, end in zip(
            arrays["rows"].tolist(), arrays["qualities"].tolist(), arrays["sizes"].tolist(), ends, strict=True
        )
    )


def _near(one: Box, other: Box) -> bool:
    """Whether two boxes' centres are less than a face apart."""
    aside = abs(one[0] + one[2] - other[0] - other[2]) / 2
    above = abs(one[1] + one[3] - other[1] - other[3]) / 2
    return aside < one[2] - one[0] and above < one[3] - one[1]


def _jpeg(image: Image, box: Box) -> bytes:
    """The face with its surroundings, at most `_SIDE` pixels wide and high."""
    height, width = image.shape[:2]
    more_x, more_y = _AROUND * (box[2] - box[0]), _AROUND * (box[3] - box[1])
    left, right = (round(min(max(x, 0.0), 1.0) * width) for x in (box[0] - more_x, box[2] + more_x))
    top, bottom = (round(min(max(y, 0.0), 1.0) * height) for y in (box[1] - more_y, box[3] + more_y))
    crop = image[top : max(bottom, top + 1), left : max(right, left + 1), ::-1]
    scale = min(1.0, _SIDE / max(crop.shape[:2]))
    size = max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale))
    _, data = cv2.imencode(
        ".jpg", cv2.resize(crop, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    )
    return bytes(data)
