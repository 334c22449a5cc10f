"""`cinescribe corpus export`: a corpus in the forms that others use."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.output import as_json, show
from cinescribe.corpus.formats import WRITERS, export_corpus


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(list(WRITERS)), required=True, help="The form to write.")
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), required=True, help="The file or folder.")
@click.option("--blind", is_flag=True, help="Leave out captions, people and all else that is told of the clips.")
@as_json
def export(folder: Path, *, form: str, path: Path, blind: bool, as_json: bool) -> None:
    """Write the corpus in DIR in another form."""
    written = export_corpus(folder, path, to=form, blind=blind)
    show({"path": str(written)}, [str(written)], as_json=as_json)
