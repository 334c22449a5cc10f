"""`cinescribe export`: write a description as text, subtitles, DAPT, CSV, sound, film or web page."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import ListedOutputFile
from cinescribe.cli.output import announce, as_json, progress_bar, quiet, show
from cinescribe.export.description import FORMATS, export_all, export_description, stale_line


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "file_format", type=click.Choice(list(FORMATS)), help="File format.")
@click.option(
    "--all", "everything", is_flag=True, help="Every format again; sound and film only if they were made before."
)
@click.option("-o", "--output", "path", type=ListedOutputFile(), help="File to write; by default inside DIR.")
@click.option("--beside", is_flag=True, help="Write beside the film, under a name that players find; not inside DIR.")
@click.option("--strict", is_flag=True, help="Write nothing if a cue does not fit its gap.")
@quiet
@as_json
def command(
    folder: Path,
    *,
    file_format: str | None,
    everything: bool,
    path: Path | None,
    beside: bool,
    strict: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Write the description in DIR in another file format, or with --all in every format."""
    if (file_format is None) != everything:
        raise click.UsageError("give --to FORMAT or --all, one of them")
    if everything and (path is not None or beside):
        raise click.UsageError("--all writes inside DIR; leave out --output and --beside, or choose a format with --to")
    with progress_bar(quiet=quiet) as report:
        if file_format is None:
            written = export_all(folder, strict=strict, progress=report, announce=announce)
        else:
            written = (
                export_description(
                    folder,
                    to=file_format,
                    path=path,
                    beside=beside,
                    strict=strict,
                    progress=report,
                    announce=announce,
                ),
            )
    stale = stale_line(folder)
    if stale is not None:
        announce(stale)
    value = {"paths": [str(each) for each in written]} if everything else {"path": str(written[0])}
    show(value, [str(each) for each in written], as_json=as_json)
