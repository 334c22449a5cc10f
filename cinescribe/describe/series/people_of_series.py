"""Names and merges people of a series, in all its episodes; who somebody is, as a describer says it."""

from __future__ import annotations

from pathlib import Path

from cinescribe.describe.editing.workspace import now
from cinescribe.describe.series.cast_file import is_name
from cinescribe.describe.series.series_change import SeriesChange, change_series
from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_state import SeenPerson, SeriesEdit, SeriesPerson, SeriesState
from cinescribe.errors import EditError, ParameterError, brief, known_names
from cinescribe.export.folder import read_script


def name_in_series(series: str | Path, person: str, name: str, *, who: str, dry_run: bool = False) -> SeriesChange:
    """Name a person in all episodes of a series.

    Args:
        series: the folder of the series.
        person: by id, such as `S1`, or by name.
        name: the new name; "" takes the name away.
        who: your name, for the history.
        dry_run: only say what would change.

    Raises:
        EditError: when there is no such person, or the name is none or somebody else's.
        RecordError: when the folder holds no series, or a damaged one.
        CastError: when its cast file was edited and cannot be read.
        OutputError: when the folder cannot be written.
    """
    folder = SeriesFolder(series)
    with folder.opened(who=who) as state:
        one = state.person(person)
        name = " ".join(name.split())
        if name and not is_name(name):
            raise EditError(f"the name is {brief(name)}; expected at most 100 characters, with letters")
        other = next((two for two in state.people.values() if two.name == name and two.id != one.id), None)
        if name and other is not None:
            raise EditError(f"{name!r} is {other.id} already; merge the two, or give another name")
        named = one.replace(name=name or None)
        what = f"{one.called} is named {name}" if name else f"{one.called} has no name any more"
        edit = SeriesEdit(now(), who, what, people=(named,))
        return change_series(folder, state, edit if named != one else None, who=who, dry_run=dry_run)


def merge_in_series(series: str | Path, person: str, into: str, *, who: str, dry_run: bool = False) -> SeriesChange:
    """Merge two people of a series who are one; in episodes that have both, they are merged too.

    Args:
        series: the folder of the series.
        person: by id or name; has no entry of their own afterwards.
        into: the same person, by id or name, who keeps their name, if they have one.
        who: your name, for the history.
        dry_run: only say what would change.

    Raises:
        EditError: when there is no such person, or both are the same.
        RecordError, CastError, OutputError: as `name_in_series`.
    """
    folder = SeriesFolder(series)
    with folder.opened(who=who) as state:
        one, other = state.person(person), state.person(into)
        if one.id == other.id:
            raise EditError(f"{one.called} cannot be merged with themselves; name another person")
        merged = other.replace(name=other.name or one.name)
        seen = tuple(
            _as(two, one.id, other.id) for two in state.seen.values() if one.id in (two.series, *two.candidates)
        )
        edit = SeriesEdit(now(), who, f"{one.called} is {other.called}", people=(merged,), gone=(one.id,), seen=seen)
        return change_series(folder, state, edit, who=who, dry_run=dry_run)


def answer_in_series(
    series: str | Path,
    episode: str,
    person: str,
    *,
    same_as: str | None = None,
    new: bool = False,
    who: str,
    dry_run: bool = False,
) -> SeriesChange:
    """Say who a person of an episode is in the series, whether that was asked or decided.

    Args:
        series: the folder of the series.
        episode: the name of the episode.
        person: of the episode, by id, label or name.
        same_as: the person of the series, by id or name.
        new: somebody who is not in the series yet.
        who: your name, for the history.
        dry_run: only say what would change.

    Raises:
        ParameterError: when both or none of `same_as` and `new` are given.
        EditError: when there is no such episode or person.
        RecordError, CastError, OutputError: as `name_in_series`.
    """
    if (same_as is None) == (not new):
        raise ParameterError("give `same_as` or `new`: who the person is, or that the series has nobody like that yet")
    folder = SeriesFolder(series)
    with folder.opened(who=who) as state:
        seen = _seen(folder, state, episode, person)
        there = SeriesPerson(state.next_id()) if same_as is None else state.person(same_as)
        answered = SeenPerson(seen.episode, seen.person, 1.0, who, series=there.id)
        left = () if seen.series is None or len(state.seen_as(seen.series)) > 1 else (seen.series,)
        edit = SeriesEdit(
            now(),
            who,
            f"{seen.person.upper()} of {seen.episode} is {there.called}",
            people=(there,) if same_as is None else (),
            gone=tuple(one for one in left if one != there.id),
            seen=(answered,),
        )
        return change_series(folder, state, edit, who=who, dry_run=dry_run)


def _as(seen: SeenPerson, person: str, into: str) -> SeenPerson:
    """A person of an episode, with one person of the series in place of another."""
    candidates = dict.fromkeys(into if one == person else one for one in seen.candidates)
    return seen.replace(series=into if seen.series == person else seen.series, candidates=tuple(candidates))


def _seen(folder: SeriesFolder, state: SeriesState, episode: str, person: str) -> SeenPerson:
    """The person of an episode by id, label or name."""
    if episode not in state.episodes:
        raise EditError(
            f"no episode of the series is {brief(episode)}; it has {known_names(state.episodes, came=episode)}"
        )
    rows = {one.person: one for one in state.seen_in(episode)}
    if person in rows:
        return rows[person]
    people = read_script(folder.episode_folder(state.episodes[episode])).people
    found = next((rows[one.id] for one in people if person in (one.label, one.name) and one.id in rows), None)
    if found is None:
        labels = known_names((one.called for one in people if one.id in rows), came=person)
        raise EditError(f"no person of {episode} with a face is {brief(person)}; it has {labels or 'nobody'}")
    return found
