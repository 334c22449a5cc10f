"""`cinescribe corpus export` and `submit`: corpora in other formats, and captions as challenge submissions."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.corpus.datasets.formats import FORMS, export_corpus
from cinescribe.corpus.datasets.submissions import write_submission


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--to", "form", type=click.Choice(FORMS), required=True, help="The format to write.")
@click.option("-o", "--output", "path", type=OutputFile(), required=True, help="The file or folder.")
@click.option("--blind", is_flag=True, help="Leave out captions, people and all other annotations.")
@as_json
def export(folder: Path, *, form: str, path: Path, blind: bool, as_json: bool) -> None:
    """Write the corpus in DIR in another format."""
    written = export_corpus(folder, path, to=form, blind=blind)
    show({"path": str(written)}, [str(written)], as_json=as_json)


@click.command(cls=Command)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("predictions", metavar="PREDICTIONS", type=click.Path(path_type=Path))
@click.option("-o", "--output", "path", type=OutputFile(), required=True, help="The file to write.")
@click.option("--split", default="test", show_default=True, help="The split of the predictions.")
@click.option(
    "--annotations",
    "lines",
    type=click.Path(path_type=Path),
    help="LSMDC's annotation file of the split: number clips by its lines, not by the corpus.",
)
@click.option("--someone", is_flag=True, help="Write SOMEONE for each person in captions.")
@as_json
def submit(
    folder: Path, predictions: Path, *, path: Path, split: str, lines: Path | None, someone: bool, as_json: bool
) -> None:
    """Write a submission to the LSMDC challenges.

    PREDICTIONS is the JSONL of `caption` or `fill`.
    """
    written = write_submission(folder, predictions, path=path, split=split, lines=lines, someone=someone)
    show({"path": str(written)}, [str(written)], as_json=as_json)
