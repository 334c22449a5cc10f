"""`cinescribe import-micap`: a released MICap as a checkpoint."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.models.published.import_micap import import_micap

_path = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("weights", metavar="WEIGHTS", type=_path)
@click.option("--info", metavar="FILE", required=True, type=_path, help="The JSON file of the release.")
@click.option("--tokenizer", metavar="DIR", required=True, type=_path, help="The folder of the released tokenizer.")
@click.option("--output", "-o", "folder", metavar="DIR", required=True, type=OutputFolder(), help="Where to write.")
@click.option("--features", default="features", show_default=True, help="The folder of a corpus with its features.")
@click.option(
    "--text",
    default="published",
    show_default=True,
    help="Encoder of blanks: published for the imported vectors, a hub id, or a folder.",
)
@as_json
def command(
    weights: Path, *, folder: Path, info: Path, tokenizer: Path, features: str, text: str, as_json: bool
) -> None:
    """Convert WEIGHTS, a checkpoint that MICap's authors released, to one of Cinescribe."""
    made = import_micap(weights, folder, info=info, tokenizer=tokenizer, features=features, text=text)
    value = {
        "checkpoint": str(folder),
        "words": made.model.sizes.n_words,
        "writes": made.model.sizes.writes,
        "separators_count_ahead": made.card.recipe["separators_count_ahead"],
    }
    show(value, [str(folder)], as_json=as_json)
