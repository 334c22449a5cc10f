"""`cinescribe score bound`: the best METEOR that retrieval could reach."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.store import write_text


@click.command(cls=Command)
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="The split whose clips are captioned.")
@click.option("--training-split", default="train", show_default=True, help="The split whose sentences are retrieved.")
@click.option("--captions", type=OutputFile(), help="Write the sentences to this file, a line of JSON a clip.")
@as_json
def bound(corpus: Path, *, split: str, training_split: str, captions: Path | None, as_json: bool) -> None:
    """Give each clip of CORPUS the training sentence with the highest METEOR, and score these sentences.

    No captioner that retrieves training sentences can score higher. People are `someone` in all texts.
    """
    from cinescribe.corpus.statistics.retrieval_bound import retrieval_bound  # noqa: PLC0415  not in `cinescribe score`

    found = retrieval_bound(corpus, split=split, training=training_split)
    if captions is not None:
        rows = ({"clip": clip, "caption": text} for clip, text in found.sentences.items())
        write_text(captions, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    value = {"METEOR": found.score.value, "mean": found.mean, "clips": len(found.sentences)}
    lines = [f"METEOR  {found.score.value:.4f}  {found.score.signature}", f"mean over clips  {found.mean:.4f}"]
    show({**value, "signature": found.score.signature}, lines, as_json=as_json)
