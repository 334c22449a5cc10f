"""`cinescribe study consent` and `payments`: what raters agree to, and what they get."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.options import StudyCommand, a_file, database_option, study_argument


@click.command(cls=StudyCommand)
@study_argument
@click.argument("text", metavar="TEXT", type=a_file)
@database_option
@as_json
def consent(study: Path, text: Path, *, url: str | None, as_json: bool) -> None:
    """Change what raters agree to before they take part, a Markdown file.

    Raters who agreed to an earlier text are asked again before their next answer.
    """
    from cinescribe.study.steps.study_steps import change_consent  # noqa: PLC0415  an extra

    held = change_consent(study, text, url=url)
    counts = {"version": held.version, "digest": held.digest}
    show(counts, [f"version {held.version}", f"digest: {held.digest}"], as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@click.option("--workers", type=a_file, help="CSV of submissions that the platform exports, to list its own ids.")
@click.option("--again", type=click.IntRange(min=1), help="Write the list of this number again.")
@database_option
@click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV file to write.")
@as_json
def payments(
    study: Path, *, workers: Path | None, again: int | None, url: str | None, output: Path, as_json: bool
) -> None:
    """Write which participants of crowd work are paid, with a reason for each.

    The rules are those that the study was made with. A participant is on one list only: each list has those who came
    to an end since the one before.
    """
    from cinescribe.study.steps.crowd_steps import pay_participants  # noqa: PLC0415  an extra

    made = pay_participants(study, output, workers=workers, again=again, url=url)
    counts = {"list": made.number, "decided": len(made.lines), "paid": made.n_paid}
    show(counts, [f"list {made.number}: {len(made.lines):,} decided, {made.n_paid:,} to pay"], as_json=as_json)
