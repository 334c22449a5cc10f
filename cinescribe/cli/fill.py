"""`cinescribe fill`: have a trained model put people into the blanks of captions."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.generate.caption_corpus import fill_corpus


@click.command(cls=Command)
@click.argument("checkpoint", metavar="CHECKPOINT", type=click.Path(path_type=Path))
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="The split of the corpus.")
@click.option(
    "--captions", type=click.Path(path_type=Path), help="Other captions with [blank] or people, by the clips' ids."
)
@click.option("--device", default="cpu", show_default=True, help="Where torch computes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, a line a clip.")
def command(checkpoint: Path, corpus: Path, *, split: str, captions: Path | None, device: str, as_json: bool) -> None:
    """Tell who is meant by each blank of a corpus's captions, people the same within each set of clips.

    People in captions are taken for blanks. The ids of a clip stand in the order of its caption's blanks.
    """
    for filled in fill_corpus(checkpoint, corpus, split=split, captions=captions, device=device):
        if as_json:
            click.echo(json.dumps({"clip": filled.clip, "people": list(filled.people), "set": filled.set}))
        else:
            click.echo(f"{filled.clip}  {', '.join(filled.people) or '_'}")
