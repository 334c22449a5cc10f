"""`cinescribe score metaphor-sheets` and `score against-people`: the human study of metaphor captions."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.earlier import EarlierCommand
from cinescribe.metrics.files.caption_files import read_candidates
from cinescribe.metrics.human.against_people import against_people, read_system_scores
from cinescribe.metrics.human.correlation import Correlation
from cinescribe.metrics.human.ratings import read_ratings
from cinescribe.study.sheets.rated_sheets import write_metaphor_sheets

_a_file = click.Path(path_type=Path)


@click.command("metaphor-sheets", cls=EarlierCommand, instead="study make yes-no` and `study sheets")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_a_file)
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write sheets and key here.")
@click.option("--raters", "n_raters", type=click.IntRange(min=1), default=3, show_default=True, help="Sheets.")
@click.option("--clips", "n_clips", type=click.IntRange(min=1), default=100, show_default=True, help="Clips to draw.")
@click.option(
    "--shared",
    "n_shared",
    type=click.IntRange(min=0),
    default=25,
    show_default=True,
    help="Clips that all raters have.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw and the orders.")
@as_json
def metaphor_sheets(
    files: tuple[Path, ...], *, folder: Path, n_raters: int, n_clips: int, n_shared: int, seed: int, as_json: bool
) -> None:
    """Write sheets on which people judge the metaphor captions of several systems, yes or no.

    Each FILE has the captions of a system, which has the file's name, in any form that score reads. Raters answer four
    questions on each caption: fluency, primary, consistency, creativity. The key, which they must not see, is key.csv.
    """
    captions = {path.name.split(".")[0]: read_candidates(path) for path in files}
    if len(captions) < len(files):
        raise click.UsageError("two files have one name; systems are called by their files' names")
    written = write_metaphor_sheets(captions, folder, n_raters=n_raters, n_clips=n_clips, n_shared=n_shared, seed=seed)
    show({"sheets": [str(path) for path in written]}, [str(path) for path in written], as_json=as_json)


@click.command("against-people", cls=Command)
@click.argument("scores", metavar="SCORES...", nargs=-1, required=True, type=_a_file)
@click.argument("ratings", metavar="RATINGS", type=_a_file)
@click.option("--metric", default="ACD", show_default=True, help="The metric in SCORES.")
@click.option("--criterion", default="creativity", show_default=True, help="The criterion in RATINGS.")
@click.option("--systems", help="Only these systems, separated by commas; by default all that people rated.")
@as_json
def against_people_command(
    *, scores: tuple[Path, ...], ratings: Path, metric: str, criterion: str, systems: str | None, as_json: bool
) -> None:
    """Correlate a metric with what people say of the same texts (Pearson's r).

    SCORES are files of score --per-item, one for each system, which has the file's name, or files with a column system.
    RATINGS is a file that score ratings reads; its items are the ids in SCORES.
    """
    values: dict[tuple[str, str], float] = {}
    for path in scores:
        values |= read_system_scores(path, metric=metric)
    chosen = [name.strip() for name in systems.split(",") if name.strip()] if systems else ()
    result = against_people(values, read_ratings(ratings), metric=metric, criterion=criterion, systems=chosen)
    rows = [("all", result.overall), *((one.system or "-", one.correlation) for one in result.systems)]
    width = max(len(name) for name, _ in rows)
    heading = f"Pearson's r of {metric} with {criterion}"
    show(result.to_dict(), [heading, *(_line(name, one, width) for name, one in rows)], as_json=as_json)


def _line(name: str, one: Correlation | None, width: int) -> str:
    if one is None:
        return f"{name:<{width}}  none: too few texts, or all values are equal"
    return f"{name:<{width}}  {one.r:7.4f}  p {one.p_value:.2g}  {one.items} texts"
