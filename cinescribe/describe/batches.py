"""Clips with what was measured of them, as captioners want them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from cinescribe.describe.analyse import Watched
from cinescribe.describe.film_features import acts, film_features
from cinescribe.features.clip_sets.batch import Batch, PictureLevels, Seen
from cinescribe.features.clip_sets.frames import read_frames
from cinescribe.generate.captioner import Captioner
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person
from cinescribe.timing import Span

Levels = TypeVar("Levels", PictureLevels, SoundLevels)


def batches(
    clips: Sequence[Clip],
    watched: Watched,
    faces: Sequence[Face],
    people: Sequence[Person],
    writer: Captioner,
) -> Iterator[Batch]:
    """The film's clips in order, as many a batch and with as many frames as the writer wants.

    Args:
        faces: the film's faces with their persons, by time.
    """
    size = writer.n_clips or max(len(clips), 1)
    features, owners = film_features(watched, faces)
    doers = acts(features)
    for first in range(0, len(clips), size):
        some = clips[first : first + size]
        seen = tuple(_seen(clip, watched, faces, writer.n_frames) for clip in some)
        yield Batch(seen, tuple(people), features, owners, doers)


def _seen(clip: Clip, watched: Watched, faces: Sequence[Face], n_frames: int) -> Seen:
    times, frames = read_frames(watched.frames, clip.span, at_most=n_frames)
    return Seen(
        clip,
        times=tuple(times),
        frames=frames,
        faces=tuple(face for face in faces if clip.span.has(face.time)),
        shots=tuple(shot for shot in watched.shots if shot.span.overlap(clip.span) > 0),
        pictures=_during(watched.pictures, clip.span),
        sounds=None if watched.sounds is None else _during(watched.sounds, clip.span),
    )


def _during(levels: Levels, span: Span) -> Levels:
    inside = slice(*np.searchsorted(levels.times, [span.start, span.end]))
    return type(levels)(**{item.name: getattr(levels, item.name)[inside] for item in fields(levels)})
