"""`cinescribe export`: a description as subtitles, DAPT, sound, film or page."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, show
from cinescribe.export.description import FORMATS, export_description


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(list(FORMATS)), required=True, help="What to write.")
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), help="Where; by default inside DIR.")
@as_json
def command(folder: Path, form: str, path: Path | None, as_json: bool) -> None:
    """Write the description in DIR in another form."""
    written = export_description(folder, to=form, path=path)
    show({"path": str(written)}, [str(written)], as_json=as_json)
