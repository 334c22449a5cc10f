"""Converts decoded frames to the size, pixel layout and rate that a picture sink asks for, upright."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

import av
import cv2
import numpy as np
from av.video.reformatter import Interpolation, VideoReformatter
from numpy.typing import NDArray

from cinescribe.media.film.container import upright_rotation
from cinescribe.schema import Stream

Image: TypeAlias = NDArray[np.uint8]
Layout: TypeAlias = Literal["rgb24", "gray", "yuv420p"]

FAST_SHRINK = 4  # pictures shrunk at least by this factor use the fast filter
ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True)
class PictureFormat:
    """The format of pictures that a sink asks for.

    Args:
        layout: pixel layout: `rgb24` (H, W, 3), `gray` (H, W), `yuv420p` (H * 3 / 2, W).
        rate_hz: pictures per second; None for every frame.
        width: width in pixels, with the height in proportion (even); None keeps the size. Pictures are not enlarged.
        height: with `width`, forces both sides and may change the proportion.
    """

    layout: Layout = "rgb24"
    rate_hz: float | None = None
    width: int | None = None
    height: int | None = None

    def size(self, stream: Stream) -> tuple[int, int]:
        """Return width and height of the pictures of a stream."""
        own_width, own_height = stream.width or 2, stream.height or 2
        if self.width is None:
            width, height = own_width, own_height
        elif self.height is not None:
            width, height = self.width, self.height
        else:
            width = min(self.width, own_width)
            height = max(2, round(own_height * width / own_width / 2) * 2)
        if self.layout == "yuv420p":  # stores one colour for each 2 x 2 pixels
            width, height = max(2, width // 2 * 2), max(2, height // 2 * 2)
        return width, height


class Scaler:
    """Converts frames of one stream to one layout and size."""

    def __init__(self, layout: Layout, size: tuple[int, int]) -> None:
        self._layout, self._size = layout, size
        self._shrink, self._convert = VideoReformatter(), VideoReformatter()

    def image(self, frame: av.VideoFrame) -> Image:
        """Return the upright picture of a frame."""
        rotation = upright_rotation(frame)
        width, height = self._size[::-1] if rotation in (90, 270) else self._size
        if self._layout == "rgb24" and width < frame.width and width % 2 == height % 2 == 0:
            # Shrinking before the conversion to RGB takes half the time.
            frame = _reformatted(self._shrink, frame, width, height, "yuv420p")
        image = _reformatted(self._convert, frame, width, height, self._layout).to_ndarray()
        return self._rotated(np.asarray(image, np.uint8), rotation)

    def _rotated(self, image: Image, rotation: int) -> Image:
        if not rotation:
            return image
        if self._layout != "yuv420p":
            return np.asarray(cv2.rotate(image, ROTATIONS[rotation]), np.uint8)
        planes = [cv2.rotate(plane, ROTATIONS[rotation]) for plane in yuv_planes(image)]
        flat = np.concatenate([plane.ravel() for plane in planes])
        return np.asarray(flat.reshape(-1, planes[0].shape[1]), np.uint8)


def _reformatted(
    reformatter: VideoReformatter, frame: av.VideoFrame, width: int, height: int, layout: Layout
) -> av.VideoFrame:
    method = Interpolation.FAST_BILINEAR if width * FAST_SHRINK <= frame.width else Interpolation.AREA
    return reformatter.reformat(frame, width=width, height=height, format=layout, interpolation=method, threads=1)


class FrameSampler:
    """Selects frames at the rate of a sink, by their times, since frame rates vary.

    A frame is selected at most once, so that a film with few frames gives fewer than the rate.
    """

    EARLY = Fraction(1, 1000)  # seconds by which rounded time stamps may be early

    def __init__(self, rate_hz: float | None) -> None:
        self._step = 1 / Fraction(rate_hz) if rate_hz else None
        self._tick: int | None = None

    def is_due(self, time: Fraction) -> bool:
        """Whether the frame at `time` is the first in a new interval of the rate."""
        if self._step is None:
            return True
        tick = (time + self.EARLY) // self._step
        if self._tick is not None and tick <= self._tick:
            return False
        self._tick = tick
        return True


def yuv_planes(image: Image) -> tuple[Image, Image, Image]:
    """Return the planes Y (H, W), U and V (H / 2, W / 2) of a `yuv420p` picture (H * 3 / 2, W)."""
    height, width = image.shape[0] * 2 // 3, image.shape[1]
    colours = image[height:].reshape(2, height // 2, width // 2)
    return image[:height], colours[0], colours[1]
