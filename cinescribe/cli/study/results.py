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
    from cinescribe.study.steps.study_steps import export_ratings  # noqa: PLC0415  an extra

    found = export_ratings(study, output, url=url)
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

    They are those of all raters, then without suspect ones, then those of raters who say they are blind.
    """
    from cinescribe.study.steps.study_steps import write_study_results  # noqa: PLC0415  an extra

    written, lines = write_study_results(study, folder, scores=scores, url=url)
    show(written.to_dict(), lines, as_json=as_json)
