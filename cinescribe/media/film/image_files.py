"""Single pictures in files: read upright in red, green and blue, and written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import PIL.Image
from PIL import ExifTags, ImageOps

from cinescribe.errors import RecordError
from cinescribe.media.film.frame_scaling import Image
from cinescribe.store import writing

_QUALITY = 92  # of 100, of JPEG
_SIDEWAYS = (5, 6, 7, 8)  # EXIF's orientations that swap width and height
# What Pillow raises over files that are no pictures, or are cut short, or would fill the memory.
BROKEN = (OSError, ValueError, SyntaxError, PIL.Image.DecompressionBombError)


def read_picture(path: Path) -> Image:
    """A picture as it is meant to be seen, (H, W, 3) uint8 RGB; transparency is left out.

    Raises:
        RecordError: when the file is missing, no picture, or damaged.
    """
    with _opened(path) as opened:
        return np.asarray(ImageOps.exif_transpose(opened).convert("RGB"), np.uint8)


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height in pixels of a picture as it is meant to be seen, from its header alone.

    Raises:
        RecordError: when the file is missing or no picture.
    """
    with _opened(path) as opened:
        sideways = opened.getexif().get(ExifTags.Base.Orientation, 1) in _SIDEWAYS
        return (opened.height, opened.width) if sideways else (opened.width, opened.height)


@contextmanager
def _opened(path: Path) -> Iterator[PIL.Image.Image]:
    """The picture in a file; its errors are ours, also those that show only when it is decoded."""
    try:
        with PIL.Image.open(path) as opened:
            yield opened
    except FileNotFoundError as error:
        raise RecordError(f"the picture {str(path)!r} is missing; put it there") from error
    except BROKEN as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise RecordError(f"{str(path)!r} is no picture, or a damaged one ({reason}); put a whole one there") from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture, (H, W, 3) uint8 RGB, whole or not at all, in the format of the path's suffix.

    Raises:
        OutputError: when the place cannot be written.
    """
    with writing(path) as beside:
        PIL.Image.fromarray(image).save(beside, quality=_QUALITY)
