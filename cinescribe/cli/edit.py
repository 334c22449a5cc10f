"""`cinescribe edit`: read an edited description back."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.editor import editor, who
from cinescribe.cli.output import as_json, show
from cinescribe.describe.editing.edit import Edited, edit_description, set_recording

NO_RECORDING = "-"


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("path", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option(
    "--voice-file",
    type=(str, str),
    metavar="CUE FILE",
    help="Hear a recording in place of the voice; - takes it away.",
)
@who
@as_json
def command(
    folder: Path,
    *,
    path: Path | None,
    dry_run: bool,
    voice_file: tuple[str, str] | None,
    who: str | None,
    as_json: bool,
) -> None:
    """Read FILE, an export of the description in DIR that a person has edited, back into it.

    FILE may be text, CSV, WebVTT, SubRip or DAPT; `cinescribe export DIR --to text` makes one.
    """
    if (path is None) == (voice_file is None):
        raise click.UsageError("name an edited FILE, or give --voice-file CUE FILE; not both")
    if dry_run and voice_file is not None:
        raise click.UsageError("--dry-run is for an edited FILE")
    if voice_file is not None:
        cue, recording = voice_file
        given = None if recording == NO_RECORDING else Path(recording)
        edited = set_recording(folder, cue, given, who=editor(who))
    else:
        edited = edit_description(folder, path or "", who=editor(who), dry_run=dry_run)
    found = edited.comparison
    value = {
        "changed": found.n_changed,
        "added": found.n_added,
        "moved": found.n_moved,
        "removed": found.n_removed,
        "remarks": [remark.to_dict() for remark in edited.remarks],
    }
    show(value, _lines(edited, dry_run=dry_run), as_json=as_json)


def _lines(edited: Edited, *, dry_run: bool) -> list[str]:
    """The outcome for people: in a dry run each cue before and after, then the remarks and the counts."""
    found = edited.comparison
    lines = []
    for change in found.changes if dry_run else ():
        lines += [f"- {change.cue} {change.before.text!r}"] if change.before is not None else []
        lines += [f"+ {change.cue} {change.after.text!r}"] if change.after is not None else []
    lines += [f"cue {remark.cue}: {remark.text}" if remark.cue else remark.text for remark in edited.remarks]
    counts = (("changed", found.n_changed), ("added", found.n_added), ("moved", found.n_moved))
    summary = ", ".join(f"{n} {what}" for what, n in (*counts, ("removed", found.n_removed)))
    return [*lines, f"{summary}; nothing was written" if dry_run else summary]
