"""Assigns figures without a face: to people of the same scene with the same appearance, or to no known person."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.describe.stages import Stages
from cinescribe.features.clip_sets.figure_groups import with_figures
from cinescribe.features.clip_sets.film_people import FilmPeople, people_of_features
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.timed.timed_features import FigureFeatures, FilmFeatures
from cinescribe.media.film.read import read_through
from cinescribe.schema import Film, Shot
from cinescribe.timing import Seconds

_STAGE, _FILE = "people by figures", "figures.safetensors"
_FORMS: dict[str, Form] = {
    "times": (np.float64, 1),
    "boxes": (np.float32, 2),
    "scores": (np.float32, 1),
    "kinds": (np.float32, 2),
    "bodies": (np.float32, 2),
    "looks": (np.uint8, 4),
    "lights": (np.uint8, 2),
}


def with_figures_of(
    film: Film, features: FilmFeatures, *, stages: Stages, key: Mapping[str, Any], progress: Callable[[Seconds], None]
) -> FilmFeatures:
    """Return a film's features with its figures; they are extracted once, and then kept.

    Args:
        film: the film, read again.
        features: of the film.
        stages: of the folder of the description.
        key: what the film is.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film cannot be read.
        OutputError: when the folder cannot be written.
    """
    made = extractor("figures")

    def work(folder: Path) -> None:
        sink = made.sink()
        read_through(film, pictures=(sink,), progress=progress)
        write_arrays(folder / _FILE, vars(sink.features()))

    folder = stages.run(_STAGE, {**key, "extractor": made.name, "version": made.version}, work)
    return replace(features, figures=FigureFeatures(**read_arrays_like(folder / _FILE, _FORMS)))


def figure_owners(
    features: FilmFeatures, owners: Sequence[str | None], shots: Sequence[Shot], scenes: Sequence[int]
) -> tuple[str | None, ...]:
    """Return whose each face and figure of a film is, by the rows of `people_of_features`.

    Within a scene a figure belongs to the person with its appearance, else to a new person, `figure
    1` on. Across scenes appearance is no evidence and joins no one. A figure that is seen once and resembles no one
    gets None.

    Args:
        features: of the film, with its figures.
        owners: the person of each of its faces, or None.
        shots: the film's shots, in order.
        scenes: number of the scene of each shot.
    """
    people = people_of_features(features)
    whose: list[str | None] = [*owners, *[None] * (len(people) - len(owners))]
    starts = [shot.span.start for shot in shots]
    scene_of = np.array([scenes[max(bisect_right(starts, time) - 1, 0)] for time in people.times.tolist()], np.int64)
    numbers = {one: n for n, one in enumerate(dict.fromkeys(one for one in owners if one is not None), 1)}
    names = (f"figure {n}" for n in count(1))
    for scene in np.unique(scene_of):
        rows = np.flatnonzero(scene_of == scene)
        groups = np.array([numbers.get(whose[row] or "", 0) for row in rows], np.int64)
        labels = with_figures(groups, _selected(people, rows))
        for label in np.unique(labels[labels > 0]):
            theirs = rows[labels == label]
            known = next((whose[row] for row in theirs if whose[row] is not None), None)
            owner = known or (next(names) if len(theirs) > 1 else None)
            for row in theirs[~people.has_face[theirs]]:
                whose[row] = owner
    return tuple(whose)


def _selected(people: FilmPeople, rows: NDArray[np.int64]) -> FilmPeople:
    return FilmPeople(**{name: values[rows] for name, values in vars(people).items()})
