"""Strengths of systems from rankings, by the model of Plackett and Luce."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import choix
import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components

from cinescribe.errors import StudyError
from cinescribe.record import Record

_DRAWS = 20_000  # of the largest deviation, for simultaneous intervals
LEVEL = 0.95
_SINGULAR = 1e-10  # share of the largest eigenvalue
_NORMAL = 1.959963984540054  # quantile of `LEVEL`, two-sided


@dataclass(frozen=True)
class Strength(Record):
    """The strength of a system: in each choice it is taken with a probability in proportion to exp(strength).

    Attributes:
        system: the system.
        value: natural logarithm; over all systems the values add up to 0.
        low, high: 95 % interval of this value.
        low_all, high_all: wider interval; with a probability of 95 % those of all systems hold at once.
    """

    system: str
    value: float
    low: float
    high: float
    low_all: float
    high_all: float


def plackett_luce(
    rankings: NDArray[np.int64], clusters: Sequence[object], systems: Sequence[str], *, seed: int = 0
) -> tuple[Strength, ...]:
    """Return the strengths under which rankings are most probable, with intervals.

    Rankings of one clip may depend on each other: the variance is that between clips (a cluster-robust one).

    Args:
        rankings: numbers of the systems, the best first, (rankings, systems).
        clusters: the clip of each ranking.
        systems: their names, by number.
        seed: of the draws for simultaneous intervals.

    Raises:
        StudyError: when there is no ranking, or some systems are always above others, so that no strength fits.
    """
    if not len(rankings):
        raise StudyError("there is no ranking; strengths need one or more")
    _check_connected(rankings, systems)
    strengths = choix.ilsr_rankings(len(systems), [tuple(map(int, ranking)) for ranking in rankings])
    strengths = np.asarray(strengths, dtype=np.float64) - np.mean(strengths)
    scores, information = _derivatives(rankings, strengths)
    _, clip_of = np.unique(np.array([str(one) for one in clusters]), return_inverse=True)
    by_clip = np.zeros((clip_of.max() + 1, len(systems)))
    np.add.at(by_clip, clip_of, scores)
    inverse = np.linalg.pinv(information, rcond=_SINGULAR)  # strengths plus a constant are the same strengths
    n_clips = len(by_clip)
    covariance = inverse @ (by_clip.T @ by_clip) @ inverse * (n_clips / max(n_clips - 1, 1))
    errors = np.sqrt(np.diag(covariance))
    factor_all = _simultaneous(covariance, errors, seed)
    return tuple(
        Strength(
            system,
            float(value),
            float(value - _NORMAL * error),
            float(value + _NORMAL * error),
            float(value - factor_all * error),
            float(value + factor_all * error),
        )
        for system, value, error in zip(systems, strengths, errors, strict=True)
    )


def _derivatives(
    rankings: NDArray[np.int64], strengths: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The gradient of each ranking's log probability, (rankings, systems), and the information of all."""
    n_rankings, n_systems = rankings.shape
    scores = np.zeros((n_rankings, n_systems))
    information = np.zeros((n_systems, n_systems))
    rows = np.arange(n_rankings)
    is_left = np.ones((n_rankings, n_systems), dtype=bool)
    for stage in range(n_systems - 1):
        weights = np.where(is_left, np.exp(strengths), 0.0)
        shares = weights / weights.sum(axis=1, keepdims=True)  # (rankings, systems)
        scores -= shares
        scores[rows, rankings[:, stage]] += 1
        information += np.diag(shares.sum(axis=0)) - shares.T @ shares
        is_left[rows, rankings[:, stage]] = False
    return scores, information


def _simultaneous(covariance: NDArray[np.float64], errors: NDArray[np.float64], seed: int) -> float:
    """The factor by which standard errors are multiplied so that all intervals hold at once."""
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    drawn = np.random.default_rng(seed).standard_normal((_DRAWS, len(errors))) @ root.T
    largest = np.abs(drawn / np.where(errors > 0, errors, 1)).max(axis=1)
    return float(np.quantile(largest, LEVEL))


def _check_connected(rankings: NDArray[np.int64], systems: Sequence[str]) -> None:
    above = np.zeros((len(systems), len(systems)), dtype=bool)
    for place in range(rankings.shape[1] - 1):
        above[rankings[:, place], rankings[:, place + 1]] = True
    n_parts, part = connected_components(above, directed=True, connection="strong")
    if n_parts > 1:
        apart = [system for system, one in zip(systems, part, strict=True) if one == part[rankings[0, 0]]]
        raise StudyError(
            f"{', '.join(apart)} and the other systems never change places; strengths are infinite, see the mean ranks"
        )
