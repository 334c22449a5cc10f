"""Reads single pictures upright in RGB, and writes them."""

from __future__ import annotations

import io
import os
import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np
import PIL.Image
from PIL import ExifTags, ImageOps

from cinescribe.errors import RecordError
from cinescribe.input_files import open_input
from cinescribe.media.film.container import MAX_PIXELS
from cinescribe.media.film.frame_scaling import Image
from cinescribe.store import writing

# Pillow knows more, some of which call other programs.
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "JPEG2000")
_QUALITY = 92  # of JPEG, 0 to 100
_SIDEWAYS = (5, 6, 7, 8)  # EXIF orientations that swap width and height
# Errors of Pillow for files that are not pictures, are damaged or truncated, or would fill the memory.
IMAGE_ERRORS = (
    *(OSError, EOFError, SyntaxError, ValueError, TypeError, LookupError, ArithmeticError, struct.error),
    PIL.Image.DecompressionBombError,
)


def read_picture(path: Path) -> Image:
    """Read an upright picture, (H, W, 3) uint8 RGB; transparency is dropped.

    Raises:
        RecordError: when the file is missing, not a picture of `_FORMATS`, damaged, or has more than `MAX_PIXELS`.
    """
    with _readable(path) as picture:
        return np.asarray(ImageOps.exif_transpose(picture).convert("RGB"), np.uint8)


def picture_size(path: Path) -> tuple[int, int]:
    """Read width and height in pixels of an upright picture from its header only.

    Raises:
        RecordError: when the file is missing, not a picture of `_FORMATS`, or has more than `MAX_PIXELS`.
    """
    with _readable(path) as picture:
        sideways = picture.getexif().get(ExifTags.Base.Orientation, 1) in _SIDEWAYS
        return (picture.height, picture.width) if sideways else (picture.width, picture.height)


@contextmanager
def opened_picture(path: Path) -> Iterator[PIL.Image.Image]:
    """Open the picture in a file; it is decoded when it is used.

    Raises:
        RecordError: when the file is missing or no regular file, or the picture has more than `MAX_PIXELS`.
        One of `IMAGE_ERRORS`: when the file is no picture of `_FORMATS`, or a damaged one.
    """
    with open_input(path) as opened:
        descriptor = os.dup(opened.fileno())
    with _Picture(io.FileIO(descriptor)) as file, _identified(file) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            raise RecordError(
                f"the picture {str(path)!r} has {picture.width} x {picture.height} pixels; at most {MAX_PIXELS} can be "
                "read; make it smaller"
            )
        yield picture


class _Picture(io.BufferedReader):
    """The file of a picture, of which no more is read at once than there is, whatever lengths a damaged one names."""

    def __init__(self, raw: io.FileIO) -> None:
        super().__init__(raw)
        self._size = os.fstat(raw.fileno()).st_size

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(size if size is None or size <= self._size else self._size)


def _identified(file: BinaryIO) -> PIL.Image.Image:
    with warnings.catch_warnings():
        # Pillow warns about pictures above its own limit, which is higher than this one.
        warnings.simplefilter("ignore", PIL.Image.DecompressionBombWarning)
        return PIL.Image.open(file, formats=_FORMATS)


@contextmanager
def _readable(path: Path) -> Iterator[PIL.Image.Image]:
    """Open the picture in a file; turn errors of opening and decoding into `RecordError`."""
    try:
        with opened_picture(path) as picture:
            yield picture
    except IMAGE_ERRORS as error:
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
