"""`cinescribe corpus align-script`: the times of a screenplay's action in its film."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, refuse_input
from cinescribe.cli.output import announce, as_json
from cinescribe.corpus.alignment.align_script import AlignedLine
from cinescribe.corpus.film_folder.script_film import align_script_to_film, film_beside
from cinescribe.store import write_records
from cinescribe.timing import clock

_a_file = click.Path(path_type=Path)


@click.command("align-script", cls=Command)
@click.argument("script", metavar="SCRIPT", type=_a_file)
@click.argument("subtitles", metavar="SUBTITLES", type=_a_file)
@click.option("-o", "--output", metavar="FILE", type=OutputFile(), help="The JSONL file to write.")
@click.option(
    "--film", metavar="FILM", type=_a_file, help="The film; by default the one beside the subtitles with their name."
)
@click.option("--no-film", is_flag=True, help="Use no shots of the film: faster, but far fewer sentences get a time.")
@as_json
def align_script_command(
    script: Path, subtitles: Path, *, output: Path | None, film: Path | None, no_film: bool, as_json: bool
) -> None:
    """Print the time of each sentence of a screenplay's action.

    The screenplay is aligned to its film by SUBTITLES and by the film's shots.

    SCRIPT is Fountain, Final Draft (.fdx), PDF or plain text.
    """
    if no_film and film:
        raise click.UsageError("--film and --no-film exclude each other; give one")
    film = None if no_film else film or film_beside(subtitles)
    if film and output:
        refuse_input(output, film, name="the film")
    if film:
        announce(f"looking for the shots of {film}")
    aligned = align_script_to_film(script, subtitles, film=film)
    if output is not None:
        write_records(output, aligned)
    if as_json:
        for line in aligned:
            click.echo(json.dumps(line.to_dict(), ensure_ascii=False))
    else:
        _show(aligned)


def _show(aligned: Sequence[AlignedLine]) -> None:
    for line in aligned:
        if line.kind == "action":
            when = f"{clock(line.start)} {clock(line.end or 0)}" if line.start is not None else f"{'-':>25}"
            click.echo(f"{line.line:5d}  {when}  {line.score:4.2f}  {line.text}")
    action = [line for line in aligned if line.kind == "action"]
    speech = [line for line in aligned if line.kind == "speech"]
    n_timed, n_heard = (sum(line.start is not None for line in lines) for lines in (action, speech))
    click.echo(f"{n_timed} of {len(action)} sentences of action timed, {n_heard} of {len(speech)} speeches heard")
