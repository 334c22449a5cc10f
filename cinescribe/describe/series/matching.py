"""Decides who the people of an episode are in the series: somebody known, somebody new, or a question.

Each person of the episode is one of the series, or new. Faces give the odds that a pair is one person; how likely it is
beforehand that somebody of the series comes back gives the rest (Bayes). Two people of an episode are seldom one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Share of an episode's people who were in an earlier one.
_COMES_BACK = 0.75
_SPLIT = 0.05  # probability that two people of an episode are one whom it holds for two
# Probability from which a match, or that somebody is new, is not asked about. With them nobody was matched wrongly in
# the series and photographs that set the odds (`same_person`).
MATCHED, NEW = 0.9, 0.9
_ASKED_ABOUT = 0.02  # least probability of somebody who is named in a question


@dataclass(frozen=True)
class Match:
    """Who a person of an episode is.

    Args:
        index: of the person of the series; None for somebody new, and for a question.
        certainty: its probability; of a question that of its first candidate.
        candidates: indices of who it may be, the likeliest first; () where it is not asked.
    """

    index: int | None
    certainty: float
    candidates: tuple[int, ...] = ()


def matches(
    log_odds: NDArray[np.float64], *, together: Collection[tuple[int, int]] = (), comes_back: float = _COMES_BACK
) -> list[Match]:
    """Return who the people of an episode are, in their order.

    The most certain is decided first, and nobody else of the episode is matched to the same person then.

    Args:
        log_odds: that a person of the episode and one of the series are one, with nothing known beforehand, (n, m).
        together: pairs of people of the episode who are seen in one picture, and so are two.
        comes_back: probability beforehand that a person of the episode is of the series.
    """
    n, m = log_odds.shape
    taken: dict[int, int] = {}  # person of the episode by person of the series
    found: dict[int, Match] = {}
    apart = {frozenset(pair) for pair in together}
    while len(found) < n:
        left = [one for one in range(n) if one not in found]
        chances = {one: _chances(log_odds[one], _allowed(one, taken, apart, m), comes_back) for one in left}
        one = max(left, key=lambda k: (_certainty(chances[k]), -k))
        found[one] = _decided(chances[one], taken)
        index = found[one].index
        if index is not None:
            taken[index] = one
    return [found[one] for one in range(n)]


def _allowed(one: int, taken: dict[int, int], apart: Collection[frozenset[int]], m: int) -> NDArray[np.float64]:
    """How likely each person of the series is still free for a person of the episode."""
    out = np.ones(m)
    for index, owner in taken.items():
        out[index] = 0.0 if frozenset((one, owner)) in apart else _SPLIT
    return out


def _chances(log_odds: NDArray[np.float64], allowed: NDArray[np.float64], comes_back: float) -> NDArray[np.float64]:
    """The probability of each person of the series, and last that it is somebody new, (m + 1,)."""
    m = len(log_odds)
    prior = comes_back / m * allowed if m else allowed
    odds = np.append(prior * np.exp(np.clip(log_odds, -50, 50)), 1.0 - comes_back if m else 1.0)
    return np.asarray(odds / odds.sum(), np.float64)


def _certainty(chances: NDArray[np.float64]) -> float:
    return float(chances.max())


def _decided(chances: NDArray[np.float64], taken: Collection[int]) -> Match:
    best = int(chances[:-1].argmax()) if len(chances) > 1 else 0
    if chances[-1] >= NEW:
        return Match(None, float(chances[-1]))
    if chances[best] >= MATCHED and best not in taken:
        return Match(best, float(chances[best]))
    order = np.argsort(-chances[:-1], kind="stable").tolist()
    asked = tuple(k for k in order if chances[k] >= _ASKED_ABOUT)
    return Match(None, float(chances[order[0]]), asked)
