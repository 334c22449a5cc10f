"""`cinescribe caption`: write captions for a corpus's clips or stills with a trained model."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.generate.caption_clip_sets import DECODERS
from cinescribe.generate.caption_corpus import caption_corpus


@click.command(cls=Command)
@click.argument("checkpoint", metavar="CHECKPOINT", type=click.Path(path_type=Path))
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="The split of the corpus.")
@click.option(
    "--decoder", type=click.Choice(list(DECODERS)), help="Default: beam for captioners of pictures, else greedy."
)
@click.option("--device", default="cpu", show_default=True, help="Where torch computes.")
@click.option(
    "--ensemble",
    metavar="CHECKPOINT",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A further model whose word probabilities are averaged; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, a line a caption.")
def command(
    checkpoint: Path,
    corpus: Path,
    *,
    split: str,
    decoder: str | None,
    device: str,
    ensemble: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Write a caption for each clip or still of a corpus. Person ids are consistent within each set of clips."""
    for item in caption_corpus(checkpoint, corpus, split=split, decoder=decoder, device=device, ensemble=ensemble):
        caption = item.caption
        if as_json:
            line = {"clip": caption.clip, "caption": caption.text, "people": list(caption.people), "set": item.set}
            click.echo(json.dumps(line, ensure_ascii=False))
        else:
            click.echo(f"{caption.clip}  {caption.text}")
