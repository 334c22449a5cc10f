"""`cinescribe corpus corrections`: what describers made of drafts, as pairs to train and to show examples with."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.describe.corrections.collect import collect_corrections
from cinescribe.describe.corrections.corrections import n_of_kinds


@click.command("corrections", cls=Command)
@click.argument("folders", metavar="FOLDER...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", metavar="DIR", type=OutputFolder(), required=True, help="The folder to write.")
@as_json
def corrections_command(folders: tuple[Path, ...], *, output: Path, as_json: bool) -> None:
    """Collect the corrections of described films.

    Each cue that a person accepted, changed, rejected, moved or added becomes a line of corrections.jsonl in DIR: what
    was drafted and what was left, with its times, people and evidence.
    """
    found = collect_corrections(folders, output)
    counts = {str(kind): n for kind, n in n_of_kinds(found).items()} | {"films": len({one.film for one in found})}
    show(counts, [f"{name}: {n:,}" for name, n in counts.items()], as_json=as_json)
