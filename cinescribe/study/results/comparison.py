"""Which systems differ: mean over clips with intervals, Friedman's test, and pairs with Holm's correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from cinescribe.metrics.human.ratings import Rating
from cinescribe.record import Record

ALPHA = 0.05  # of tests
_ROUNDING = 1e-9


@dataclass(frozen=True)
class SystemMean(Record):
    """A system's mean rank or rating, over clips.

    Attributes:
        system: the system.
        mean: of the clips' means.
        low, high: 95 % interval, by resampling clips.
    """

    system: str
    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class SystemPair(Record):
    """Wilcoxon's signed-rank test of two systems over clips; `p_value` has Holm's correction for all pairs."""

    systems: tuple[str, str]
    p_value: float


@dataclass(frozen=True)
class SystemComparison(Record):
    """The systems under one criterion.

    Attributes:
        criterion: the question; empty where there is one without a name.
        n_clips: clips on which all systems were judged; others are left out.
        means: the best system first.
        p_value: of Friedman's test; None for two systems.
        pairs: every two systems.
        groups: systems that cannot be separated, those of each group next to each other in the order of `means`.
    """

    criterion: str
    n_clips: int
    means: tuple[SystemMean, ...]
    p_value: float | None = None
    pairs: tuple[SystemPair, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()


def compare_systems(
    ratings: Sequence[Rating], clips: Mapping[str, str], *, are_ranks: bool, seed: int = 0
) -> list[SystemComparison]:
    """Return a comparison for each criterion under which two systems or more were judged on two clips or more.

    Args:
        ratings: of a study.
        clips: the clip of each item.
        are_ranks: whether a low value is good.
        seed: of the resampling.
    """
    by_criterion: dict[str, dict[str, dict[str, list[float]]]] = {}
    for one in ratings:
        if one.system is not None:
            of_clip = by_criterion.setdefault(one.criterion or "", {}).setdefault(clips.get(one.item, one.item), {})
            of_clip.setdefault(one.system, []).append(one.value)
    found = []
    for criterion, values in by_criterion.items():
        systems = sorted({system for own in values.values() for system in own})
        complete = [own for own in values.values() if len(own) == len(systems)]
        if len(systems) >= 2 and len(complete) >= 2:
            table = np.array([[np.mean(own[system]) for system in systems] for own in complete])
            found.append(compare_table(table, systems, criterion=criterion, are_ranks=are_ranks, seed=seed))
    return found


def compare_table(
    table: NDArray[np.float64],
    systems: Sequence[str],
    *,
    criterion: str = "",
    are_ranks: bool,
    seed: int = 0,
    n_resampled: int = 1000,
) -> SystemComparison:
    """Return a comparison of systems from their values on each clip, (clips, systems).

    Args:
        table: the values.
        systems: the name of each column.
        criterion: the question.
        are_ranks: whether a low value is good.
        seed: of the resampling.
        n_resampled: times that clips are drawn, with replacement, for the intervals.
    """
    order = np.argsort(table.mean(axis=0) if are_ranks else -table.mean(axis=0), kind="stable")
    table, names = table[:, order], [systems[n] for n in order]
    chosen = np.random.default_rng(seed).integers(len(table), size=(n_resampled, len(table)))
    resampled = np.stack([column[chosen].mean(axis=1) for column in table.T], axis=1)
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    means = zip(names, table.mean(axis=0).tolist(), low.tolist(), high.tolist(), strict=True)
    pairs = list(combinations(range(len(names)), 2))
    corrected = holm([_signed_rank(table[:, a] - table[:, b]) for a, b in pairs])
    differs = {pair for pair, p in zip(pairs, corrected, strict=True) if p < ALPHA}
    return SystemComparison(
        criterion,
        len(table),
        tuple(SystemMean(*row) for row in means),
        friedman(table) if len(names) > 2 else None,
        tuple(SystemPair((names[a], names[b]), p) for (a, b), p in zip(pairs, corrected, strict=True)),
        tuple(tuple(names[start:end]) for start, end in runs_without_difference(len(names), differs)),
    )


def friedman(table: NDArray[np.float64]) -> float:
    """Return the p-value of Friedman's test of values, (clips, systems); 1 where all systems are equal on each clip."""
    if np.all(np.ptp(table, axis=1) < _ROUNDING):
        return 1.0
    return float(stats.friedmanchisquare(*np.round(table, 9).T).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values with Holm's correction for their number (Holm 1979)."""
    corrected, largest = [0.0] * len(p_values), 0.0
    for place, number in enumerate(sorted(range(len(p_values)), key=lambda n: p_values[n])):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[number]))
        corrected[number] = largest
    return corrected


def _signed_rank(differences: NDArray[np.float64]) -> float:
    differences = np.round(differences, 9)
    if not differences.any():
        return 1.0
    return float(stats.wilcoxon(differences, zero_method="zsplit", method="approx").pvalue)


def runs_without_difference(n_systems: int, differs: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest runs of systems, by the first and the one after the last, of which no two differ.

    Args:
        n_systems: in order.
        differs: pairs that differ, the better one first.
    """
    runs: list[tuple[int, int]] = []
    for start in range(n_systems):
        end = start + 1
        while end < n_systems and not any((a, end) in differs for a in range(start, end)):
            end += 1
        if not runs or end > runs[-1][1]:
            runs.append((start, end))
    return runs
