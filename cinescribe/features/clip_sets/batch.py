"""What captioners are given: clips with what was measured of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.rows.timed_features import FilmFeatures
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class PictureLevels:
    """The picture as plain measurements, one row a sampled frame.

    Args:
        times: seconds, (T,).
        brightness: mean luma, 0..1, (T,).
        warmth: mean red minus mean blue, -1..1, (T,).
        shift: camera movement since the row before, as fractions of width and height a second, right and down
            positive, (T, 2); nan where it cannot be told (the first row, a new shot, a blend, no texture).
        zoom: relative growth of the picture a second, 0 is none, (T,); nan likewise.
        activity: mean absolute change that the camera's movement leaves unexplained, 0..1, (T,); all the change where
            that movement cannot be told; nan in the first row.
    """

    times: NDArray[np.float64]
    brightness: NDArray[np.float32]
    warmth: NDArray[np.float32]
    shift: NDArray[np.float32]
    zoom: NDArray[np.float32]
    activity: NDArray[np.float32]


@dataclass(frozen=True)
class Seen:
    """One clip and what was measured of it.

    Args:
        clip: the clip.
        times: seconds of the frames, (T,).
        frames: RGB pictures, (T, H, W, 3) uint8; T may be 0.
        faces: faces in the clip, by time, with their persons.
        shots: the shots that meet the clip, in order.
        pictures: picture measurements inside the clip.
        sounds: sound measurements inside the clip; None for a film without sound.
    """

    clip: Clip
    times: tuple[Seconds, ...]
    frames: NDArray[np.uint8]
    faces: tuple[Face, ...]
    shots: tuple[Shot, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None


@dataclass(frozen=True)
class Batch:
    """Clips in film order, and the people of their film.

    Args:
        seen: the clips.
        people: the film's persons, as faces tell them.
        features: the film's rows, for captioners that read them; None where none were made.
        owners: the person of each of `features.faces`, by id; None for nobody known.
        acts: how much each of `features.faces` is where something is done, 0 to 1; empty where that was not measured.
    """

    seen: tuple[Seen, ...]
    people: tuple[Person, ...]
    features: FilmFeatures | None = None
    owners: tuple[str | None, ...] = ()
    acts: tuple[float, ...] = ()
