"""`cinescribe series`: episodes with one cast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Group
from cinescribe.cli.options.editor import editor, who
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.describe.series.add_episodes import add_to_series, update_series
from cinescribe.describe.series.overview import PersonInSeries, Question, series_overview
from cinescribe.describe.series.people_of_series import answer_in_series, merge_in_series, name_in_series
from cinescribe.describe.series.series_change import SeriesChange
from cinescribe.describe.series.undo_series import undo_in_series

_SERIES = click.argument("series", type=click.Path(path_type=Path))
_DRY_RUN = click.option("--dry-run", is_flag=True, help="Show how many cues would change, and change nothing.")


@click.group(cls=Group)
def command() -> None:
    """Give the episodes of a series one cast: name a person once, and all episodes have the name."""


@command.command()
@click.argument("series", type=OutputFolder())
@click.argument("episodes", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@who
@quiet
@as_json
def add(series: Path, episodes: tuple[Path, ...], *, who: str | None, quiet: bool, as_json: bool) -> None:
    """Add episodes, folders that `describe` wrote, to the folder SERIES, which is made if needed.

    People are matched by their faces. Where the faces do not say who it is, it is asked: `cinescribe series show`.
    """
    with progress_bar(quiet=quiet) as progress:
        changed = add_to_series(series, episodes, who=editor(who), progress=progress)
    _show(changed, as_json=as_json, dry_run=False)


@command.command("show")
@_SERIES
@as_json
def show_(series: Path, *, as_json: bool) -> None:
    """Show who is in SERIES, in which episodes, and whom you are asked to identify."""
    found = series_overview(series, who=editor(None))
    value = {
        "episodes": list(found.episodes),
        "people": [
            {
                "id": one.person.id,
                "name": one.person.name,
                "portrait": one.portrait,
                "seen": dict(one.seen),
            }
            for one in found.people
        ],
        "questions": [
            {
                "episode": one.episode,
                "person": one.person,
                "portrait": one.portrait,
                "candidates": list(one.candidates),
                "certainty": one.certainty,
            }
            for one in found.questions
        ],
    }
    lines = [*map(_person_line, found.people), *(_question_line(one, series) for one in found.questions)]
    show(value, lines or ["nobody's face was seen"], as_json=as_json)


@command.command()
@_SERIES
@click.argument("episode")
@click.argument("person")
@click.option("--is", "same_as", metavar="PERSON", help="The person of the series, such as S1 or Anna.")
@click.option("--new", is_flag=True, help="The series has nobody like that yet.")
@_DRY_RUN
@who
@as_json
def answer(
    series: Path,
    episode: str,
    person: str,
    *,
    same_as: str | None,
    new: bool,
    dry_run: bool,
    who: str | None,
    as_json: bool,
) -> None:
    """Say who PERSON of EPISODE is in SERIES, whether that was asked or decided wrongly."""
    changed = answer_in_series(series, episode, person, same_as=same_as, new=new, who=editor(who), dry_run=dry_run)
    _show(changed, as_json=as_json, dry_run=dry_run)


@command.command()
@_SERIES
@click.argument("person")
@click.argument("name")
@_DRY_RUN
@who
@as_json
def name(series: Path, person: str, name: str, *, dry_run: bool, who: str | None, as_json: bool) -> None:
    """Name PERSON, such as S1, in all episodes of SERIES; "" takes the name away."""
    changed = name_in_series(series, person, name, who=editor(who), dry_run=dry_run)
    _show(changed, as_json=as_json, dry_run=dry_run)


@command.command()
@_SERIES
@click.argument("person")
@click.argument("into")
@_DRY_RUN
@who
@as_json
def merge(series: Path, person: str, into: str, *, dry_run: bool, who: str | None, as_json: bool) -> None:
    """Merge PERSON into INTO, who is the same, in SERIES and in all its episodes."""
    _show(merge_in_series(series, person, into, who=editor(who), dry_run=dry_run), as_json=as_json, dry_run=dry_run)


@command.command()
@_SERIES
@_DRY_RUN
@who
@as_json
def update(series: Path, *, dry_run: bool, who: str | None, as_json: bool) -> None:
    """Make all episodes follow SERIES, after its cast.toml or series.toml was edited, or an episode got names."""
    _show(update_series(series, who=editor(who), dry_run=dry_run), as_json=as_json, dry_run=dry_run)


@command.command()
@_SERIES
@who
@as_json
def undo(series: Path, *, who: str | None, as_json: bool) -> None:
    """Take back the last change of SERIES and what it did in episodes; each further call takes back one more."""
    _show(undo_in_series(series, who=editor(who)), as_json=as_json, dry_run=False, taken_back=True)


def _show(changed: SeriesChange, *, as_json: bool, dry_run: bool, taken_back: bool = False) -> None:
    """Print what a change did, or would do, in a line, and what to look at."""
    remarks = list(changed.all_remarks())
    value: dict[str, Any] = {
        "change": changed.what,
        "cues": changed.n_cues,
        "episodes": [
            {
                "episode": one.episode,
                "cues": one.n_cues,
                "people": [change.to_dict() for change in one.people],
                "settings": list(one.settings),
            }
            for one in changed.episodes
            if one.is_change
        ],
        "people": len(changed.state.people),
        "asked": len(changed.state.asked),
        "remarks": remarks,
    }
    what = f"taken back: {changed.what}" if taken_back else changed.what
    done = f"{changed.extent} would change; nothing was written" if dry_run else f"{changed.extent} changed"
    asked = len(changed.state.asked)
    lines = [f"{one.episode}: {line}" for one in changed.episodes for line in one.settings]
    lines += [*remarks, f"{what}: {done}" if what else done]
    if asked:
        people = "1 person is" if asked == 1 else f"{asked} people are"
        lines.append(f"{people} not identified; `cinescribe series show` asks who they are")
    show(value, lines, as_json=as_json)


def _person_line(one: PersonInSeries) -> str:
    """Return a person's line: name and episodes."""
    called = one.person.id if one.person.name is None else f"{one.person.id} {one.person.name}"
    seen = ", ".join(f"{episode} ({name})" for episode, name in one.seen.items())
    return f"{called:<16} {seen or 'in no episode'}"


def _question_line(one: Question, series: Path) -> str:
    """Return a question's line, and the command that answers it."""
    asked = f"{one.person} of {one.episode}"
    ways = [*(f"--is {person}" for person in one.candidates), "--new"]
    likely = f"{one.candidates[0]} ({one.certainty:.0%})" if one.candidates else "somebody new"
    others = f", or {', '.join(one.candidates[1:])}" if one.candidates[1:] else ""
    return (
        f"who is {asked}? perhaps {likely}{others}, or somebody new: "
        f"`cinescribe series answer {series} {one.episode} {one.person} {' or '.join(ways)}`"
    )
