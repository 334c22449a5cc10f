"""`cinescribe import-m2`: a published M² as a checkpoint."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.models.m2.import_m2 import REGIONS, import_m2

path_ = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("weights", metavar="WEIGHTS", type=path_)
@click.argument("vocabulary", metavar="VOCABULARY", type=path_)
@click.option("--output", "-o", "folder", metavar="DIR", required=True, type=OutputFolder(), help="Where to write.")
@click.option("--features", default=REGIONS, show_default=True, help="The folder of a corpus with its features.")
@click.option(
    "--mask-padding", is_flag=True, help="Leave out padding of pictures with few regions; the published code does not."
)
@as_json
def command(weights: Path, vocabulary: Path, *, folder: Path, features: str, mask_padding: bool, as_json: bool) -> None:
    """Convert the published M², its weights and its vocabulary, to a checkpoint."""
    model = import_m2(weights, vocabulary, folder, features=features, mask_padding=mask_padding).model
    value = {"checkpoint": str(folder), "words": model.sizes.n_words, "region_width": model.sizes.region_width}
    show(value, [str(folder)], as_json=as_json)
