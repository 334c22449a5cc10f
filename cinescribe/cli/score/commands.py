"""`cinescribe score`: scores captions, or what its subcommands name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json
from cinescribe.cli.score.ad import ad
from cinescribe.cli.score.bound import bound
from cinescribe.cli.score.compare import compare_command
from cinescribe.cli.score.identity_sensitivity import identity_sensitivity_command
from cinescribe.cli.score.metaphor_study import against_people_command, metaphor_sheets
from cinescribe.cli.score.others import fitb, qa, ratings
from cinescribe.cli.score.published import as_published as as_published_command
from cinescribe.cli.score.rating_sheets import collect_ratings_command, rating_sheets
from cinescribe.cli.score.show import show_scores
from cinescribe.cli.score.story_qa import story_qa
from cinescribe.corpus.core.score_files import score_files
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.metrics.files.item_files import check_suffix
from cinescribe.metrics.scoring.metric_table import METRIC_FAMILIES
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from cinescribe.metrics.scoring.sources import Sources

SUBCOMMANDS: dict[str, click.Command] = {
    "ad": ad,
    "against-people": against_people_command,
    "as-published": as_published_command,
    "bound": bound,
    "compare": compare_command,
    "collect-ratings": collect_ratings_command,
    "fitb": fitb,
    "identity-sensitivity": identity_sensitivity_command,
    "metaphor-sheets": metaphor_sheets,
    "qa": qa,
    "rating-sheets": rating_sheets,
    "ratings": ratings,
    "story-qa": story_qa,
}
_HELP = {
    "ad": "Audio description, film by film.",
    "against-people": "A metric against human ratings.",
    "compare": "Several systems in one table, with paired tests.",
    "as-published": "Scores beside those of a paper's released code.",
    "bound": "The best that retrieval could reach.",
    "collect-ratings": "Ratings of filled sheets.",
    "fitb": "People filled into blanks.",
    "identity-sensitivity": "What is left of metrics when people are mistaken.",
    "metaphor-sheets": "Sheets for people to judge metaphors on.",
    "qa": "Ranked answers to questions.",
    "rating-sheets": "Sheets for people to rate on.",
    "ratings": "Human ratings of texts.",
    "story-qa": "Questions that a description answers.",
}

_a_file = click.Path(path_type=Path)
a_model = click.Path()  # a name, or a folder, which is then read


class ScoreGroup(click.Group):
    """Scores captions, unless the first argument names a subcommand."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Return the context of the subcommand, or of the command for captions."""
        if args and args[0] in self.commands:
            return self.commands[args[0]].make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return captions.make_context(info_name, args, parent, **extra)


class CaptionsCommand(Command):
    """The command that scores captions; its help also lists the subcommands."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Commands (a file with such a name is ./fitb)"):
            formatter.write_dl([(f"{ctx.command_path} {name}", text) for name, text in _HELP.items()])


@click.command(cls=CaptionsCommand)
@click.argument("candidates", metavar="CANDS", type=_a_file)
@click.argument("references", metavar="REFS", type=_a_file)
@click.option(
    "--metrics",
    show_default=",".join(COCO_METRICS),
    help=f"Names separated by commas: {', '.join(METRIC_FAMILIES)}. Of a corpus with metaphors, Metaphor by default.",
)
@as_json
@click.option("--per-item", type=OutputFile(), help="Write each item's values to this .jsonl or .csv file.")
@click.option("--confidence", "with_intervals", is_flag=True, help="Add each score's 95 % bootstrap interval.")
@click.option("--subset", is_flag=True, help="Score only the items that have a candidate.")
@click.option("--allow-empty", is_flag=True, help="Score empty candidates instead of refusing them.")
@click.option("--paraphrases", type=_a_file, help="METEOR's paraphrase table, paraphrase-en.gz.")
@click.option(
    "--packed", type=OutputFolder(), help="A folder for a packed copy of that table (85 MB), which is read faster."
)
@click.option("--frequencies", type=_a_file, help="CIDEr's document frequencies; by default those of REFS.")
@click.option("--vectors", type=_a_file, help="Word vectors for NW, Coverage, GroundingScore: a file, or glove.6B.50d.")
@click.option(
    "--model",
    type=click.Path(),
    metavar="NAME",
    help="The hub's text encoder, or a folder, for BERTScore, ACD and R@k/N.",
)
@click.option(
    "--baseline", type=_a_file, help="BERTScore's baseline file for that encoder, to rescale BERTScore and ACD."
)
@click.option(
    "--sentence-model",
    type=click.Path(),
    metavar="NAME",
    help="The sentence-transformers model, or a folder, for ACS and ACD.",
)
@click.option(
    "--as-published",
    is_flag=True,
    help="Default to roberta-large with its baseline, and all-mpnet-base-v2, for BERTScore, ACS and ACD.",
)
@click.option(
    "--parser", type=_a_file, help="A folder from `language train-parser`, for SPICE, iSPICE, NW and Coverage."
)
@click.option(
    "--log-probabilities", type=_a_file, help="A language model's log-probability of each token, for Perplexity."
)
@click.option("--grounded", type=_a_file, help="Captions with the region attended to at each word, for GroundingScore.")
@click.option(
    "--metaphors", type=_a_file, help="Annotators' metaphors, as metaphors.jsonl of a corpus, for Metaphor accuracies."
)
@click.option("--metaphor-spans", type=_a_file, help="When a system sees each metaphor, for Metaphor-when.")
@click.option(
    "--causal-lm", type=click.Path(), metavar="NAME", help="The hub's causal language model, or a folder, for Fit."
)
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are announced first.")
def captions(
    *,
    candidates: Path,
    references: Path,
    metrics: str | None,
    as_json: bool,
    per_item: Path | None,
    with_intervals: bool,
    subset: bool,
    allow_empty: bool,
    vectors: Path | None,
    frequencies: Path | None,
    model: str | None,
    sentence_model: str | None,
    as_published: bool,
    **sources: Any,
) -> None:
    """Score the captions in CANDS against those in REFS.

    Files are COCO results or annotations, {id: text} or {id: [texts]} in .json, or records in .jsonl, .csv or .tsv.
    REFS may be the folder of a corpus.
    """
    if per_item is not None:
        check_suffix(per_item)
    given = Sources(
        words=vectors,
        document_frequencies=frequencies,
        encoder=model,
        sentences=sentence_model,
        **sources,
    )
    scores = score_files(
        candidates,
        references,
        metrics=metrics,
        sources=given.as_published() if as_published else given,
        subset=subset,
        allow_empty=allow_empty,
    )
    ids = None if per_item is None else read_candidates(candidates)
    show_scores(scores, as_json=as_json, with_intervals=with_intervals, per_item=per_item, ids=ids)


command = ScoreGroup(
    "score", commands=SUBCOMMANDS, help="Score captions, people filled into blanks, answers or ratings."
)
