"""Batches of clips with their measurements, as captioners read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TypeVar

import numpy as np

from cinescribe.describe.analyse import Analysis
from cinescribe.describe.film_features import action_parts, film_features
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.features.clip_sets.frames import read_frames
from cinescribe.generate.captioner import Captioner
from cinescribe.media.sound.levels import SoundLevels
from cinescribe.schema import Clip, Face, Person
from cinescribe.timing import Span

_Levels = TypeVar("_Levels", PictureLevels, SoundLevels)


def batches(
    clips: Sequence[Clip],
    analysis: Analysis,
    faces: Sequence[Face],
    people: Sequence[Person],
    captioner: Captioner,
) -> Iterator[Batch]:
    """Yield the film's clips in order, in batches of the size and with the number of frames that the captioner wants.

    Args:
        clips: the clips.
        analysis: the measurements of the film.
        faces: the film's faces with their persons, by time.
        people: the film's people.
        captioner: reads the batches.
    """
    size = captioner.n_clips or max(len(clips), 1)
    features, owners = film_features(analysis, faces)
    parts = action_parts(features.faces)
    for first in range(0, len(clips), size):
        some = clips[first : first + size]
        seen = tuple(_seen(clip, analysis, faces, captioner.n_frames) for clip in some)
        yield Batch(seen, tuple(people), features, owners, parts)


def _seen(clip: Clip, analysis: Analysis, faces: Sequence[Face], n_frames: int) -> ClipInput:
    times, frames = read_frames(analysis.frames, clip.span, at_most=n_frames)
    return ClipInput(
        clip,
        times=tuple(times),
        frames=frames,
        faces=tuple(face for face in faces if clip.span.has(face.time)),
        shots=tuple(shot for shot in analysis.shots if shot.span.overlap(clip.span) > 0),
        pictures=_during(analysis.pictures, clip.span),
        sounds=None if analysis.sounds is None else _during(analysis.sounds, clip.span),
    )


def _during(levels: _Levels, span: Span) -> _Levels:
    inside = slice(*np.searchsorted(levels.times, [span.start, span.end]))
    return type(levels)(**{item.name: getattr(levels, item.name)[inside] for item in fields(levels)})
