"""`cinescribe fill`: predict the people in the blanks of captions with a trained model."""

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
@click.option("--captions", type=click.Path(path_type=Path), help="Other captions with [blank] or people, by clip id.")
@click.option("--device", default="cpu", show_default=True, help="Where torch computes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, a line a clip.")
def command(checkpoint: Path, corpus: Path, *, split: str, captions: Path | None, device: str, as_json: bool) -> None:
    """Predict the person at each blank of a corpus's captions. Person ids are consistent within each set of clips.

    People in captions count as blanks. The ids of a clip are in the order of the blanks in its caption.
    """
    for filled in fill_corpus(checkpoint, corpus, split=split, captions=captions, device=device):
        if as_json:
            click.echo(json.dumps({"clip": filled.clip, "people": list(filled.people), "set": filled.set}))
        else:
            click.echo(f"{filled.clip}  {', '.join(filled.people) or '_'}")
