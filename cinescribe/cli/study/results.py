"""`cinescribe study export` and `results`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.options import StudyCommand, a_file, database_option, study_argument


@click.command(cls=StudyCommand)
@study_argument
@database_option
@click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV file of ratings to write.")
@as_json
def export(study: Path, *, url: str | None, output: Path, as_json: bool) -> None:
    """Write the ratings or ranks of a study, for score ratings."""
    from cinescribe.metrics.human.ratings import write_ratings  # noqa: PLC0415
    from cinescribe.study.folders.open_study import open_study  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.kinds.study_ratings import study_ratings  # noqa: PLC0415
    from cinescribe.study.results.judgements import read_judgements  # noqa: PLC0415

    with open_study(study, url=url) as (database, stored):
        found = study_ratings(stored.design.questions, read_judgements(database, stored))
    write_ratings(output, found.ratings, are_ranks=found.are_ranks)
    counts = {"ratings": len(found.ratings), "ties_broken": found.n_ties_broken}
    lines = [
        f"ratings: {len(found.ratings):,}",
        f"texts that say the same as another, ranked in the order drawn: {found.n_ties_broken:,}",
    ]
    show(counts, lines, as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@database_option
@click.option(
    "--scores",
    type=a_file,
    multiple=True,
    help="What score --per-item wrote, to correlate metrics with people; once for each system, which has its name.",
)
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write results here.")
@as_json
def results(study: Path, *, url: str | None, scores: tuple[Path, ...], folder: Path, as_json: bool) -> None:
    """Write the results of a study: the papers' tables beside the papers' figures, tests, strengths and agreement.

    They are those of all raters, then without suspect ones, then those of raters who said that they are blind.
    """
    from cinescribe.study.folders.open_study import open_study  # noqa: PLC0415  an extra, with what follows
    from cinescribe.study.results.judgements import read_judgements  # noqa: PLC0415
    from cinescribe.study.results.metric_correlations import read_metric_scores  # noqa: PLC0415
    from cinescribe.study.results.screening_counts import screening_counts  # noqa: PLC0415
    from cinescribe.study.results.study_results import write_results  # noqa: PLC0415
    from cinescribe.study.validation.decisions import read_decisions  # noqa: PLC0415

    given = read_metric_scores(scores)
    with open_study(study, url=url) as (database, stored):
        judgements, decisions = read_judgements(database, stored), read_decisions(database, stored)
        counts = screening_counts(database, stored)
    written, lines = write_results(
        folder, stored.design, stored.digest, judgements, decisions=decisions, scores=given, screening=counts
    )
    show(written.to_dict(), lines, as_json=as_json)
