"""`cinescribe commonsense`: what clips imply, written by a trained model."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.schema import ASPECTS


@click.command(cls=Command)
@click.argument("checkpoint", metavar="CHECKPOINT", type=click.Path(path_type=Path))
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="The split of the corpus.")
@click.option(
    "--captions",
    type=click.Choice(["true", "written"]),
    default="true",
    show_default=True,
    help="Complete each true caption, or the one that the model writes for a clip.",
)
@click.option(
    "--n", "n_samples", type=click.IntRange(min=1), default=1, show_default=True, help="Phrases of each aspect."
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same phrases.")
@click.option("--device", default="cpu", show_default=True, help="Where torch computes.")
@click.option("--json", "as_json", is_flag=True, help="Print JSONL to standard output, a line a caption.")
def command(
    checkpoint: Path, corpus: Path, *, split: str, captions: str, n_samples: int, seed: int, device: str, as_json: bool
) -> None:
    """Write intentions, effects and attributes for the captions of a corpus.

    With --n above 1, phrases are sampled, and equal ones are written once.
    """
    from cinescribe.generate.commonsense.corpus_commonsense import corpus_commonsense  # noqa: PLC0415  slow to import

    for item in corpus_commonsense(
        checkpoint,
        corpus,
        split=split,
        own_captions=captions == "written",
        n_samples=n_samples,
        seed=seed,
        device=device,
    ):
        phrases = {aspect: getattr(item, aspect) for aspect in ASPECTS}
        if as_json:
            line = {
                "clip": item.clip,
                "caption": item.caption,
                "written": item.written,
                **{aspect: [one.text for one in own] for aspect, own in phrases.items()},
                "log_probs": {aspect: [one.log_prob for one in own] for aspect, own in phrases.items()},
            }
            click.echo(json.dumps(line, ensure_ascii=False))
        else:
            click.echo(f"{item.clip}  {item.caption}")
            for aspect, own in phrases.items():
                click.echo(f"  {aspect}: {'; '.join(one.text for one in own)}")
