"""`cinescribe score compare`: several systems in one table, with intervals, paired tests and what was scored."""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from cinescribe.cli.command import Command
from cinescribe.cli.options.outputs import OutputFile
from cinescribe.cli.output import as_json, show
from cinescribe.errors import ScoreError
from cinescribe.input_files import digest
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from cinescribe.metrics.scoring.system_table import SystemTable, score_systems
from cinescribe.store import write_text
from cinescribe.tables import csv_text

_a_file = click.Path(path_type=Path)
_SUFFIXES = (".csv", ".tex", ".json")


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
    if output is not None and output.suffix not in _SUFFIXES:
        raise ScoreError(f"{str(output)!r} has no known suffix; end it in one of {', '.join(_SUFFIXES)}")
    names = _names(systems)
    table = score_systems(
        {name: read_candidates(path) for name, path in zip(names, systems, strict=True)},
        read_references(references),
        metrics=COCO_METRICS if metrics is None else metrics,
        level=level,
        resamples=resamples,
        seed=seed,
    )
    value = {"provenance": _provenance(systems, references)} | table.to_dict()
    if output is not None:
        write_text(output, _written(table, value, output.suffix))
    show(value, _lines(table), as_json=as_json)


def _names(systems: tuple[Path, ...]) -> list[str]:
    names = [path.stem for path in systems]
    return names if len(set(names)) == len(names) else [str(path) for path in systems]


def _provenance(systems: tuple[Path, ...], references: Path) -> dict[str, Any]:
    """What the scores were computed from: this release, the commit of the current folder, and digests of the files."""
    files = {str(path): digest(path) for path in (*systems, references) if path.is_file()}
    return {"cinescribe": version("cinescribe"), "commit": _commit(), "sha256": files}


def _commit() -> str | None:
    """The commit of the repository around the current folder, with `+changes` if files differ; None without one."""
    try:
        head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        changes = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # no git, or no repository: nothing to name
        return None
    return f"{head}+changes" if changes.strip() else head


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


def _written(table: SystemTable, value: dict[str, Any], suffix: str) -> str:
    if suffix == ".json":
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    if suffix == ".tex":
        provenance = json.dumps(value["provenance"], ensure_ascii=False)
        return f"% {provenance}\n{table.latex()}"
    rows = table.rows()
    return csv_text(list(rows[0]), ([row.get(name, "") for name in rows[0]] for row in rows))
