"""Reads single pictures upright in RGB, and writes them."""

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

_QUALITY = 92  # of JPEG, 0 to 100
_SIDEWAYS = (5, 6, 7, 8)  # EXIF orientations that swap width and height
# Errors of Pillow for files that are not pictures, are truncated, or would fill the memory.
BROKEN = (OSError, ValueError, SyntaxError, PIL.Image.DecompressionBombError)


def read_picture(path: Path) -> Image:
    """Read an upright picture, (H, W, 3) uint8 RGB; transparency is dropped.

    Raises:
        RecordError: when the file is missing, not a picture, or damaged.
    """
    with _opened(path) as picture:
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"), np.uint8)


def picture_size(path: Path) -> tuple[int, int]:
    """Read width and height in pixels of an upright picture, from its header alone.

    Raises:
        RecordError: when the file is missing or not a picture.
    """
    with _opened(path) as picture:
        sideways = picture.getexif().get(ExifTags.Base.Orientation, 1) in _SIDEWAYS
        return (picture.height, picture.width) if sideways else (picture.width, picture.height)


@contextmanager
def _opened(path: Path) -> Iterator[PIL.Image.Image]:
    """Open the picture in a file; turn errors of opening and decoding into `RecordError`."""
    try:
        with PIL.Image.open(path) as picture:
            yield picture
    except FileNotFoundError as error:
        raise RecordError(f"the picture {str(path)!r} is missing; put it there") from error
    except BROKEN as error:
        reason = next(iter(str(error).splitlines()), type(error).__name__)
        raise RecordError(
            f"{str(path)!r} is not a picture, or a damaged one ({reason}); put an intact picture there"
        ) from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture, (H, W, 3) uint8 RGB, atomically, in the format of the path's suffix.

    Raises:
        OutputError: when the file cannot be written.
    """
    with writing(path) as partial:
        PIL.Image.fromarray(image).save(partial, quality=_QUALITY)
