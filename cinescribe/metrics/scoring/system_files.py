"""Systems compared from their files of captions: what was scored, and the table as CSV, LaTeX or JSON."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.input_files import digest
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.scoring.score_captions import COCO_METRICS
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.metrics.scoring.system_table import SystemTable, score_systems
from cinescribe.store import write_text
from cinescribe.tables import csv_text

SUFFIXES = (".csv", ".tex", ".json")


def score_system_files(
    systems: Sequence[str | Path],
    references: str | Path,
    *,
    metrics: str | Sequence[str] = COCO_METRICS,
    sources: Sources | None = None,
    level: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    output: str | Path | None = None,
) -> tuple[SystemTable, dict[str, Any]]:
    """Score the captions in several files and test each against the first; see `score_systems`.

    Args:
        systems: a file of captions for each system, which its name names; the baseline first.
        references: the file of references of all items.
        metrics: names of metrics, as for `score_captions`.
        sources: models and tables; see `Sources`.
        level: of all intervals.
        resamples: number of corpora drawn for each interval and each test.
        seed: the same seed draws the same corpora.
        output: where to write the table too, as `.csv`, `.tex` or `.json`; None for nowhere.

    Returns:
        The table, and what it was computed from: `cinescribe` (this release), `commit` (of the repository around the
        current folder, with `+changes` if its files differ; None without one) and `sha256` of each file.

    Raises:
        ScoreError: for another suffix of `output`; when a file cannot be read; as `score_systems`.
        OutputError: when the table cannot be written.
    """
    target = None if output is None else Path(output)
    if target is not None and target.suffix not in SUFFIXES:
        raise ScoreError(f"{str(target)!r} has no known suffix; end it in one of {', '.join(SUFFIXES)}")
    paths, others = list(map(Path, systems)), Path(references)
    table = score_systems(
        {name: read_candidates(path) for name, path in zip(_names(paths), paths, strict=True)},
        read_references(others),
        metrics=metrics,
        sources=sources,
        level=level,
        resamples=resamples,
        seed=seed,
    )
    files = {str(path): digest(path) for path in (*paths, others)}
    provenance = {"cinescribe": version("cinescribe"), "commit": _commit(), "sha256": files}
    if target is not None:
        write_text(target, _written(table, provenance, target.suffix))
    return table, provenance


def _names(systems: Sequence[Path]) -> list[str]:
    names = [path.stem for path in systems]
    return names if len(set(names)) == len(names) else [str(path) for path in systems]


def _commit() -> str | None:
    try:
        head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
        changes = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):  # no git, or no repository: nothing to name
        return None
    return f"{head}+changes" if changes.strip() else head


def _written(table: SystemTable, provenance: dict[str, Any], suffix: str) -> str:
    if suffix == ".json":
        return json.dumps({"provenance": provenance} | table.to_dict(), ensure_ascii=False, indent=1) + "\n"
    if suffix == ".tex":
        return f"% {json.dumps(provenance, ensure_ascii=False)}\n{table.latex()}"
    rows = table.rows()
    return csv_text(list(rows[0]), (list(row.values()) for row in rows))
