"""Frames kept of a film, and the picture as plain measurements: light, colour, camera movement, activity."""

from __future__ import annotations

import os
from bisect import bisect_left
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import OutputError, RecordError
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.store import writing
from cinescribe.timing import Seconds, Span

KEPT_HZ = 2.0  # frames kept a second
KEPT_WIDTH = 480  # pixels
_JPEG_QUALITY = 85  # of 100: 15-30 kB a frame
_LONGEST_NAME = 9  # digits of milliseconds: eleven days

METERED_HZ = 5.0  # measurements a second
_METERED_WIDTH = 160  # pixels; camera movement is found to a tenth of one
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)  # ITU-R BT.601

_CORNERS = 120  # points followed from frame to frame, at most
_CORNER_QUALITY = 0.02  # of the strongest corner's response
_CORNER_DISTANCE = 5  # pixels between two points
_FEWEST = 12  # points that must agree on one movement
_AGREEING = 0.5  # of the points followed
_SPREAD = (
    0.5  # of the picture's sides that the agreeing points span: a person who fills less cannot pass for the camera
)
_TOLERANCE = 1.0  # pixels a point may lie off the common movement


class FrameKeeper:
    """Keeps two small frames a second as JPEG files named by their milliseconds, `000012500.jpg`; a `PictureSink`.

    Each file is whole or absent. One picture is held at a time.

    Args:
        folder: where to; made when it is missing.

    Raises:
        OutputError: when the folder, or a frame, cannot be written.
    """

    wants = Picture(layout="rgb24", rate_hz=KEPT_HZ, width=KEPT_WIDTH)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"{str(folder)!r} cannot be made ({error.strerror}); name a writable place with room, by -o"
            ) from error

    def take(self, time: Seconds, image: Image) -> None:
        """Write the frame of `time`; image (H, W, 3) RGB."""
        settings = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
        _, coded = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), settings)
        with writing(self._folder / _name(time)) as beside:
            beside.write_bytes(coded.tobytes())


def read_frames(folder: Path, span: Span, *, at_most: int) -> tuple[tuple[Seconds, ...], Image]:
    """The frames kept of a span, evenly chosen when there are more than wanted.

    Args:
        folder: where `FrameKeeper` wrote.
        span: when.
        at_most: frames wanted.

    Returns:
        Their times, (T,), and the frames, (T, H, W, 3) uint8 RGB; T is 0 when none were kept.

    Raises:
        RecordError: when the folder is missing or a frame cannot be read.
    """
    names = _names(folder)
    inside = names[bisect_left(names, _name(span.start)) : bisect_left(names, _name(span.end))]
    n = min(at_most, len(inside))
    chosen = [inside[int((k + 0.5) * len(inside) / n)] for k in range(n)]  # the middles of n equal parts
    if not chosen:
        return (), np.zeros((0, 0, 0, 3), np.uint8)
    return tuple(_time(name) for name in chosen), np.stack([_read(folder / name) for name in chosen])


def nearest_frame(folder: Path, time: Seconds) -> Path | None:
    """The file of the frame kept closest to a time; None when the film gave no frame.

    Raises:
        RecordError: when the folder is missing.
    """
    names = _names(folder)
    at = bisect_left(names, _name(time))
    around = names[max(at - 1, 0) : at + 1]
    return folder / min(around, key=lambda name: abs(_time(name) - time)) if around else None


def _name(time: Seconds) -> str:
    return f"{round(max(time, 0.0) * 1000):0{_LONGEST_NAME}d}.jpg"


def _time(name: str) -> Seconds:
    return int(name.removesuffix(".jpg")) / 1000


def _names(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if name.endswith(".jpg") and not name.startswith("."))
    except OSError as error:
        raise RecordError(
            f"the frames folder {str(folder)!r} cannot be read ({error.strerror}); describe the film again"
        ) from error


def _read(path: Path) -> Image:
    image = cv2.imread(str(path))
    if image is None:
        raise RecordError(f"{str(path)!r} is no JPEG file; remove its folder and describe the film again")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)


class PictureMeter:
    """Measures light, colour and movement five times a second on a picture 160 wide; a `PictureSink`.

    The camera's movement is the similarity (shift and growth) that most of a picture's corner points share with the
    picture before (Shi and Tomasi's corners, Lucas and Kanade's flow, RANSAC). It is nan where fewer than half the
    points agree or where they keep to a part of the picture: a cut, a blend, an even wall, a person in front.
    What is held is one small picture and seven figures a measurement.
    """

    wants = Picture(layout="rgb24", rate_hz=METERED_HZ, width=_METERED_WIDTH)

    def __init__(self) -> None:
        self._rows: list[tuple[float, ...]] = []
        self._gray: Image | None = None
        self._time: Seconds = 0.0

    def take(self, time: Seconds, image: Image) -> None:
        """Measure the picture of `time`; image (H, W, 3) RGB."""
        red, green, blue = image.reshape(-1, 3).mean(0, dtype=np.float64) / 255
        brightness = float(np.dot(_LUMA, (red, green, blue)))
        gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
        if self._gray is None:
            movement = (np.nan, np.nan, np.nan, np.nan)
        else:
            movement = _movement(self._gray, gray, seconds=max(time - self._time, 1e-3))
        self._rows.append((time, brightness, red - blue, *movement))
        self._gray, self._time = gray, time

    def levels(self) -> PictureLevels:
        """What was measured so far."""
        rows = np.array(self._rows, np.float64).reshape(-1, 7)
        small = rows.astype(np.float32)
        return PictureLevels(
            times=rows[:, 0],
            brightness=small[:, 1],
            warmth=small[:, 2],
            shift=small[:, 3:5],
            zoom=small[:, 5],
            activity=small[:, 6],
        )


def _movement(before: Image, now: Image, *, seconds: Seconds) -> tuple[float, float, float, float]:
    """The camera's shift right and down and its zoom, a second, and the change they leave unexplained."""
    similarity = _similarity(before, now)
    if similarity is None:
        return np.nan, np.nan, np.nan, float(cv2.absdiff(before, now).mean()) / 255
    height, width = now.shape
    centre = np.array([width / 2, height / 2, 1.0])
    content = similarity @ centre - centre[:2]
    growth = float(np.hypot(similarity[0, 0], similarity[1, 0])) - 1
    # What lies still in the world moves against the camera.
    right, down = -content[0] / width / seconds, -content[1] / height / seconds
    return right, down, growth / seconds, _unexplained(before, now, similarity)


def _similarity(before: Image, now: Image) -> NDArray[np.float64] | None:
    """The (2, 3) matrix that takes points of the picture before to the picture now; None when it cannot be told."""
    corners = cv2.goodFeaturesToTrack(before, _CORNERS, _CORNER_QUALITY, _CORNER_DISTANCE)
    if corners is None or len(corners) < _FEWEST:
        return None
    moved, found, _ = cv2.calcOpticalFlowPyrLK(before, now, corners, np.empty_like(corners))
    kept = found.ravel() == 1
    if kept.sum() < _FEWEST:
        return None
    start, end = corners.reshape(-1, 2)[kept], moved.reshape(-1, 2)[kept]
    matrix, agreeing = cv2.estimateAffinePartial2D(start, end, ransacReprojThreshold=_TOLERANCE)
    if matrix is None:
        return None
    inside = start[agreeing.ravel() == 1]
    if len(inside) < max(_FEWEST, _AGREEING * len(corners)):
        return None
    low, high = np.percentile(inside, (5, 95), axis=0)
    if np.any((high - low) < _SPREAD * np.array(now.shape[::-1])):
        return None
    return np.asarray(matrix, np.float64)


def _unexplained(before: Image, now: Image, similarity: NDArray[np.float64]) -> float:
    """Mean absolute difference, 0..1, where the picture before, moved like the camera, meets the picture now."""
    size = now.shape[::-1]
    moved = cv2.warpAffine(before, similarity, size)
    met = cv2.warpAffine(np.full_like(before, 255), similarity, size) == 255
    return float(cv2.absdiff(moved, now)[met].mean()) / 255 if met.any() else np.nan
