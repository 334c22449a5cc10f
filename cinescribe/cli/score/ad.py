"""`cinescribe score ad`: audio description against references, film by film."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import announce, as_json
from cinescribe.cli.score.show import show_scores
from cinescribe.corpus.description.score_description import DESCRIPTION_METRICS, StoryFiles, score_description
from cinescribe.metrics.description.language_model import LanguageModel
from cinescribe.metrics.files.item_files import check_suffix
from cinescribe.metrics.scoring.metric_table import METRIC_FAMILIES
from cinescribe.metrics.scoring.sources import Sources

_a_file = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("candidates", metavar="CANDS", type=_a_file)
@click.argument("references", metavar="REFS", type=_a_file)
@click.option(
    "--metrics",
    default=",".join(DESCRIPTION_METRICS),
    show_default=True,
    help=f"Names separated by commas: {', '.join(METRIC_FAMILIES)}.",
)
@as_json
@click.option("--cast", type=_a_file, help="The people of each film, for CRITIC; by default those whom REFS name.")
@click.option("--actions", type=_a_file, help="The actions of each reference, for Action; by default parsed from REFS.")
@click.option("--facts", type=_a_file, help="Facts of the stories, or Backlot's truth, for StoryRecall.")
@click.option(
    "--grader", metavar="NAME", help="A language model, server:<URL>#<model> or hub:<id>, for LLM-AD-Eval and facts."
)
@click.option("--per-item", type=OutputFile(), help="Write each item's values to this .jsonl or .csv file.")
@click.option("--confidence", "with_intervals", is_flag=True, help="Add each score's 95 % bootstrap interval.")
@click.option("--subset", is_flag=True, help="Score only the items that have a candidate.")
@click.option("--allow-empty", is_flag=True, help="Score empty candidates instead of refusing them.")
@click.option("--model", type=click.Path(), metavar="NAME", help="The text encoder of BERTScore and R@k/N.")
@click.option(
    "--sentence-model", type=click.Path(), metavar="NAME", help="The sentence-transformers model of Action, Repetition."
)
@click.option("--fetch", is_flag=True, help="Allow models to be fetched; size and licence are announced first.")
def ad(
    *,
    candidates: Path,
    references: Path,
    metrics: str,
    as_json: bool,
    cast: Path | None,
    actions: Path | None,
    facts: Path | None,
    grader: str | None,
    per_item: Path | None,
    with_intervals: bool,
    subset: bool,
    allow_empty: bool,
    model: str | None,
    sentence_model: str | None,
    fetch: bool,
) -> None:
    """Score the audio description in CANDS against REFS, film by film.

    REFS is an annotation file of CMD-AD, TV-AD or MAD-eval, or id, film, start, end and text in .csv, .tsv or .jsonl.
    """
    if per_item is not None:
        check_suffix(per_item)
    scores = score_description(
        candidates,
        references,
        metrics=metrics,
        files=StoryFiles(casts=cast, facts=facts, actions=actions),
        sources=Sources(
            encoder=model,
            sentences=sentence_model,
            grader=None if grader is None else _grader(grader, fetch=fetch),
            fetch=fetch,
        ),
        subset=subset,
        allow_empty=allow_empty,
    )
    show_scores(scores, as_json=as_json, with_intervals=with_intervals, per_item=per_item)


def _grader(name: str, *, fetch: bool) -> LanguageModel:
    from cinescribe.models.vlm.text_answers import text_answers  # noqa: PLC0415  not in the base installation

    return text_answers(name, fetch=fetch, announce=announce)
