"""Which teams the ranking metric cannot separate, by resampling clips (bootstrap)."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select, update

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.metrics.core.score import Rule, Score
from cinescribe.metrics.core.significance import resampled_values
from cinescribe.study.challenge.challenge import REFERENCES, Challenge
from cinescribe.study.challenge.references import SUMS
from cinescribe.study.results.comparison import ALPHA, holm, runs_without_difference
from cinescribe.study.storage import challenge_tables as tables

_MIN_DRAWS = 1000
_DRAWS_A_PAIR = 80  # so that Holm's correction leaves the least p-value below `ALPHA`
_ROUNDING = 1e-12


def write_sums(challenge: Challenge, submission: int, score: Score) -> None:
    """Keep what each clip adds to a score, only for the scorer.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_arrays(_path(challenge, submission), {"sums": score.sums})


def update_groups(challenge: Challenge, phase: str, rule: Rule) -> None:
    """Find the teams of a phase that cannot be separated, from all its scored submissions, and store them.

    Args:
        challenge: the challenge.
        phase: name of the phase.
        rule: of the ranking metric, from sums to values.

    Raises:
        RecordError: when what was kept of a submission cannot be read.
        DatabaseError: when nothing could be stored.
    """
    scored, groups = None, None
    while True:  # once more where another worker has finished meanwhile
        with challenge.database.writing() as connection:
            found = (
                select(tables.submission.c.id, tables.team.c.name, tables.phase.c.id.label("phase"))
                .select_from(tables.submission.join(tables.job).join(tables.team).join(tables.phase))
                .where(
                    tables.phase.c.challenge == challenge.card.name,
                    tables.phase.c.name == phase,
                    tables.job.c.state == tables.SCORED,
                )
                .order_by(tables.submission.c.id)
            )
            rows = connection.execute(found).all()
            now_scored = [(row.id, row.name) for row in rows]
            if now_scored == scored:
                if rows:
                    where = tables.phase.c.id == rows[0].phase
                    connection.execute(update(tables.phase).where(where).values(groups=groups))
                return
        scored = now_scored
        groups = _groups(challenge, scored, rule)


def _groups(challenge: Challenge, scored: list[tuple[int, str]], rule: Rule) -> list[list[str]]:
    best: dict[str, tuple[float, NDArray[np.float64]]] = {}
    for submission, team in scored:
        sums = read_arrays(_path(challenge, submission))["sums"]
        value = float(rule(sums.sum(axis=0)))
        if team not in best or value > best[team][0]:
            best[team] = value, sums
    order = sorted(best, key=lambda team: -best[team][0])
    return indistinguishable(order, [best[team][1] for team in order], rule)


def indistinguishable(
    teams: list[str], sums: list[NDArray[np.float64]], rule: Rule, *, seed: int = 0
) -> list[list[str]]:
    """Return the longest runs of teams of which no two differ, on the same drawn clips, with Holm's correction.

    Args:
        teams: the best first.
        sums: what each clip adds to a team's value, (clips, k).
        rule: from sums over clips to values.
        seed: of the draws.
    """
    pairs = list(combinations(range(len(teams)), 2))
    if not pairs or len(sums[0]) < 2:
        return [list(teams)] if teams else []
    n_draws = max(_MIN_DRAWS, _DRAWS_A_PAIR * len(pairs))
    values = resampled_values(sums, rule, resamples=n_draws, seed=seed)
    corrected = holm([_p_value(values[:, a] - values[:, b]) for a, b in pairs])
    differs = {pair for pair, p in zip(pairs, corrected, strict=True) if p < ALPHA}
    return [list(teams[start:end]) for start, end in runs_without_difference(len(teams), differs)]


def _p_value(differences: NDArray[np.float64]) -> float:
    """Twice the share of draws in which the difference has the other sign; two-sided."""
    above, below = np.count_nonzero(differences >= -_ROUNDING), np.count_nonzero(differences <= _ROUNDING)
    return float(min(1.0, 2 * (1 + min(above, below)) / (1 + len(differences))))


def _path(challenge: Challenge, submission: int) -> Path:
    return challenge.folder / REFERENCES / SUMS / f"{submission}.safetensors"
