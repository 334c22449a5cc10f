"""`cinescribe export`: write a description as subtitles, DAPT, CSV, sound, film or web page."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, show
from cinescribe.export.description import FORMATS, export_description


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "file_format", type=click.Choice(list(FORMATS)), required=True, help="File format.")
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), help="File to write; by default inside DIR.")
@as_json
def command(folder: Path, file_format: str, path: Path | None, as_json: bool) -> None:
    """Write the description in DIR in another file format."""
    written = export_description(folder, to=file_format, path=path)
    show({"path": str(written)}, [str(written)], as_json=as_json)
