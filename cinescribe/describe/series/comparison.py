"""Compares the people of an episode with those of its series: by faces, by what is known, and by names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.describe.editing.workspace import Workspace
from cinescribe.describe.series.episode_changes import given_names
from cinescribe.describe.series.measured_faces import measured_faces
from cinescribe.describe.series.same_person import same_person_log_odds, series_spread
from cinescribe.describe.series.series_folder import TEMPLATES, SeriesFolder
from cinescribe.describe.series.series_state import Episode, SeriesState
from cinescribe.describe.series.templates import EpisodeTemplates, Template, episode_templates, read_templates
from cinescribe.errors import EditError
from cinescribe.schema import Face, Person

_CERTAIN = 50.0  # log-odds of what is known already
_DOUBTED = -3.0  # log-odds of the faces under which a common name is no reason to take two for one


@dataclass(frozen=True)
class Arrival:
    """An episode that is added to a series.

    Args:
        episode: the episode.
        people: of it.
        given: the names that its describer gave, by id.
        faces: of it, with their people.
        templates: what its people with a face look like.
    """

    episode: Episode
    people: tuple[Person, ...]
    given: Mapping[str, str]
    faces: tuple[Face, ...]
    templates: EpisodeTemplates


@dataclass(frozen=True)
class Comparison:
    """How likely each person of an episode is each person of the series.

    Args:
        log_odds: by the order of the episode's templates and that of the series' people, (n, m).
        together: pairs of the episode's people who are seen in one picture.
        by_name: those whom a name identifies.
    """

    log_odds: NDArray[np.float64]
    together: frozenset[tuple[int, int]]
    by_name: frozenset[int]


def arrival(path: Path, episode: Episode, *, who: str) -> Arrival:
    """Read an episode.

    Args:
        path: of its folder.
        episode: the episode.
        who: the name for changes that are found in its `script.json`, made with a text editor.

    Raises:
        RecordError: when the folder holds no description or no measured faces, or something is damaged.
        OutputError: when the folder cannot be written.
    """
    with Workspace(path).opened(who=who) as state:
        script, revisions, draft = state.script, state.revisions, state.draft
    measured = measured_faces(path, draft, revisions)
    templates = episode_templates(measured, [one.id for one in script.people])
    return Arrival(episode, script.people, given_names(script, revisions), measured.faces, templates)


def compared(folder: SeriesFolder, state: SeriesState, arrived: Arrival) -> Comparison:
    """Compare the people of an episode with those of a series.

    Raises:
        EditError: when the faces of other episodes were measured with another extractor.
        RecordError: when a file of the series is damaged.
    """
    looks, episode = _looks(folder, state, arrived), arrived.episode.name
    names = [one.name for one in state.people.values()]
    spread = series_spread([*arrived.templates.people, *chain.from_iterable(looks.values())])
    log_odds = np.full((len(arrived.templates.people), len(state.people)), -_CERTAIN)
    by_name: set[int] = set()
    for n, one in enumerate(arrived.templates.people):
        seen, given = state.seen.get((episode, one.person)), arrived.given.get(one.person)
        for m, (series_id, own) in enumerate(looks.items()):
            if own:
                log_odds[n, m] = same_person_log_odds(one, own, spread=spread)
            if seen is not None and seen.series is not None:
                log_odds[n, m] = _CERTAIN if seen.series == series_id else -_CERTAIN
            elif given is not None and given == names[m] and (log_odds[n, m] > _DOUBTED or not own):
                log_odds[n, m] = _CERTAIN
                by_name.add(n)
    return Comparison(log_odds, _together(arrived), frozenset(by_name))


def _looks(folder: SeriesFolder, state: SeriesState, arrived: Arrival) -> dict[str, list[Template]]:
    """What each person of the series looks like in the other episodes."""
    looks: dict[str, list[Template]] = {one: [] for one in state.people}
    for name in state.episodes:
        if name == arrived.episode.name:
            continue
        templates = read_templates(folder.folder / TEMPLATES / f"{name}.safetensors")
        _check_extractor(arrived, templates, name)
        for one in templates.people:
            seen = state.seen.get((name, one.person))
            if seen is not None and seen.series in looks:
                looks[seen.series].append(one)
    return looks


def _check_extractor(arrived: Arrival, other: EpisodeTemplates, name: str) -> None:
    if other.extractor != arrived.templates.extractor:
        raise EditError(
            f"{arrived.episode.name!r} was described with faces by {arrived.templates.extractor}, {name!r} with "
            f"{other.extractor}; describe one of them again with the same"
        )


def _together(arrived: Arrival) -> frozenset[tuple[int, int]]:
    """Pairs of people who are seen in one picture."""
    index = {one.person: n for n, one in enumerate(arrived.templates.people)}
    pairs: set[tuple[int, int]] = set()
    for _, faces in groupby(arrived.faces, key=lambda face: face.time):
        seen = sorted({index[face.person] for face in faces if face.person in index})
        pairs.update(combinations(seen, 2))
    return frozenset(pairs)
