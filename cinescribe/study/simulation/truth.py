"""The truth that simulated raters answer by, one value for each system and criterion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from cinescribe.errors import StudyError
from cinescribe.metrics.files.tabular_files import read_score_rows
from cinescribe.tables import TableRow

SPREAD = 1.0  # standard deviation of a rating around its mean, in points
_ITERATIONS = 200


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


def strengths_of(mean_ranks: Mapping[str, float]) -> dict[str, float]:
    """Return the log strengths under which the model of Plackett and Luce expects these mean ranks.

    The expected rank of a system is 1 plus the probabilities that each other one is above it.

    Args:
        mean_ranks: by system; they are scaled so that they add up to 1 + 2 + ... + n, as ranks do.

    Raises:
        StudyError: when a mean rank is that of a system that is always first or always last, or outside.
    """
    n = len(mean_ranks)
    ranks = np.array(list(mean_ranks.values()), dtype=np.float64)
    ranks += (n + 1) / 2 - ranks.mean()
    if n < 2 or not ((ranks > 1) & (ranks < n)).all():
        raise StudyError(
            f"the mean ranks are {list(mean_ranks.values())}; expected two or more, each above 1 and below {n}"
        )
    strengths = np.zeros(n)
    for _ in range(_ITERATIONS):
        above = _above(strengths)
        slope = above * (1 - above)
        np.fill_diagonal(slope, 0)
        jacobian = slope - np.diag(slope.sum(axis=1))
        strengths -= np.linalg.pinv(jacobian, rcond=1e-10) @ (1 + above.sum(axis=1) - 0.5 - ranks)
        strengths -= strengths.mean()
    if np.abs(1 + _above(strengths).sum(axis=1) - 0.5 - ranks).max() > 1e-6:
        raise StudyError(f"no strengths give the mean ranks {list(mean_ranks.values())}; check them")
    return dict(zip(mean_ranks, strengths.tolist(), strict=True))


def _above(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that the system of a column is above that of a row; 0.5 for itself."""
    return np.asarray(expit(strengths[None, :] - strengths[:, None]))


def drawn_rankings(strengths: Sequence[float], n_rankings: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return rankings drawn by the model of Plackett and Luce: numbers of systems, the best first."""
    noise = rng.gumbel(size=(n_rankings, len(strengths)))
    return np.argsort(-(np.asarray(strengths) + noise), axis=1)
