"""Adds episodes to a series: finds who their people are, and asks where the faces do not say it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cinescribe.describe.editing.open_folder import OpenFolder
from cinescribe.describe.editing.workspace import Workspace, now
from cinescribe.describe.series.comparison import Arrival, Comparison, arrival, compared
from cinescribe.describe.series.episode_changes import given_names
from cinescribe.describe.series.matching import Match, matches
from cinescribe.describe.series.series_change import SeriesChange, change_series
from cinescribe.describe.series.series_folder import TEMPLATES, SeriesFolder
from cinescribe.describe.series.series_state import (
    BY_FACE,
    BY_NAME,
    Episode,
    SeenPerson,
    SeriesEdit,
    SeriesPerson,
    SeriesState,
)
from cinescribe.describe.series.templates import write_templates
from cinescribe.errors import CinescribeError, EditError
from cinescribe.export.folder import PORTRAITS
from cinescribe.file_names import checked_name
from cinescribe.input_files import read_bytes
from cinescribe.progress import Progress, no_progress
from cinescribe.store import writing

_MOST_BYTES = 10_000_000  # of a portrait


def add_to_series(
    series: str | Path, episodes: Sequence[str | Path], *, who: str, progress: Progress = no_progress
) -> SeriesChange:
    """Add described episodes to a series, or add them again after their people changed.

    People whose faces say clearly who they are are matched, others are new; where the faces do not say it, it is asked.
    Names go both ways: those of the series to the episodes, and those that describers gave in episodes to the series.

    Args:
        series: the folder of the series; made if needed.
        episodes: folders that `describe_film` wrote, in the order in which they are seen.
        who: your name, for the history.
        progress: called with each episode and the share of them that is done.

    Returns:
        What changed: the series afterwards, and its episodes.

    Raises:
        EditError: when two episodes have one name, or were described with different face extractors.
        RecordError: when a folder holds no description, or a damaged one, or the series' settings cannot be read.
        OutputError: when a folder cannot be written, or the series' folder was not made for one.
    """
    folder = SeriesFolder(series)
    if not folder.folder.exists():  # none is made for a folder that is no episode
        for episode in episodes:
            Workspace(Path(episode)).check_described()
    folder.claim()
    folder.settings()  # a fault in them is named before episodes are compared
    with folder.locked():
        state = folder.load(who=who)
        for n, episode in enumerate(episodes):
            progress(Path(episode).resolve().name, n / len(episodes))
            state = _added(folder, state, Path(episode), who=who)
        return change_series(folder, state, None, who=who)


def update_series(series: str | Path, *, who: str, dry_run: bool = False) -> SeriesChange:
    """Make all episodes follow the series.

    That is needed after its cast file or its settings were edited, after a describer named somebody in an episode, and
    after a run was killed.

    Args:
        series: the folder of the series.
        who: your name, for the history.
        dry_run: only say what would change.

    Raises:
        RecordError: when the folder holds no series, or a damaged one, or its settings cannot be read.
        CastError: when its cast file was edited and cannot be read.
        OutputError: when the folder cannot be written.
    """
    folder = SeriesFolder(series)
    with folder.opened(who=who) as state:
        return change_series(folder, state, _named_in_episodes(folder, state, who), who=who, dry_run=dry_run)


def _added(folder: SeriesFolder, state: SeriesState, path: Path, *, who: str) -> SeriesState:
    """The series with one more episode, or with the people that it has now."""
    arrived = arrival(path, _episode(folder, state, path), who=who)
    comparison = compared(folder, state, arrived)
    write_templates(folder.folder / TEMPLATES / f"{arrived.episode.name}.safetensors", arrived.templates)
    edit = _edit(state, arrived, comparison, who)
    state = folder.commit(state, edit) if edit is not None else state
    _keep_portraits(folder, state, path, arrived)
    return state


def _episode(folder: SeriesFolder, state: SeriesState, path: Path) -> Episode:
    name = checked_name(path.resolve().name, "the name of an episode's folder")
    episode = Episode(name, folder.path_of(path))
    known = state.episodes.get(name)
    if known is not None and known.path != episode.path and (folder.folder / known.path).is_dir():
        raise EditError(
            f"the series has another episode {name!r}, at {str(folder.folder / known.path)!r}; rename one of the two"
        )
    return episode


def _edit(state: SeriesState, arrived: Arrival, comparison: Comparison, who: str) -> SeriesEdit | None:
    """The edit that puts an episode's people into the series; None if it has them as they are."""
    ids, episode = list(state.people), arrived.episode
    people, seen = dict(state.people), list[SeenPerson]()
    found = matches(comparison.log_odds, together=comparison.together)
    for n, (one, match) in enumerate(zip(arrived.templates.people, found, strict=True)):
        before = state.seen.get((episode.name, one.person))
        if before is not None and not before.is_asked:
            continue
        now_seen = _seen(episode, one.person, match, ids, BY_NAME if n in comparison.by_name else BY_FACE)
        if match.index is None and not match.candidates:
            new = SeriesPerson(_next_id(state, people))
            people[new.id] = new
            now_seen = now_seen.replace(series=new.id)
        if now_seen.series is not None:
            people[now_seen.series] = _with_name(
                people[now_seen.series], arrived.given.get(one.person), people.values()
            )
        if now_seen != before:
            seen.append(now_seen)
    there = {one.person for one in arrived.templates.people}
    left = tuple(" ".join(one.key) for one in state.seen_in(episode.name) if one.person not in there)
    changed = tuple(one for one in people.values() if state.people.get(one.id) != one)
    added = () if state.episodes.get(episode.name) == episode else (episode,)
    if not (seen or left or changed or added):
        return None
    what = f"{episode.name} is added"
    return SeriesEdit(now(), who, what, episodes=added, people=changed, seen=tuple(seen), left=left)


def _seen(episode: Episode, person: str, match: Match, ids: Sequence[str], by: str) -> SeenPerson:
    series = None if match.index is None else ids[match.index]
    candidates = tuple(ids[k] for k in match.candidates)
    return SeenPerson(episode.name, person, round(match.certainty, 4), by, series, candidates)


def _next_id(state: SeriesState, people: dict[str, SeriesPerson]) -> str:
    first = int(state.next_id()[1:])
    return next(one for n in range(first, first + len(people) + 1) if (one := f"S{n}") not in people)


def _with_name(person: SeriesPerson, name: str | None, others: Iterable[SeriesPerson]) -> SeriesPerson:
    """A person of the series with the name that a describer gave in an episode, if they have none and it is free."""
    if name is None or person.name is not None or any(one.name == name for one in others):
        return person
    return person.replace(name=name)


def _named_in_episodes(folder: SeriesFolder, state: SeriesState, who: str) -> SeriesEdit | None:
    """The edit that takes names over which describers gave in episodes; None without any."""
    people = dict(state.people)
    for episode in state.episodes.values():
        try:
            opened = OpenFolder(folder.episode_folder(episode), who=who).current()
        except CinescribeError:
            continue  # a remark says so when the episodes follow
        given = given_names(opened.script, opened.revisions)
        for seen in state.seen_in(episode.name):
            if seen.series is not None:
                people[seen.series] = _with_name(people[seen.series], given.get(seen.person), people.values())
    changed = tuple(one for one in people.values() if state.people[one.id] != one)
    what = ", ".join(f"{one.id} is named {one.name}" for one in changed)
    return SeriesEdit(now(), who, what, people=changed) if changed else None


def _keep_portraits(folder: SeriesFolder, state: SeriesState, path: Path, arrived: Arrival) -> None:
    """Copy the portraits of people of whom the series has none."""
    for one in arrived.people:
        seen = state.seen.get((arrived.episode.name, one.id))
        if seen is None or seen.series is None or one.portrait is None:
            continue
        source, target = path / one.portrait, folder.folder / PORTRAITS / f"{seen.series}.jpg"
        if not target.exists() and source.is_file() and source.resolve().parent == (path / PORTRAITS).resolve():
            with writing(target) as beside:
                beside.write_bytes(read_bytes(source, max_bytes=_MOST_BYTES))
