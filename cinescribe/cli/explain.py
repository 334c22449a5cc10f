"""`cinescribe explain`: look into a trained model."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.output import as_json, show
from cinescribe.explain.explain_attention import explain_attention


@click.group()
def command() -> None:
    """Look into a trained model."""


@command.command()
@click.argument("checkpoint", type=click.Path(path_type=Path))
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), required=True, help="Folder to write to.")
@click.option("--split", default="val", show_default=True, help="The split of the corpus.")
@as_json
def attention(checkpoint: Path, corpus: Path, *, folder: Path, split: str, as_json: bool) -> None:
    """Plot what MICap looks at as it writes and fills in, over a split of CORPUS, with the tables behind the plots."""
    explained = explain_attention(checkpoint, corpus, folder, split=split)
    value = {"plots": [str(path) for path in explained.plots], "tables": [str(path) for path in explained.tables]}
    show(value, [*value["plots"], *value["tables"]], as_json=as_json)
