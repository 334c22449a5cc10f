"""A decoded frame made into the picture that a consumer wants: size, pixel layout, upright."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import av
import cv2
import numpy as np
from av.video.reformatter import Interpolation, VideoReformatter
from numpy.typing import NDArray

from cinescribe.media.film.container import clockwise
from cinescribe.schema import Stream

Image: TypeAlias = NDArray[np.uint8]
Layout: TypeAlias = Literal["rgb24", "gray", "yuv420p"]

FAR = 4  # pictures shrunk at least this often are averages anyway: the fast filter does
TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True)
class Picture:
    """What a consumer of pictures wants.

    Args:
        layout: pixel layout: `rgb24` (H, W, 3), `gray` (H, W), `yuv420p` (H * 3 / 2, W).
        rate_hz: pictures per second; None for every frame.
        width: picture width in pixels, height in proportion (even); None for the film's own size; never enlarged.
        height: with `width`, both sides forced, proportion given up.
    """

    layout: Layout = "rgb24"
    rate_hz: float | None = None
    width: int | None = None
    height: int | None = None

    def size(self, stream: Stream) -> tuple[int, int]:
        """Width and height of the upright picture of a stream."""
        own_width, own_height = stream.width or 2, stream.height or 2
        if self.width is None:
            width, height = own_width, own_height
        elif self.height is not None:
            width, height = self.width, self.height
        else:
            width = min(self.width, own_width)
            height = max(2, round(own_height * width / own_width / 2) * 2)
        if self.layout == "yuv420p":  # its colours are stored for squares of 2 x 2
            width, height = max(2, width // 2 * 2), max(2, height // 2 * 2)
        return width, height


class Scaler:
    """Makes frames of one stream into pictures of one layout and size."""

    def __init__(self, layout: Layout, size: tuple[int, int]) -> None:
        self._layout, self._size = layout, size
        self._shrink, self._convert = VideoReformatter(), VideoReformatter()

    def image(self, frame: av.VideoFrame) -> Image:
        """The picture of a frame, upright."""
        turn = clockwise(frame)
        width, height = self._size[::-1] if turn in (90, 270) else self._size
        if self._layout == "rgb24" and width < frame.width and width % 2 == height % 2 == 0:
            # FFmpeg makes a colour picture small in half the time when it does so before it makes it RGB.
            frame = _reformatted(self._shrink, frame, width, height, "yuv420p")
        image = _reformatted(self._convert, frame, width, height, self._layout).to_ndarray()
        return self._turned(np.asarray(image, np.uint8), turn)

    def _turned(self, image: Image, turn: int) -> Image:
        if not turn:
            return image
        if self._layout != "yuv420p":
            return np.asarray(cv2.rotate(image, TURNS[turn]), np.uint8)
        planes = [cv2.rotate(plane, TURNS[turn]) for plane in yuv_planes(image)]
        flat = np.concatenate([plane.ravel() for plane in planes])
        return np.asarray(flat.reshape(-1, planes[0].shape[1]), np.uint8)


def _reformatted(
    reformatter: VideoReformatter, frame: av.VideoFrame, width: int, height: int, layout: Layout
) -> av.VideoFrame:
    method = Interpolation.FAST_BILINEAR if width * FAR <= frame.width else Interpolation.AREA
    return reformatter.reformat(frame, width=width, height=height, format=layout, interpolation=method, threads=1)


class Gate:
    """Lets a picture through as often as a consumer wants, by its time and not by counting: frame rates vary.

    Each picture passes at most once: where the film holds a picture for long, fewer come than were wanted.
    """

    EARLY = Fraction(1, 1000)  # seconds by which rounded time stamps may come before the beat

    def __init__(self, rate_hz: float | None) -> None:
        self._step = 1 / Fraction(rate_hz) if rate_hz else None
        self._beat: int | None = None

    def lets(self, time: Fraction) -> bool:
        """Whether the frame at `time` is the first since a new beat of the rate."""
        if self._step is None:
            return True
        beat = (time + self.EARLY) // self._step
        if self._beat is not None and beat <= self._beat:
            return False
        self._beat = beat
        return True


def yuv_planes(image: Image) -> tuple[Image, Image, Image]:
    """The planes Y (H, W), U and V (H / 2, W / 2) of a `yuv420p` picture (H * 3 / 2, W)."""
    height, width = image.shape[0] * 2 // 3, image.shape[1]
    colours = image[height:].reshape(2, height // 2, width // 2)
    return image[:height], colours[0], colours[1]
