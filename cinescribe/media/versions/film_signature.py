"""What two versions of a film are compared by: small grey pictures, how much each picture changes, and the sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.read import PictureSink, read_through
from cinescribe.media.film.resample import Samples, Sound, SoundSink
from cinescribe.media.shots.frame_signature import Bars
from cinescribe.media.sound.mono import MonoTrack
from cinescribe.schema import Film
from cinescribe.timing import Seconds

PICTURE_HZ = 5  # pictures that are kept in a second: two minutes of film take 1.4 MB
SIZE = (64, 36)  # their width and height, whatever the film's proportions are
SOUND_HZ = 16_000
_MIN_PEAK = 1e-4  # softer sound is silence


@dataclass(frozen=True)
class FilmSignature:
    """The signature of one version of a film.

    Args:
        film: the version.
        thumbs: grey pictures on a clock of `PICTURE_HZ`, (T, 36, 64); T is 0 for a film without pictures.
        crop: rows and columns between black bars.
        times: of all pictures, (F,).
        changes: mean change of luma of each picture from the one before, (F,).
        sound: mono sound at `SOUND_HZ`; None for a film without sound, or with silence only.
    """

    film: Film
    thumbs: NDArray[np.uint8]
    crop: tuple[slice, slice]
    times: NDArray[np.float64]
    changes: NDArray[np.float32]
    sound: MonoTrack | None


def film_signature(
    film: Film,
    *,
    pictures: Sequence[PictureSink] = (),
    sounds: Sequence[SoundSink] = (),
    progress: Callable[[Seconds], None] | None = None,
) -> FilmSignature:
    """Decode a film once, and return its signature.

    Args:
        film: the film, from `probe`.
        pictures: further sinks that see the same pass.
        sounds: further sinks that hear it.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film has neither pictures nor sound, or `read_through` refuses it.
        OutputError: when the temporary folder is full.
    """
    if film.track("video") is None and film.track("audio") is None:
        raise FilmError(f"{film.path!r} has neither pictures nor sound; name a film")
    seen, heard = _Thumbs(), _Mono()
    read_through(film, pictures=(seen, *pictures), sounds=(heard, *sounds), progress=progress)
    sound = heard.track if heard.track.peak >= _MIN_PEAK else None
    return FilmSignature(film, seen.thumbs(), seen.crop(), *seen.all_changes(), sound)


class _Thumbs:
    """A picture sink that keeps thumbnails, and the change of every picture."""

    def __init__(self) -> None:
        self._bars = Bars()
        self._kept: list[Image] = []
        self._kept_at: list[Seconds] = []
        self._times: list[Seconds] = []
        self._changes: list[float] = []
        self._last: NDArray[np.int16] | None = None

    @property
    def wants(self) -> PictureFormat:
        """Every picture, tiny and grey."""
        return PictureFormat("gray", width=SIZE[0], height=SIZE[1])

    def take(self, time: Seconds, image: Image) -> None:
        """Keep what is needed of the next picture."""
        now = image.astype(np.int16)
        self._times.append(time)
        self._changes.append(0.0 if self._last is None else float(np.abs(now - self._last).mean()))
        self._last = now
        if not self._kept_at or int(time * PICTURE_HZ) > int(self._kept_at[-1] * PICTURE_HZ):
            self._bars.add(image)
            self._kept.append(image.copy())
            self._kept_at.append(time)

    def thumbs(self) -> NDArray[np.uint8]:
        """The pictures on a regular clock; where a film has fewer, one is held."""
        if not self._kept:
            return np.zeros((0, SIZE[1], SIZE[0]), np.uint8)
        clock = np.arange(int(self._times[-1] * PICTURE_HZ) + 1)
        shown = np.searchsorted(np.floor(np.array(self._kept_at) * PICTURE_HZ), clock, side="right") - 1
        if len(shown) == len(self._kept) and (shown == clock).all():
            return np.stack(self._kept)
        return np.asarray(np.stack(self._kept)[shown.clip(0)], np.uint8)

    def crop(self) -> tuple[slice, slice]:
        """The rows and columns between black bars."""
        return self._bars.crop() if self._kept else (slice(0, SIZE[1]), slice(0, SIZE[0]))

    def all_changes(self) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """The times of all pictures, and how much each changed."""
        return np.array(self._times, np.float64), np.array(self._changes, np.float32)


class _Mono:
    """A sound sink that writes mono sound to disk."""

    def __init__(self) -> None:
        self.track = MonoTrack(SOUND_HZ)

    @property
    def wants(self) -> Sound:
        """Mono sound."""
        return Sound(SOUND_HZ, 1)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Keep the next samples."""
        self.track.append(samples[0])
