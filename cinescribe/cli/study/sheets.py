"""`cinescribe study sheets` and `collect`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.options import StudyCommand, a_file, database_option, study_argument


@click.command(cls=StudyCommand)
@study_argument
@click.option("--raters", "n_raters", type=click.IntRange(min=0), default=0, help="People to add, with a sheet each.")
@click.option(
    "--person", "people", metavar="NAME", multiple=True, help="A rater or expert of the study; may be repeated."
)
@database_option
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write the sheets here.")
@as_json
def sheets(
    study: Path, *, n_raters: int, people: tuple[str, ...], url: str | None, folder: Path, as_json: bool
) -> None:
    """Write a study's pages as CSV sheets, for people who answer in a spreadsheet.

    Each person gets a sheet with all that is left to answer: tests, pages, what an expert returned, or, for an expert,
    the sentences that wait. guide.txt says what to write in each column. study collect reads filled sheets.
    """
    from cinescribe.study.sheets.write_sheets import study_sheets  # noqa: PLC0415  an extra

    written = study_sheets(study, folder, raters=n_raters, person=people, database=url)
    paths = [str(path) for path in written.sheets]
    show({"sheets": paths, "raters": written.raters, "pages": written.n_pages}, paths, as_json=as_json)


@click.command(cls=StudyCommand)
@study_argument
@click.argument("sheets", metavar="SHEET...", type=a_file, nargs=-1, required=True)
@database_option
@as_json
def collect(study: Path, sheets: tuple[Path, ...], *, url: str | None, as_json: bool) -> None:
    """Collect filled sheets of study sheets: their answers become those of the study.

    A blank cell changes nothing, and the same sheet may be collected again. study results goes on from there.
    """
    from cinescribe.study.sheets.collect_sheets import collect_sheets  # noqa: PLC0415  an extra

    found = collect_sheets(study, sheets, database=url)
    counts = {"people": found.n_people, "pages": found.n_pages, "answers": found.n_answers, "open": found.n_open}
    lines = [f"{name}: {n:,}" for name, n in counts.items()]
    lines += [f"{name}: {'passed' if passed else 'not passed'}" for name, passed in found.passed.items()]
    show({**counts, "passed": dict(found.passed)}, lines, as_json=as_json)
