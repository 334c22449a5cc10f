"""`cinescribe undo`: take the last edit back."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.editor import editor, who
from cinescribe.cli.output import as_json, show
from cinescribe.describe.editing.take_back import redo, undo


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--redo", "again", is_flag=True, help="Take the last undo back instead.")
@who
@as_json
def command(folder: Path, *, again: bool, who: str | None, as_json: bool) -> None:
    """Take back the last edit of the description in DIR; each further call takes back one more."""
    revision = redo(folder, who=editor(who)) if again else undo(folder, who=editor(who))
    cues = [change.cue for change in revision.changes]
    done = "done again" if again else "taken back"
    line = f"{done}: {revision.source}, by {revision.who}, {revision.at} ({', '.join(cues)})"
    show({"source": revision.source, "who": revision.who, "at": revision.at, "cues": cues}, [line], as_json=as_json)
