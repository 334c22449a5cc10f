"""`cinescribe score rating-sheets` and `score collect-ratings`."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.options.outputs import OutputFile, OutputFolder
from cinescribe.cli.output import as_json, show
from cinescribe.cli.study.earlier import EarlierCommand
from cinescribe.metrics.human.inferences import read_inferences
from cinescribe.metrics.human.ratings import write_ratings
from cinescribe.study.sheets.rated_sheets import collect_ratings, write_rating_sheets

_a_file = click.Path(path_type=Path)


@click.command("rating-sheets", cls=EarlierCommand, instead="study make rate` and `study sheets")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=_a_file)
@click.option("--output", "-o", "folder", type=OutputFolder(), required=True, help="Write sheets and key here.")
@click.option("--raters", type=click.IntRange(min=1), default=5, show_default=True, help="Sheets, one for each rater.")
@click.option("--clips", type=click.IntRange(min=1), default=100, show_default=True, help="Clips to draw at random.")
@click.option(
    "--samples", "n_samples", type=int, default=10, show_default=True, help="Texts of an aspect, the first ones."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw and the order.")
@as_json
def rating_sheets(
    files: tuple[Path, ...], *, folder: Path, raters: int, clips: int, n_samples: int, seed: int, as_json: bool
) -> None:
    """Write sheets on which people rate what systems infer from clips, from 1 to 5.

    Each FILE is the JSONL of a system, which has the file's name: clip, caption, and lists of texts under intention,
    effect and attribute; a caption under written is rated too. The key, which raters must not see, is key.csv.
    """
    named = {path.name.split(".")[0]: path for path in files}
    if len(named) < len(files):
        raise click.UsageError("two files have one name; systems are called by their files' names")
    texts = [
        text for system, path in named.items() for text in read_inferences(path, system=system, n_samples=n_samples)
    ]
    written = write_rating_sheets(texts, folder, n_raters=raters, n_clips=clips, seed=seed)
    show({"sheets": [str(path) for path in written]}, [str(path) for path in written], as_json=as_json)


@click.command("collect-ratings", cls=EarlierCommand, instead="study collect` and `study export")
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=_a_file)
@click.option("--key", type=_a_file, required=True, help="The key that came with the sheets.")
@click.option("--output", "-o", type=OutputFile(), required=True, help="The CSV file of ratings to write.")
@as_json
def collect_ratings_command(sheets: tuple[Path, ...], *, key: Path, output: Path, as_json: bool) -> None:
    """Collect the ratings of filled sheets, of rating-sheets or of metaphor-sheets, for score ratings."""
    ratings = collect_ratings(sheets, key=key)
    write_ratings(output, ratings)
    counts = {"ratings": len(ratings), "raters": len({one.rater for one in ratings})}
    show(counts, [f"{name}: {n:,}" for name, n in counts.items()], as_json=as_json)
