"""The small pictures a page carries inside itself: frames a cue was made from, portraits of people."""

from __future__ import annotations

import base64
import io
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps

from cinescribe.timing import Seconds

PORTRAIT = 192  # pixels on each side: twice what is shown, for sharp screens
FURTHEST: Seconds = 2.0  # a frame further from the moment than this does not show it
_WIDTHS = ((400, 320), (1500, 208))  # up to so many frames, each is so many pixels wide, to keep a page light
_NARROWEST = 160  # pixels, beyond that: 4,000 frames are some 15 MB
_QUALITY = 62  # of JPEG


@dataclass(frozen=True)
class SmallPicture:
    """A JPEG as a data URI, with its size in pixels and a name unique on its page."""

    name: str
    width: int
    height: int
    url: str


class KeptFrames:
    """The frames a description kept: JPEG files named by the millisecond at which they stand.

    Args:
        folder: where they are; a folder that does not exist holds none.
    """

    def __init__(self, folder: Path) -> None:
        found = {int(path.stem): path for path in folder.glob("*.jpg") if path.stem.isdecimal()}
        self._paths = dict(sorted(found.items()))
        self._times = list(self._paths)

    def nearest(self, time: Seconds) -> int | None:
        """The millisecond of the frame nearest to `time`; None when none stands within `FURTHEST`."""
        whole = round(time * 1000)
        at = bisect_left(self._times, whole)
        near = min(self._times[max(0, at - 1) : at + 1], key=lambda frame: abs(frame - whole), default=None)
        return near if near is not None and abs(near - whole) <= FURTHEST * 1000 else None

    def path(self, frame: int) -> Path:
        """The file of a frame that there is."""
        return self._paths[frame]

    def small(self, frames: Iterable[int]) -> dict[int, SmallPicture]:
        """The named frames, each once, smaller the more there are; one that cannot be read is left out."""
        wanted = sorted(set(frames))
        width = next((width for most, width in _WIDTHS if len(wanted) <= most), _NARROWEST)
        made = {frame: _frame(self._paths[frame], width) for frame in wanted}
        return {frame: picture for frame, picture in made.items() if picture is not None}


def portrait(path: Path) -> str | None:
    """A square portrait as a data URI; None when the file is missing or is no picture."""
    image = _read(path, PORTRAIT)
    if image is None:
        return None
    return _url(ImageOps.fit(image, (PORTRAIT, PORTRAIT)))


def small_picture(name: str, image: Image.Image, *, width: int) -> SmallPicture:
    """A picture at hand, made `width` pixels wide if it is wider."""
    if image.width > width:
        image = image.resize((width, max(1, round(image.height * width / image.width))))
    return SmallPicture(name, image.width, image.height, _url(image))


def _frame(path: Path, width: int) -> SmallPicture | None:
    image = _read(path, width)
    if image is None:
        return None
    return small_picture(path.stem, image, width=width)


def _read(path: Path, side: int) -> Image.Image | None:
    """A picture, decoded no larger than both sides staying at least `side` pixels needs."""
    try:
        with Image.open(path) as opened:
            opened.draft("RGB", (side, side))
            return opened.convert("RGB")
    except OSError:
        return None


def _url(image: Image.Image) -> str:
    held = io.BytesIO()
    image.save(held, "JPEG", quality=_QUALITY, optimize=True)
    return f"data:image/jpeg;base64,{base64.b64encode(held.getvalue()).decode('ascii')}"
