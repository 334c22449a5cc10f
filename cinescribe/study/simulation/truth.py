"""The truth that simulated raters answer by, one value for each system and criterion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import StudyError
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.tables import TableRow

SPREAD = 1.0  # standard deviation of a rating around its mean, in points


def read_truth(path: Path) -> dict[tuple[str, str], float]:
    """Return values by system and criterion from a CSV, TSV or JSONL file with `system`, `criterion` and `value`.

    A value is, by the form of the question: a log strength (`order`, `choice`), a mean rating (`scale`), or a
    probability (`yes_no`, `phrases`). A question about a clip, not about a text, has an empty system.

    Raises:
        ScoreError: when the file cannot be read.
        StudyError: naming file and line, when a value is no finite number, or a system has two under one criterion.
    """
    truth: dict[tuple[str, str], float] = {}
    for record in read_score_rows(Path(path)):
        key = _cell(record, "system"), _cell(record, "criterion")
        if key in truth:
            raise StudyError(f"{record.where} has a second value of {key[0]!r} under {key[1]!r}; keep one")
        truth[key] = _value(record)
    return truth


def _cell(record: TableRow, name: str) -> str:
    return str(record.cells.get(name) or "").strip()


def _value(record: TableRow) -> float:
    given = record.cells.get("value")
    try:
        value = float("nan" if isinstance(given, bool) or given is None else given)
    except (TypeError, ValueError, OverflowError):
        value = float("nan")
    if not np.isfinite(value):
        raise StudyError(f"{record.where} has the value {given!r}; expected a finite number")
    return value


def drawn_rankings(strengths: Sequence[float], n_rankings: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return rankings drawn by the model of Plackett and Luce: numbers of systems, the best first."""
    noise = rng.gumbel(size=(n_rankings, len(strengths)))
    return np.argsort(-(np.asarray(strengths) + noise), axis=1)
