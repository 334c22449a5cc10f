"""`cinescribe corpus join`: one corpus of the stills of several."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.corpus.counts import show_counts
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json
from cinescribe.corpus.metaphor_stills.join_stills import join_stills


@click.command("join", cls=Command)
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", "folder", metavar="DIR", type=OutputFolder(), required=True, help="The corpus to write."
)
@as_json
def join_command(corpora: tuple[Path, ...], *, folder: Path, as_json: bool) -> None:
    """Join corpora of stills, such as plain pictures and pictures with metaphors.

    The pictures stay where they are. Ids begin with the name of the folder that a still comes from.
    """
    show_counts(join_stills(folder, corpora), as_json=as_json)
