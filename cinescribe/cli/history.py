"""`cinescribe history`: the edits of a description."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, show
from cinescribe.describe.editing.people.change_lines import change_line
from cinescribe.describe.editing.revisions import Revision, effective
from cinescribe.describe.editing.take_back import history


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@as_json
def command(folder: Path, *, as_json: bool) -> None:
    """List the edits of the description in DIR: who changed what, and when."""
    revisions = history(folder)
    held = set(effective(revisions))
    value = [
        {"number": number, **revision.to_dict(), "holds": number in held}
        for number, revision in enumerate(revisions, 1)
    ]
    lines = [
        line
        for number, revision in enumerate(revisions, 1)
        for line in _lines(number, revision, holds=number in held or revision.undoes is not None)
    ]
    show(value, lines or ["no edits"], as_json=as_json)


def _lines(number: int, revision: Revision, *, holds: bool) -> Iterator[str]:
    """A revision for people: its number, time, editor and source, then each cue before and after."""
    yield f"{number}  {revision.at}  {revision.who}  {revision.source}{'' if holds else '  (taken back)'}"
    for person in revision.people:
        yield f"   {change_line(person, revision.called)}"
    for change in revision.changes:
        if change.before is not None:
            yield f"   - {change.cue} {change.before.text!r}"
        if change.after is not None:
            yield f"   + {change.cue} {change.after.text!r}"
