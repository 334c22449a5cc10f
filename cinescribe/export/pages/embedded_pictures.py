"""Thumbnails embedded in a page: frames that cues are based on, and portraits of people."""

from __future__ import annotations

import base64
import io
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps

from cinescribe.media.film.image_files import IMAGE_ERRORS, opened_picture
from cinescribe.timing import Seconds

PORTRAIT = 192  # pixels on each side: twice the shown size, for high-resolution screens
MAX_DISTANCE: Seconds = 2.0  # between a moment and the frame that shows it
_WIDTHS = ((400, 320), (1500, 208))  # (most frames, width in pixels), which limits the size of a page
_MIN_WIDTH = 160  # pixels, for more frames: 4,000 frames take about 15 MB
_QUALITY = 62  # of JPEG


@dataclass(frozen=True)
class Thumbnail:
    """A JPEG as a data URI, with its size in pixels and a name that is unique on its page."""

    name: str
    width: int
    height: int
    url: str


class FrameFolder:
    """A folder of JPEG frames named by their time in milliseconds.

    Args:
        folder: the folder; if it does not exist, there are no frames.
    """

    def __init__(self, folder: Path) -> None:
        paths = {int(path.stem): path for path in folder.glob("*.jpg") if path.stem.isdecimal()}
        self._paths = dict(sorted(paths.items()))
        self._times = list(self._paths)

    def nearest(self, time: Seconds) -> int | None:
        """Return the nearest frame to `time`, as milliseconds; None if there is none within `MAX_DISTANCE`."""
        whole = round(time * 1000)
        at = bisect_left(self._times, whole)
        near = min(self._times[max(0, at - 1) : at + 1], key=lambda frame: abs(frame - whole), default=None)
        return near if near is not None and abs(near - whole) <= MAX_DISTANCE * 1000 else None

    def path(self, frame: int) -> Path:
        """Return the file of an existing frame."""
        return self._paths[frame]

    def thumbnails(self, frames: Iterable[int]) -> dict[int, Thumbnail]:
        """Return thumbnails of frames, smaller if there are many; unreadable frames are left out."""
        wanted = sorted(set(frames))
        width = next((width for most, width in _WIDTHS if len(wanted) <= most), _MIN_WIDTH)
        pictures = {frame: _frame(self._paths[frame], width) for frame in wanted}
        return {frame: picture for frame, picture in pictures.items() if picture is not None}


def portrait(path: Path) -> str | None:
    """Return a square portrait as a data URI; None if the file is missing or is no picture.

    Raises:
        RecordError: when it is no regular file, or has more than `MAX_PIXELS`.
    """
    image = _read(path, PORTRAIT)
    if image is None:
        return None
    return _url(ImageOps.fit(image, (PORTRAIT, PORTRAIT)))


def thumbnail(name: str, image: Image.Image, *, width: int) -> Thumbnail:
    """Return a thumbnail of an image, at most `width` pixels wide."""
    if image.width > width:
        image = image.resize((width, max(1, round(image.height * width / image.width))))
    return Thumbnail(name, image.width, image.height, _url(image))


def _frame(path: Path, width: int) -> Thumbnail | None:
    image = _read(path, width)
    if image is None:
        return None
    return thumbnail(path.stem, image, width=width)


def _read(path: Path, side: int) -> Image.Image | None:
    """A picture decoded at reduced size, with both sides of at least `side` pixels where possible."""
    if not path.exists():
        return None
    try:
        with opened_picture(path) as opened:
            opened.draft("RGB", (side, side))
            return opened.convert("RGB")
    except IMAGE_ERRORS:
        return None


def _url(image: Image.Image) -> str:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=_QUALITY, optimize=True)
    return f"data:image/jpeg;base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
