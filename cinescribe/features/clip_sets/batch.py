"""The input of film captioners: clips with their frames, faces and measurements."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person, Shot
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class PictureLevels:
    """Measurements of the picture, one for each sampled frame.

    Args:
        times: seconds, (T,).
        brightness: mean luma, 0..1, (T,).
        warmth: mean red minus mean blue, -1..1, (T,).
        shift: camera movement since the frame before, in widths and heights per second, right and down positive,
            (T, 2); nan where it is unknown (the first frame, a new shot, a blend, no texture).
        zoom: relative growth of the picture per second, 0 is none, (T,); nan likewise.
        activity: mean absolute change that camera movement does not explain, 0..1, (T,); all the change where that
            movement is unknown; nan for the first frame.
    """

    times: NDArray[np.float64]
    brightness: NDArray[np.float32]
    warmth: NDArray[np.float32]
    shift: NDArray[np.float32]
    zoom: NDArray[np.float32]
    activity: NDArray[np.float32]


@dataclass(frozen=True)
class ClipInput:
    """One clip with its frames, faces and measurements.

    Args:
        clip: the clip.
        times: seconds of the frames, (T,).
        frames: RGB pictures, (T, H, W, 3) uint8; T may be 0.
        faces: faces in the clip, by time, with their persons.
        shots: the shots that overlap the clip, in order.
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
        clips: the clips.
        people: the film's persons, as identified by their faces.
        features: the film's features, for captioners that read them; None if they were not extracted.
        owners: the person id of each of `features.faces`; None for unknown persons.
        parts: how likely each of `features.faces` is that of the person who acts, and of their partner, 0 to 1; empty
            if not measured.
    """

    clips: tuple[ClipInput, ...]
    people: tuple[Person, ...]
    features: FilmFeatures | None = None
    owners: tuple[str | None, ...] = ()
    parts: tuple[tuple[float, float], ...] = ()
