"""`cinescribe repair`: go on with a damaged journal."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.editor import editor, who
from cinescribe.cli.output import as_json, show
from cinescribe.describe.repair.repair_journal import Repaired, repair_journal


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@who
@as_json
def command(folder: Path, *, who: str | None, as_json: bool) -> None:
    """Go on with the description or series in DIR whose history, the journal of edits, is damaged.

    No words are lost: they are taken from the script as it was. Lost edits can no longer be undone one by one. The
    damaged journal is kept.
    """
    repaired = repair_journal(folder, who=editor(who))
    show(repaired.to_dict(), _lines(repaired), as_json=as_json)


def _lines(repaired: Repaired) -> list[str]:
    if not repaired.faults:
        return ["the journal is whole: nothing was changed"]
    lost = ", ".join(map(str, repaired.lost))
    return [
        *repaired.faults,
        *([f"lost from the history: {lost}"] if lost else []),
        *(
            [f"restored from the script: {repaired.cues} cue{'' if repaired.cues == 1 else 's'}"]
            if repaired.cues
            else []
        ),
        *([f"the damaged journal is kept as {repaired.kept}"] if repaired.kept else []),
        *repaired.remarks,
    ]
