"""The pictures that a file shows: itself, or some moments of a film."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import PIL.Image
from PIL import ImageOps, UnidentifiedImageError

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, Picture
from cinescribe.media.film.image_files import BROKEN
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import shots
from cinescribe.schema import Film, Shot
from cinescribe.timing import Seconds, Span

N_MOMENTS = 12  # of a film, at most
_WIDTH = 960  # pixels of a film's pictures
_SOON: Seconds = 1.0  # after a moment, within which a picture of it is looked for


@dataclass(frozen=True)
class ShownPicture:
    """A picture with what to call it.

    Args:
        name: the file's name, or the moment, `at 12.5 s`.
        image: (H, W, 3), upright.
        time: the moment, for a picture of a film.
    """

    name: str
    image: Image
    time: Seconds | None = None


def shown_pictures(path: str | Path, *, at_most: int = N_MOMENTS) -> tuple[ShownPicture, ...]:
    """The picture in a file; of a film, the middle of each shot, of many shots some evenly chosen.

    Args:
        path: a picture or film.
        at_most: moments of a film.

    Raises:
        FilmError: when the file is neither, is damaged, or would fill the memory.
    """
    path = Path(path)
    image = _image(path)
    if image is not None:
        return (ShownPicture(path.name, image),)
    film = _film(path)
    found = shots(film)
    chosen = found if len(found) <= at_most else [found[n] for n in _spread(len(found), at_most)]
    return tuple(picture for shot in chosen if (picture := _at_middle(film, shot)) is not None)


def _image(path: Path) -> Image | None:
    """The picture in a file, None where it holds none."""
    try:
        with PIL.Image.open(path) as opened:
            return np.asarray(ImageOps.exif_transpose(opened).convert("RGB"))
    except UnidentifiedImageError:
        return None
    except BROKEN as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise FilmError(f"{str(path)!r} cannot be read ({error.strerror}); name a picture or a film") from error
        raise FilmError(
            f"the picture {str(path)!r} is damaged or too large ({error}); copy or download it again, or make it "
            "smaller"
        ) from error


def _film(path: Path) -> Film:
    try:
        return probe(path)
    except FilmError as error:
        raise FilmError(f"{str(path)!r} holds no picture that can be read, and {error}") from error


def _spread(n: int, most: int) -> list[int]:
    """`most` of n numbers, evenly chosen."""
    return [int((k + 0.5) * n / most) for k in range(most)]


class _First:
    """Keeps the first picture that comes; a `PictureSink`."""

    wants = Picture(layout="rgb24", width=_WIDTH)

    def __init__(self) -> None:
        self.image: Image | None = None

    def take(self, time: Seconds, image: Image) -> None:
        if self.image is None:
            self.image = image.copy()


def _at_middle(film: Film, shot: Shot) -> ShownPicture | None:
    first, middle = _First(), shot.span.middle
    read_through(film, pictures=[first], within=Span(middle, min(middle + _SOON, film.duration)))
    return None if first.image is None else ShownPicture(f"at {middle:.1f} s", first.image, middle)
