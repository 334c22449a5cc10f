"""`cinescribe corpus export` and `submit`: corpora in the forms that others use, captions as challenges take them."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json, show
from cinescribe.corpus.datasets.formats import FORMS, export_corpus
from cinescribe.corpus.datasets.submissions import write_submission


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The form to write.")
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), required=True, help="The file or folder.")
@click.option("--blind", is_flag=True, help="Leave out captions, people and all else that is told of the clips.")
@as_json
def export(folder: Path, *, form: str, path: Path, blind: bool, as_json: bool) -> None:
    """Write the corpus in DIR in another form."""
    written = export_corpus(folder, path, to=form, blind=blind)
    show({"path": str(written)}, [str(written)], as_json=as_json)


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("told", metavar="TOLD", type=click.Path(path_type=Path))
@click.option("-o", "--output", "path", type=click.Path(path_type=Path), required=True, help="The file to write.")
@click.option("--split", default="test", show_default=True, help="The split that is told of.")
@click.option(
    "--annotations",
    "lines",
    type=click.Path(path_type=Path),
    help="LSMDC's annotation file of the split: its lines count, not the corpus's clips.",
)
@click.option("--someone", is_flag=True, help="Write SOMEONE for each person in captions.")
@as_json
def submit(
    folder: Path, told: Path, *, path: Path, split: str, lines: Path | None, someone: bool, as_json: bool
) -> None:
    """Write what `caption` or `fill` printed of the corpus in DIR as the challenges of LSMDC take it."""
    written = write_submission(folder, told, path=path, split=split, lines=lines, someone=someone)
    show({"path": str(written)}, [str(written)], as_json=as_json)
