"""Small frames of a film on disk, and measurements of its picture: light, colour, camera movement, activity."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import OutputError, RecordError
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.input_files import read_bytes
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.image_files import picture_size
from cinescribe.store import writing
from cinescribe.timing import Seconds, Span

FRAME_HZ = 2.0  # frames written per second
FRAME_WIDTH = 480  # pixels
_JPEG_QUALITY = 85  # of 100: 15-30 kB per frame
_MAX_SIDE = 8 * FRAME_WIDTH  # pixels; a narrow film is higher than wide
_FRAME = re.compile(r"\d{9,15}\.jpg", re.ASCII)
_N_DIGITS = 9  # of milliseconds in a file name: up to eleven days

METERED_HZ = 5.0  # measurements per second
_METERED_WIDTH = 160  # pixels; camera movement is found to a tenth of one
_LUMA = np.array([0.299, 0.587, 0.114], np.float32)  # ITU-R BT.601

_MAX_CORNERS = 120  # points tracked from frame to frame
_CORNER_QUALITY = 0.02  # of the strongest corner's response
_CORNER_DISTANCE = 5  # pixels between two points
_MIN_POINTS = 12  # that must agree on one movement
_AGREEING = 0.5  # share of the tracked points that must agree
_SPREAD = 0.5  # share of each side that agreeing points must span, so that a moving person does not count as camera
_TOLERANCE = 1.0  # pixels by which a point may differ from the common movement


class FrameWriter:
    """A `PictureSink` that writes two small frames per second as JPEG files named by milliseconds, `000012500.jpg`.

    Each file is complete or absent. Holds one picture in memory.

    Args:
        folder: where to write; created if it does not exist.

    Raises:
        OutputError: when the folder, or a frame, cannot be written.
    """

    wants = PictureFormat(layout="rgb24", rate_hz=FRAME_HZ, width=FRAME_WIDTH)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"{str(folder)!r} cannot be created ({error.strerror}); name a writable folder with free space"
            ) from error

    def take(self, time: Seconds, image: Image) -> None:
        """Write the frame of `time`; image (H, W, 3) RGB."""
        write_frame(self._folder, time, image)


def write_frame(folder: Path, time: Seconds, image: Image) -> None:
    """Write one frame to a folder, as `FrameWriter` does; image (H, W, 3) RGB.

    Raises:
        OutputError: when it cannot be written.
    """
    settings = [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY]
    _, coded = cv2.imencode(".jpg", cv2.cvtColor(image, cv2.COLOR_RGB2BGR), settings)
    with writing(folder / _name(time)) as beside:
        beside.write_bytes(coded.tobytes())


def frame_times(folder: Path) -> tuple[Seconds, ...]:
    """Return the times of all frames in a folder, in order, rounded to milliseconds.

    Raises:
        RecordError: when the folder is missing.
    """
    return tuple(_time(name) for name in _names(folder))


def read_frame(folder: Path, time: Seconds) -> Image:
    """Read the frame of one of the `frame_times` of a folder, (H, W, 3) uint8 RGB.

    Raises:
        RecordError: when it is missing or cannot be read.
    """
    return _read(folder / _name(time))


def read_frames(folder: Path, span: Span, *, at_most: int) -> tuple[tuple[Seconds, ...], Image]:
    """Read the frames of a span, evenly chosen when there are more than `at_most`.

    Args:
        folder: where `FrameWriter` wrote.
        span: of the film.
        at_most: number of frames.

    Returns:
        Their times, (T,), and the frames, (T, H, W, 3) uint8 RGB; T is 0 when there are none.

    Raises:
        RecordError: when the folder is missing or a frame cannot be read.
    """
    names = _names(folder)
    inside = names[bisect_left(names, _name(span.start)) : bisect_left(names, _name(span.end))]
    n = min(at_most, len(inside))
    chosen = [inside[int((k + 0.5) * len(inside) / n)] for k in range(n)]  # the middles of n equal parts
    if not chosen:
        return (), np.zeros((0, 0, 0, 3), np.uint8)
    frames = [_read(folder / name) for name in chosen]
    if len({frame.shape for frame in frames}) > 1:
        raise RecordError(f"the frames in {str(folder)!r} differ in size; remove it and describe the film again")
    return tuple(_time(name) for name in chosen), np.stack(frames)


def _name(time: Seconds) -> str:
    return f"{round(max(time, 0.0) * 1000):0{_N_DIGITS}d}.jpg"


def _time(name: str) -> Seconds:
    return int(name.removesuffix(".jpg")) / 1000


def _names(folder: Path) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if _FRAME.fullmatch(name))
    except OSError as error:
        raise RecordError(
            f"the frames folder {str(folder)!r} cannot be read ({error.strerror}); describe the film again"
        ) from error


def _read(path: Path) -> Image:
    try:
        is_small = max(picture_size(path)) <= _MAX_SIDE
        image = cv2.imdecode(np.frombuffer(read_bytes(path), np.uint8), cv2.IMREAD_COLOR) if is_small else None
    except (RecordError, cv2.error) as error:
        raise RecordError(
            f"{str(path)!r} is no JPEG file ({error}); remove its folder and describe the film again"
        ) from error
    if image is None:
        raise RecordError(f"{str(path)!r} is not a frame by Cinescribe; remove its folder and describe the film again")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2RGB), np.uint8)


class PictureMeter:
    """A `PictureSink` that measures light, colour and movement five times per second on a picture 160 pixels wide.

    Camera movement is the similarity transform (shift and scale) from the previous picture that most corner points
    share (Shi-Tomasi corners, Lucas-Kanade flow, RANSAC). It is nan where fewer than half the points agree, or where
    those lie in one part of the picture: at a cut, a blend, a plain wall, a person in front.
    Holds one small picture and seven numbers per measurement.
    """

    wants = PictureFormat(layout="rgb24", rate_hz=METERED_HZ, width=_METERED_WIDTH)

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
        """Return the measurements so far."""
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
    """Return the camera's shift right and down and its zoom, per second, and the change that they do not explain."""
    similarity = _similarity(before, now)
    if similarity is None:
        return np.nan, np.nan, np.nan, float(cv2.absdiff(before, now).mean()) / 255
    height, width = now.shape
    centre = np.array([width / 2, height / 2, 1.0])
    content = similarity @ centre - centre[:2]
    growth = float(np.hypot(similarity[0, 0], similarity[1, 0])) - 1
    # Still objects move against the camera.
    right, down = -content[0] / width / seconds, -content[1] / height / seconds
    return right, down, growth / seconds, _unexplained(before, now, similarity)


def _similarity(before: Image, now: Image) -> NDArray[np.float64] | None:
    """Return the (2, 3) matrix from points of the previous picture to the current one; None when it is unknown."""
    corners = cv2.goodFeaturesToTrack(before, _MAX_CORNERS, _CORNER_QUALITY, _CORNER_DISTANCE)
    if corners is None or len(corners) < _MIN_POINTS:
        return None
    moved, status, _ = cv2.calcOpticalFlowPyrLK(before, now, corners, np.empty_like(corners))
    tracked = status.ravel() == 1
    if tracked.sum() < _MIN_POINTS:
        return None
    start, end = corners.reshape(-1, 2)[tracked], moved.reshape(-1, 2)[tracked]
    matrix, agreeing = cv2.estimateAffinePartial2D(start, end, ransacReprojThreshold=_TOLERANCE)
    if matrix is None:
        return None
    inside = start[agreeing.ravel() == 1]
    if len(inside) < max(_MIN_POINTS, _AGREEING * len(corners)):
        return None
    low, high = np.percentile(inside, (5, 95), axis=0)
    if np.any((high - low) < _SPREAD * np.array(now.shape[::-1])):
        return None
    return np.asarray(matrix, np.float64)


def _unexplained(before: Image, now: Image, similarity: NDArray[np.float64]) -> float:
    """Return the mean absolute difference, 0..1, of the current picture and the previous one moved by the camera."""
    size = now.shape[::-1]
    moved = cv2.warpAffine(before, similarity, size)
    overlap = cv2.warpAffine(np.full_like(before, 255), similarity, size) == 255
    return float(cv2.absdiff(moved, now)[overlap].mean()) / 255 if overlap.any() else np.nan
