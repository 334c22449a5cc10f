"""What a series changes in an episode: names and merges of its people, and the settings that all episodes share.

What was done by hand in an episode stays: a name that its describer gave is never replaced. Changes of people are edits
that the describer can take back; a line says what each changed setting was before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cinescribe.describe.editing.open_folder import Edit, Opened, OpenFolder
from cinescribe.describe.editing.people.people_preview import PeoplePreview, preview
from cinescribe.describe.editing.revisions import PersonChange, Revision, effective
from cinescribe.describe.editing.take_back import undo_source
from cinescribe.describe.series.episode_settings import SettingsChange, settings_change
from cinescribe.describe.series.series_folder import SeriesFolder
from cinescribe.describe.series.series_settings import SeriesSettings
from cinescribe.describe.series.series_state import Episode, SeriesPerson, SeriesState
from cinescribe.errors import CinescribeError, EditError
from cinescribe.export.settings import write_settings
from cinescribe.schema import Person, Script

_SOURCE = "series"  # begins the source of edits that a series makes


@dataclass(frozen=True)
class EpisodeChange:
    """What a series changes in an episode.

    Args:
        episode: its name.
        people: the changes of its people.
        n_cues: cues that change.
        remarks: what the describer should look at.
        settings: a line for each value of its settings that changes.
    """

    episode: str
    people: tuple[PersonChange, ...] = ()
    n_cues: int = 0
    remarks: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def is_change(self) -> bool:
        """Whether anything changes."""
        return bool(self.people or self.n_cues or self.settings)


@dataclass
class _Wanted:
    """The changes that an episode lacks, and what speaks against others.

    Args:
        episode: its name.
        script: as it is.
        given: the names that its describer gave, by id.
        people: the changes.
        remarks: on what is not changed.
    """

    episode: str
    script: Script
    given: dict[str, str]
    people: list[PersonChange] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def episode_change(
    series: SeriesFolder, state: SeriesState, episode: Episode, settings: SeriesSettings, *, who: str
) -> EpisodeChange:
    """Return what an episode lacks of what its series says; nothing is written.

    Args:
        series: the folder of the series.
        state: what the series says.
        episode: one of its episodes.
        settings: of all episodes.
        who: the name for changes that are found in the episode's `script.json`, made with a text editor.
    """
    try:
        path = series.episode_folder(episode)
        opened = OpenFolder(path, who=who).current()
        of_settings = settings_change(settings, path, opened.script)
    except CinescribeError as error:
        return EpisodeChange(episode.name, remarks=(f"{episode.name} does not follow the series: {error}",))
    return _with_settings(_change(state, episode, opened, settings), of_settings)


def change_episode(
    series: SeriesFolder, state: SeriesState, episode: Episode, settings: SeriesSettings, *, who: str
) -> EpisodeChange:
    """Make an episode follow its series; return what changed.

    An episode that cannot be changed is left out, and a remark says why.

    Args:
        series: the folder of the series.
        state: what the series says.
        episode: one of its episodes.
        settings: of all episodes.
        who: the name of the editor, for the episode's journal.
    """
    try:
        path = series.episode_folder(episode)
        before = OpenFolder(path, who=who).current().script
        for number in sorted(filter(None, (edit.undoes for edit in state.edits)), reverse=True):
            undo_source(path, source_of(series.folder, number), who=who)
        folder = OpenFolder(path, who=who)
        opened = folder.current()
        found = _change(state, episode, opened, settings)
        of_settings = settings_change(settings, path, opened.script)

        def make(script: Script) -> Edit:
            if script is not opened.script:
                raise EditError("another person has just edited it; update the series")
            return Edit(people=found.people)

        after = folder.edit(make, who=who, source=source_of(series.folder, len(state.edits))).script
        if of_settings.after is not None:
            write_settings(path, of_settings.after)
    except CinescribeError as error:
        return EpisodeChange(episode.name, remarks=(f"{episode.name} does not follow the series: {error}",))
    cues = {cue.id: cue for cue in before.cues}
    n_cues = sum(cues.get(cue.id) != cue for cue in after.cues)
    return _with_settings(replace(found, n_cues=n_cues), of_settings)


def source_of(folder: Path, number: int) -> str:
    """Return the source of an episode's edits that an edit of its series makes."""
    return f"{_SOURCE} {folder.resolve().name}, edit {number}"


def given_names(script: Script, revisions: Sequence[Revision]) -> dict[str, str]:
    """Return the names in an episode that its describer gave, and no series, by the person's id."""
    # A name that a series gave and took back stays in a draft until the film is described again.
    by_series = _names(revision for revision in revisions if _is_of_series(revision))
    by_hand = _names(revisions[n - 1] for n in effective(revisions) if not _is_of_series(revisions[n - 1]))
    names = {one.id: one.name for one in script.people if one.name is not None}
    return {person: name for person, name in names.items() if (person, name) not in by_series - by_hand}


def _is_of_series(revision: Revision) -> bool:
    return revision.source.startswith(f"{_SOURCE} ")


def _names(revisions: Iterable[Revision]) -> set[tuple[str, str]]:
    """Who was given which names."""
    return {(change.person, change.name) for revision in revisions for change in revision.people if change.name}


def _with_settings(change: EpisodeChange, settings: SettingsChange) -> EpisodeChange:
    remarks = (*change.remarks, *(f"{change.episode}: {remark}" for remark in settings.remarks))
    return replace(change, remarks=remarks, settings=settings.lines)


def _change(state: SeriesState, episode: Episode, opened: Opened, settings: SeriesSettings) -> EpisodeChange:
    wanted = _wanted(state, episode, opened, settings)
    shown = preview(opened.script, wanted.people)
    remarks = (*wanted.remarks, *_remarks(episode, shown))
    return EpisodeChange(episode.name, tuple(wanted.people), shown.n_changed, remarks)


def _wanted(state: SeriesState, episode: Episode, opened: Opened, settings: SeriesSettings) -> _Wanted:
    """Return the changes that make an episode follow its series."""
    given = given_names(opened.script, opened.revisions)
    wanted = _Wanted(episode.name, opened.script, given)
    for person in state.people.values():
        ids = {one.person for one in state.seen_as(person.id) if one.episode == episode.name}
        there = [one for one in opened.script.people if one.id in ids]
        if there:
            main = next((one for one in there if one.id in given), there[0])
            _merge(wanted, there, main)
            _name(wanted, person, main)
            _introduce(wanted, main, _earlier(state, episode, person) if settings.skips_introductions else None, state)
    return wanted


def _earlier(state: SeriesState, episode: Episode, person: SeriesPerson) -> str | None:
    """The name of the first episode before this one that shows a person; None if there is none."""
    shown = {one.episode for one in state.seen_as(person.id)}
    first = next((name for name in state.episodes if name in shown), None)
    return None if first == episode.name else first


def _introduce(wanted: _Wanted, main: Person, earlier: str | None, state: SeriesState) -> None:
    """Say where the audience has met a person with a name; what a describer says of that stays."""
    named = next((change.name for change in wanted.people if change.person == main.id and change.name), main.name)
    earlier = earlier if named else None
    by_series = main.introduced is None or main.introduced in state.episodes
    if not by_series or main.introduced == earlier:
        return
    wanted.people.append(PersonChange(main.id, introduced=earlier or ""))
    if earlier is not None:
        wanted.remarks.append(
            f"{wanted.episode}: {named} is known from {earlier}; describe the film again, and the introduction is left "
            "out"
        )


def _merge(wanted: _Wanted, there: Sequence[Person], main: Person) -> None:
    """Merge the people of an episode who are one in the series; two to whom the describer gave names stay two."""
    given = wanted.given
    for other in there:
        if other is main:
            continue
        if other.id in given and given[other.id] != given.get(main.id):
            wanted.remarks.append(
                f"{wanted.episode} calls one person of the series {main.called} and {other.called}; merge them there, "
                "or answer who they are"
            )
        else:
            wanted.people.append(PersonChange(other.id, into=main.id))


def _name(wanted: _Wanted, person: SeriesPerson, main: Person) -> None:
    """Give a person of an episode the name that they have in the series."""
    episode = wanted.episode
    if main.name == person.name:
        return
    if main.id in wanted.given:
        if person.name is not None:
            wanted.remarks.append(f"{episode} calls {person.id} {main.name!r}, the series {person.name!r}")
        return
    out = {main.id, *(change.person for change in wanted.people if change.into is not None)}
    taken = next((one for one in wanted.script.people if one.name == person.name and one.id not in out), None)
    if person.name is not None and taken is not None:
        wanted.remarks.append(
            f"{episode} calls {taken.label} {person.name!r}, but {main.label} is {person.name} in the series; merge "
            "the two there, or answer who they are"
        )
        return
    wanted.people.append(PersonChange(main.id, name=person.name or ""))


def _remarks(episode: Episode, shown: PeoplePreview) -> Iterator[str]:
    """Yield what the describer should look at: places that may mean a person, and what the preview remarks."""
    for cue in shown.cues:
        for doubt in cue.doubts:
            yield (
                f"{episode.name}, cue {doubt.cue}: {doubt.words!r} may mean {doubt.new}: "
                f"{(doubt.before + doubt.words + doubt.after)!r}"
            )
        for remark in cue.remarks:
            yield f"{episode.name}, cue {cue.before.id}: {remark}"
