"""How often a planned ranking would tell systems apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.study.results.comparison import ALPHA, compare_table
from cinescribe.study.simulation.truth import drawn_rankings


@dataclass(frozen=True)
class PairPower(Record):
    """How often two systems were told apart.

    Attributes:
        criterion: the question.
        n_items: clips.
        systems: the two.
        power: share of simulated studies in which they differ after Holm's correction.
    """

    criterion: str
    n_items: int
    systems: tuple[str, str]
    power: float


def ranking_power(
    truth: Mapping[tuple[str, str], float], *, n_items: int, n_judges: int, n_runs: int, seed: int = 0
) -> list[PairPower]:
    """Return the power of a ranking for every two systems under each criterion.

    Args:
        truth: log strengths by system and criterion.
        n_items: clips.
        n_judges: people who rank the texts of a clip.
        n_runs: studies to simulate.
        seed: of the simulation.

    Raises:
        StudyError: for fewer than two clips, one judge or one run, or a criterion with one system.
    """
    if n_items < 2 or n_judges < 1 or n_runs < 1:
        raise StudyError(
            f"`items` came as {n_items}, `judges` as {n_judges} and `runs` as {n_runs}; wanted 2, 1 and 1 or more"
        )
    found = []
    for criterion in dict.fromkeys(criterion for _, criterion in truth):
        strengths = {system: value for (system, of), value in truth.items() if of == criterion}
        if len(strengths) < 2:
            raise StudyError(f"{criterion!r} has one system; a ranking needs two or more")
        rng = np.random.default_rng(seed)
        counts: Counter[tuple[str, str]] = Counter()
        for _ in range(n_runs):
            rankings = drawn_rankings(list(strengths.values()), n_items * n_judges, rng)
            ranks = 1.0 + np.argsort(rankings, axis=1)
            table = ranks.reshape(n_items, n_judges, -1).mean(axis=1)
            compared = compare_table(table, list(strengths), are_ranks=True, n_resampled=1)
            counts.update(_sorted(pair.systems) for pair in compared.pairs if pair.p_value < ALPHA)
        names = sorted(strengths)
        found += [
            PairPower(criterion, n_items, (left, right), counts[left, right] / n_runs)
            for n, left in enumerate(names)
            for right in names[n + 1 :]
        ]
    return found


def _sorted(systems: tuple[str, str]) -> tuple[str, str]:
    left, right = sorted(systems)
    return left, right
