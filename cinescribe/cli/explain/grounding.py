"""`cinescribe explain grounding`."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, progress_bar, quiet, show
from cinescribe.explain.attribution.methods import METHODS
from cinescribe.explain.grounding.explain_grounding import GroundedSplit, explain_grounding
from cinescribe.metrics.core.score import Score


@click.command(cls=Command)
@click.argument("checkpoint", metavar="CHECKPOINT", type=click.Path(path_type=Path))
@click.argument("corpus", metavar="CORPUS", type=click.Path(path_type=Path))
@click.option("--split", default="test", show_default=True, help="The split of the corpus.")
@click.option(
    "--method",
    type=click.Choice(list(METHODS)),
    default="ig",
    show_default=True,
    help="Attribution method; random and even are controls that ignore the model.",
)
@click.option("--limit", type=click.IntRange(min=1), help="Stills, from the split's first; all by default.")
@click.option("-o", "--output", type=OutputFile(), help="JSONL to write, which `score --grounded` reads.")
@quiet
@as_json
def grounding(
    checkpoint: Path,
    corpus: Path,
    *,
    split: str,
    method: str,
    limit: int | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure whether a captioner attends to what it names, over the stills of CORPUS that have boxes."""
    with progress_bar(quiet=quiet) as progress:
        found = explain_grounding(
            checkpoint, corpus, split=split, method=method, at_most=limit, output=output, progress=progress
        )
    show(_value(found, output), _lines(found, output), as_json=as_json)


def _value(found: GroundedSplit, output: Path | None) -> dict[str, Any]:
    evaluation = found.evaluation
    return {
        "method": evaluation.method,
        "stills": len(found.captions),
        "boxless": found.n_boxless,
        "silent": found.n_silent,
        "nouns": evaluation.n_nouns,
        "scores": {score.name: {"value": score.value, "signature": score.signature} for score in _scores(found)},
        "pointed": evaluation.n_present,
        "no_box": evaluation.hallucinated,
        "auc": {f"{one.margin:g}": None if math.isnan(one.auc) else one.auc for one in evaluation.calibration},
    } | ({} if output is None else {"grounded": str(output)})


def _lines(found: GroundedSplit, output: Path | None) -> list[str]:
    evaluation, left = found.evaluation, found.n_boxless + found.n_silent
    heading = (
        f"{evaluation.method}: {evaluation.n_nouns} nouns of {len(found.captions) - left} captions "
        f"({found.n_boxless} stills without boxes, {found.n_silent} without a word)"
    )
    scores = [f"{score.name:<19}  {score.value:7.4f}  {score.signature}" for score in _scores(found)]
    shares = [
        f"{'asked of':<19}  {evaluation.n_present:7}  nouns whose class is in the picture",
        f"{'no box':<19}  {evaluation.hallucinated:7.4f}  of all nouns name what no box of the picture is",
    ]
    aucs = [f"{f'AUC({one.margin:g})':<19}  {_area(one.auc)}" for one in evaluation.calibration]
    return [heading, *scores, *shares, *aucs, *([] if output is None else [str(output)])]


def _scores(found: GroundedSplit) -> list[Score]:
    evaluation = found.evaluation
    return [*evaluation.grounding, *([] if evaluation.pointing is None else [evaluation.pointing])]


def _area(auc: float) -> str:
    """Return an area as text, or why there is none."""
    return "none: needs nouns of both kinds" if math.isnan(auc) else f"{auc:7.4f}"
