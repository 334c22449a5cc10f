"""`cinescribe score fitb`, `score qa` and `score ratings`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.cli.score.show import show_scores
from cinescribe.metrics.human.criterion_statistics import agreement_lines, criterion_agreement, criterion_means
from cinescribe.metrics.human.deviation_histograms import deviation_histograms
from cinescribe.metrics.human.qa import score_qa
from cinescribe.metrics.human.rating_page import rating_page
from cinescribe.metrics.human.rating_statistics import GroupStatistics, score_ratings
from cinescribe.metrics.human.rating_tables import rating_tables, table_lines, yes_table
from cinescribe.metrics.human.ratings import read_ratings
from cinescribe.metrics.identity.fitb import score_fitb
from cinescribe.store import write_text

_a_file = click.Path(path_type=Path)


@click.command(cls=Command)
@click.argument("predictions", metavar="PREDS", type=_a_file)
@click.argument("references", metavar="REFS", type=_a_file)
@click.argument("sets", metavar="SETS", type=_a_file)
@as_json
def fitb(predictions: Path, references: Path, sets: Path, as_json: bool) -> None:
    """Score people filled into blanks, from LSMDC's files.

    PREDS and REFS have one line per clip: its name, a tab, and the people in its blanks. SETS has one line per set: its
    clips.
    """
    scores = score_fitb(predictions, references, sets)
    lines = [f"{name:<9}  {value:.4f}" for name, value in scores.to_dict().items()]
    show(scores.to_dict(), lines, as_json=as_json)


@click.command(cls=Command)
@click.argument("predictions", metavar="PREDS", type=_a_file)
@click.argument("references", metavar="REFS", type=_a_file)
@click.option(
    "--depth", "ks", type=int, multiple=True, default=(1, 3, 5), show_default=True, help="k; may be repeated."
)
@as_json
def qa(predictions: Path, references: Path, ks: tuple[int, ...], as_json: bool) -> None:
    """Score ranked answers to questions by precision and recall at k.

    PREDS has the ranked answers to each question, REFS the true answers and perhaps the question's kind and aspect:
    .jsonl with {"id", "answers", "kind", "aspect"}, or .json.
    """
    show_scores(score_qa(predictions, references, ks=ks), as_json=as_json)


@click.command(cls=Command)
@click.argument("file", metavar="FILE", type=_a_file)
@click.option("--valid-above", type=float, default=3, show_default=True, help="Ratings above it are valid.")
@click.option("--page", type=OutputFile(), help="Write a page of HTML with tables and histograms here.")
@click.option("--figure", type=OutputFile(), help="Write bars of each system's mean rating to this .png or .svg file.")
@as_json
def ratings(file: Path, valid_above: float, page: Path | None, figure: Path | None, as_json: bool) -> None:
    """Score human ratings: means, spread, validity, agreement, kappas, mean ranks.

    FILE is .csv, .tsv or .jsonl with item, rater and rating (or rank), and system and criterion if there are several.
    """
    if figure is not None:
        from cinescribe.corpus.statistics.rating_plots import check_figure, plot_criteria  # noqa: PLC0415  an extra

        check_figure(figure)
    statistics = score_ratings(file, valid_above=valid_above)
    histograms = deviation_histograms(file) if statistics.scale == "rating" else []
    if page is not None:
        write_text(page, rating_page(f"Ratings of {file.name}", statistics, histograms))
    sheet = read_ratings(file)
    means, agreements = criterion_means(sheet), criterion_agreement(sheet)
    if figure is not None:
        plot_criteria(means, figure)
    lines = [line for group in (statistics.overall, *statistics.groups) for line in _lines(group)]
    lines += [line for table in rating_tables(statistics) for line in ("", *table_lines(table))]
    yes = yes_table(sheet, means)
    lines += ["", *table_lines(yes)] if yes else []
    lines += ["", *agreement_lines(agreements)]
    value = {
        **statistics.to_dict(),
        "deviations": [one.to_dict() for one in histograms],
        "means": [one.to_dict() for one in means],
        "agreement": [one.to_dict() for one in agreements],
    }
    show(value, lines, as_json=as_json)


def _lines(group: GroupStatistics) -> list[str]:
    title = " / ".join(part for part in (group.system, group.criterion) if part) or "all"
    heading = f"{title}: {group.ratings} ratings of {group.items} items by {group.raters} raters"
    statistics: dict[str, Any] = group.to_dict()
    values = [f"  {name:<13} {value:8.4f}" for name, value in statistics.items() if isinstance(value, float)]
    absent = [f"  {each.name:<13} none: {each.reason}" for each in group.absent]
    return [heading, *values, *absent]
