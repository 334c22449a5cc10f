"""`cinescribe score identity-sensitivity`: how much of each metric is left when people are mistaken."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json
from cinescribe.cli.score.show import show_scores
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.metrics.files.item_files import check_suffix
from cinescribe.metrics.scoring.identity_sensitivity import TABLE_METRICS, identity_sensitivity
from cinescribe.metrics.scoring.sources import Sources

_a_file = click.Path(path_type=Path)


@click.command("identity-sensitivity", cls=Command)
@click.argument("captionsets", metavar="SETS", type=_a_file)
@click.option("--metrics", default=",".join(TABLE_METRICS), show_default=True, help="Names separated by commas.")
@click.option("--copies", type=int, default=3, show_default=True, help="Edited copies of each set, for each edit.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the edits.")
@as_json
@click.option("--per-item", type=OutputFile(), help="Write the values of each set to this .jsonl or .csv file.")
@click.option("--confidence", "with_intervals", is_flag=True, help="Add each value's 95 % bootstrap interval.")
@click.option("--parser", type=_a_file, help="A folder from `language train-parser`, for SPICE and iSPICE.")
@click.option("--paraphrases", type=_a_file, help="METEOR's paraphrase table, paraphrase-en.gz.")
@click.option("--model", type=click.Path(), metavar="NAME", help="The hub's text encoder, or a folder, for BERTScore.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are announced first.")
def identity_sensitivity_command(
    *,
    captionsets: Path,
    metrics: str,
    copies: int,
    seed: int,
    as_json: bool,
    per_item: Path | None,
    with_intervals: bool,
    parser: Path | None,
    paraphrases: Path | None,
    model: str | None,
    fetch: bool,
) -> None:
    """Compare the captionsets in SETS with copies that mistake people, and give the share left of each metric.

    A text of SETS has the captions of consecutive clips, with ids such as P1. In copies some mentions name another of
    its people (swap), one names a new person (add), or a person named once is lost (remove). Lower is more sensitive.
    """
    if per_item is not None:
        check_suffix(per_item)
    texts = read_candidates(captionsets)
    sources = Sources(parser=parser, paraphrases=paraphrases, encoder=model, fetch=fetch)
    scores = identity_sensitivity(texts, metrics=metrics, sources=sources, copies=copies, seed=seed)
    show_scores(scores, as_json=as_json, with_intervals=with_intervals, per_item=per_item, ids=texts)
