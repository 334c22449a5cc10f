"""A series at a glance: who is in it, in which episodes, and whom a describer has to identify."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_state import SeriesPerson, SeriesState
from cinescribe.export.folder import PORTRAITS, read_script


@dataclass(frozen=True)
class PersonInSeries:
    """A person of a series.

    Args:
        person: the person.
        portrait: relative path of a picture of the face; None if there is none.
        seen: in which episodes, and as whom there: the label or name by the episode's name.
    """

    person: SeriesPerson
    portrait: str | None
    seen: Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """A person of an episode of whom a describer has to say who it is.

    Args:
        episode: its name.
        person: label or name in the episode.
        portrait: path of a picture of the face; None if there is none.
        candidates: ids of who it may be in the series, the likeliest first; else it is somebody new.
        certainty: the probability that it is the first.
    """

    episode: str
    person: str
    portrait: str | None
    candidates: tuple[str, ...]
    certainty: float


@dataclass(frozen=True)
class SeriesOverview:
    """A series at a glance.

    Args:
        episodes: names, in the order in which they were added.
        people: of the series.
        questions: for a describer.
    """

    episodes: tuple[str, ...]
    people: tuple[PersonInSeries, ...]
    questions: tuple[Question, ...]


def series_overview(series: str | Path, *, who: str = "somebody") -> SeriesOverview:
    """Return who is in a series, in which episodes, and whom a describer has to identify.

    Args:
        series: the folder of the series.
        who: the name for changes in `cast.toml` that were made with an editor.

    Raises:
        RecordError: when the folder holds no series, or a damaged one.
        CastError: when its cast file was edited and cannot be read.
        OutputError: when the folder cannot be written.
    """
    folder = SeriesFolder(series)
    with folder.opened(who=who) as state:
        called = _called(folder, state)
        people = tuple(_person(folder, state, one, called) for one in state.people.values())
        return SeriesOverview(tuple(state.episodes), people, tuple(_questions(state, called)))


def _called(folder: SeriesFolder, state: SeriesState) -> dict[tuple[str, str], tuple[str, str | None]]:
    """What the people of episodes are called there, and their portraits, by episode and id."""
    found = {}
    for episode in state.episodes.values():
        path = folder.episode_folder(episode)
        for one in read_script(path).people:
            portrait = None if one.portrait is None else str(path / one.portrait)
            found[episode.name, one.id] = one.called, portrait
    return found


def _person(
    folder: SeriesFolder,
    state: SeriesState,
    one: SeriesPerson,
    called: Mapping[tuple[str, str], tuple[str, str | None]],
) -> PersonInSeries:
    portrait = f"{PORTRAITS}/{one.id}.jpg"
    seen = {two.episode: called[two.key][0] for two in state.seen_as(one.id) if two.key in called}
    return PersonInSeries(one, portrait if (folder.folder / portrait).is_file() else None, seen)


def _questions(state: SeriesState, called: Mapping[tuple[str, str], tuple[str, str | None]]) -> Iterator[Question]:
    for one in state.asked:
        if one.key in called:  # else it was merged in the episode since
            name, portrait = called[one.key]
            candidates = tuple(person for person in one.candidates if person in state.people)
            yield Question(one.episode, name, portrait, candidates, one.certainty)
