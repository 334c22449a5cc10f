"""`cinescribe score compare`: several systems in one table, with intervals, paired tests and what was scored."""

from __future__ import annotations

from pathlib import Path

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from cinescribe.metrics.scoring.system_files import score_system_files
from cinescribe.metrics.scoring.system_table import SystemTable

_a_file = click.Path(path_type=Path)


@click.command("compare", cls=Command)
@click.argument("systems", metavar="CANDS...", nargs=-1, required=True, type=_a_file)
@click.option("--references", "-r", metavar="REFS", required=True, type=_a_file, help="The references of all items.")
@click.option("--metrics", help="Names between commas; default: those of the COCO tools.")
@click.option("--level", type=float, default=0.95, show_default=True, help="Level of the intervals.")
@click.option(
    "--resamples", type=int, default=1000, show_default=True, help="Corpora drawn for each interval and test."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the resampling.")
@click.option("--output", "-o", type=OutputFile(), help="Also write the table here: .csv, .tex or .json.")
@as_json
def compare_command(
    *,
    systems: tuple[Path, ...],
    references: Path,
    metrics: str | None,
    level: float,
    resamples: int,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Score the captions of several systems on the same items, and test each against the first.

    CANDS are files as for `cinescribe score`; the name of a file names its system. Each value has a bootstrap interval,
    and each difference from the first system an interval and the p-value of a paired randomisation test.
    """
    table, provenance = score_system_files(
        systems,
        references,
        metrics=COCO_METRICS if metrics is None else metrics,
        level=level,
        resamples=resamples,
        seed=seed,
        output=output,
    )
    show({"provenance": provenance} | table.to_dict(), _lines(table), as_json=as_json)


def _lines(table: SystemTable) -> list[str]:
    width = max(len(score.system) for score in table.scores)
    depth = max(len(score.metric) for score in table.scores)
    lines = []
    for score in table.scores:
        line = f"{score.system:<{width}}  {score.metric:<{depth}}  {score.value:8.4f}"
        line += f"  [{score.interval.low:.4f}, {score.interval.high:.4f}]"
        if score.difference is not None and score.difference_interval is not None and score.p_value is not None:
            low, high = score.difference_interval.low, score.difference_interval.high
            line += f"  {score.difference:+.4f} [{low:+.4f}, {high:+.4f}]  p = {score.p_value:.4f}"
        lines.append(line)
    return [*lines, f"{table.items} items; differences from {table.scores[0].system}"]
