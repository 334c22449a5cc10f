"""`cinescribe score`: hold captions to references, and what else is predicted or rated to what is true."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.output import as_json
from cinescribe.cli.score.show import show_scores
from cinescribe.metrics.core.significance import confidence
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.files.item_files import check_suffix, write_items
from cinescribe.metrics.scoring.metric_table import TABLE
from cinescribe.metrics.scoring.score_captions import COCO_METRICS, score_captions
from cinescribe.metrics.scoring.sources import Sources

OTHERS = {
    "fitb": "People filled into blanks.",
    "qa": "Ranked answers to questions.",
    "ratings": "What people said of texts.",
}

a_file = click.Path(path_type=Path)


class Scores(click.Group):
    """Scores captions, unless its first word names something else to score."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(OTHERS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _other(cmd_name) if cmd_name in OTHERS else None

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args and args[0] in OTHERS:
            return _other(args[0]).make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return captions.make_context(info_name, args, parent, **extra)


def _other(name: str) -> click.Command:
    command: click.Command = getattr(importlib.import_module("cinescribe.cli.score.others"), name)
    return command


class Captions(Command):
    """The command that scores captions; its help tells of the others."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands (a file of such a name is ./fitb)"):
            formatter.write_dl([(f"{ctx.command_path} {name}", told) for name, told in OTHERS.items()])


@click.command(cls=Captions)
@click.argument("candidates", metavar="CANDS", type=a_file)
@click.argument("references", metavar="REFS", type=a_file)
@click.option(
    "--metrics",
    default=",".join(COCO_METRICS),
    show_default=True,
    help=f"Names between commas: {', '.join(TABLE)}.",
)
@as_json
@click.option("--per-item", type=a_file, help="Write each item's values here, as .jsonl or .csv.")
@click.option("--confidence", "sure", is_flag=True, help="Add each score's 95 % bootstrap interval.")
@click.option("--subset", is_flag=True, help="Score only the items that have a candidate.")
@click.option("--allow-empty", is_flag=True, help="Score empty candidates too, rather than refuse them.")
@click.option("--paraphrases", type=a_file, help="METEOR's paraphrase table, paraphrase-en.gz.")
@click.option("--packed", type=a_file, help="A folder to keep that table packed in (85 MB), so that it is read faster.")
@click.option("--frequencies", type=a_file, help="CIDEr's document frequencies; by default those of REFS.")
@click.option("--vectors", type=a_file, help="Word vectors (GloVe, word2vec) for NW, Coverage and GroundingScore.")
@click.option("--model", help="The hub's text encoder, or a folder, for BERTScore, ACD and R@k/N.")
@click.option("--sentence-model", help="The sentence-transformers model, or a folder, for ACS and ACD.")
@click.option("--parser", type=a_file, help="A folder that `language train-parser` wrote, for SPICE and its kin.")
@click.option("--log-probabilities", type=a_file, help="What a language model gave each token, for Perplexity.")
@click.option("--grounded", type=a_file, help="What was looked at for each word, for GroundingScore.")
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are said first.")
def captions(
    *,
    candidates: Path,
    references: Path,
    metrics: str,
    as_json: bool,
    per_item: Path | None,
    sure: bool,
    subset: bool,
    allow_empty: bool,
    vectors: Path | None,
    frequencies: Path | None,
    model: str | None,
    sentence_model: str | None,
    **sources: Any,
) -> None:
    """Score captions: those in CANDS held to those in REFS.

    Files are COCO results or annotations, {id: text} or {id: [texts]} in .json, records in .jsonl, .csv or .tsv.
    """
    if per_item is not None:
        check_suffix(per_item)
    tested = read_candidates(candidates)
    scores = score_captions(
        tested,
        read_references(references),
        metrics=metrics.split(","),
        sources=Sources(
            words=vectors,
            document_frequencies=frequencies,
            encoder=model,
            sentences=sentence_model,
            **sources,
        ),
        subset=subset,
        allow_empty=allow_empty,
    )
    intervals = [confidence(score) if sure else None for score in scores]
    if per_item is not None:
        write_items(per_item, scores, ids=tested)
    show_scores(scores, intervals, as_json=as_json)


command = Scores("score", help="Score captions, people filled in, answers or ratings.")
