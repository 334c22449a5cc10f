"""Reads the pictures to explain from a file: an image, or moments of a film."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import ImageOps, UnidentifiedImageError

from cinescribe.errors import FilmError, RecordError
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.image_files import IMAGE_ERRORS, opened_picture
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import shots
from cinescribe.schema import Film, Shot
from cinescribe.timing import Seconds, Span

N_MOMENTS = 12  # of a film, at most
_WIDTH = 960  # of a film's pictures, in pixels
_SEARCH: Seconds = 1.0  # a moment's picture is the first within this time after it


@dataclass(frozen=True)
class InputPicture:
    """A picture with a name.

    Args:
        name: the name of the file, or the moment, such as `at 12.5 s`.
        image: (H, W, 3), upright.
        time: the moment of a film; None for an image file.
    """

    name: str
    image: Image
    time: Seconds | None = None


def pictures_of_film(path: str | Path, *, at_most: int = N_MOMENTS) -> tuple[InputPicture, ...]:
    """Return the picture in an image file, or the middle of each shot of a film, evenly chosen where there are many.

    Args:
        path: an image or film.
        at_most: number of moments of a film.

    Raises:
        FilmError: when the file is neither, is damaged, or is too large for memory.
    """
    path = Path(path)
    image = _image(path)
    if image is not None:
        return (InputPicture(path.name, image),)
    film = _film(path)
    every = shots(film)
    chosen = every if len(every) <= at_most else [every[n] for n in _spread(len(every), at_most)]
    return tuple(picture for shot in chosen if (picture := _at_middle(film, shot)) is not None)


def _image(path: Path) -> Image | None:
    """Return the picture in an image file; None if it is not an image."""
    try:
        with opened_picture(path) as opened:
            return np.asarray(ImageOps.exif_transpose(opened).convert("RGB"))
    except UnidentifiedImageError:
        return None
    except RecordError as error:
        raise FilmError(str(error)) from error
    except IMAGE_ERRORS as error:
        raise FilmError(f"the picture {str(path)!r} is damaged ({error}); copy or download it again") from error


def _film(path: Path) -> Film:
    try:
        return probe(path)
    except FilmError as error:
        raise FilmError(f"{str(path)!r} holds no picture that can be read, and {error}") from error


def _spread(n: int, n_chosen: int) -> list[int]:
    """Return `n_chosen` indices below n, evenly spread."""
    return [int((k + 0.5) * n / n_chosen) for k in range(n_chosen)]


class _First:
    """A `PictureSink` that keeps the first picture."""

    wants = PictureFormat(layout="rgb24", width=_WIDTH)

    def __init__(self) -> None:
        self.image: Image | None = None

    def take(self, time: Seconds, image: Image) -> None:
        if self.image is None:
            self.image = image.copy()


def _at_middle(film: Film, shot: Shot) -> InputPicture | None:
    first, middle = _First(), shot.span.middle
    read_through(film, pictures=[first], within=Span(middle, min(middle + _SEARCH, film.duration)))
    return None if first.image is None else InputPicture(f"at {middle:.1f} s", first.image, middle)
