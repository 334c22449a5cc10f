"""Which films go to which split, so that every split has its share of films, clips and genres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Columns = NDArray[np.float64]
Places = NDArray[np.int64]

_LEAST_GAIN = 1e-9  # of chi-square by which an exchange of two films must mend the balance; less is rounding


def balance_columns(n_clips: Sequence[int], genres: Sequence[Sequence[str]]) -> Columns:
    """What is to be balanced: films, clips (in those of a mean film), and films of each genre.

    Each column is divided by the root of its sum, so that a square of what a split has too much is its chi-square but
    for the split's share. So one film of a rare genre weighs no more than one of a common genre.

    Returns:
        A row a film, (films, columns).
    """
    names = sorted({genre for held in genres for genre in held})
    has = np.array([[genre in held for genre in names] for held in genres], float).reshape(len(n_clips), len(names))
    clips = np.asarray(n_clips, float)[:, None]
    columns = np.hstack([np.ones_like(clips), clips * len(clips) / max(clips.sum(), 1), has])
    return np.asarray(columns / np.sqrt(np.maximum(columns.sum(axis=0), 1e-12)))


def chi_square(columns: Columns, placed: Places, shares: Columns) -> float:
    """How far splits are from having their share of every column.

    Args:
        columns: as `balance_columns` gives them, (films, columns).
        placed: the split of each film, (films,).
        shares: of the splits, adding up to 1, (splits,).
    """
    return float((_too_much(columns, placed, shares) ** 2 / shares[:, None]).sum())


def seats(shares: Columns, taken: Sequence[int], n_free: int) -> list[int]:
    """The splits of further films, as numbers: empty splits first get one each, then it is whose share lags most.

    Args:
        shares: of the splits, adding up to 1, (splits,).
        taken: films that each split has already.
        n_free: how many more there are.
    """
    given: list[int] = []
    have = np.array(taken, float)
    wanted = shares * (have.sum() + n_free)
    for _ in range(n_free):
        empty = np.flatnonzero(have == 0)
        behind = int(empty[wanted[empty].argmax()]) if len(empty) else int((wanted - have).argmax())
        have[behind] += 1
        given.append(behind)
    return given


def exchanged(columns: Columns, placed: Places, *, is_free: NDArray[np.bool_], shares: Columns) -> Places:
    """The splits after films have changed places, pair by pair, until no exchange makes the chi-square smaller.

    Args:
        columns: as `balance_columns` gives them, (films, columns).
        placed: the split of each film to begin with, (films,).
        is_free: whether it may change, (films,).
        shares: of the splits, adding up to 1, (splits,).
    """
    placed = placed.copy()
    off = _too_much(columns, placed, shares)
    others = np.flatnonzero(is_free)
    unchanged = 0
    while unchanged < len(others):
        for one in others.tolist():
            gains = _gains(columns, placed, shares, off=off, one=one, others=others)
            best = int(gains.argmin())
            unchanged += 1
            if gains[best] < -_LEAST_GAIN:
                _exchange(columns, placed, off, one=one, other=int(others[best]))
                unchanged = 0
    return placed


def _gains(
    columns: Columns, placed: Places, shares: Columns, *, off: Columns, one: int, others: Places
) -> NDArray[np.float64]:
    """By how much the chi-square grows where `one` changes places with each of the others, (others,)."""
    here, there = placed[one], placed[others]
    change = columns[others] - columns[one]  # what the split of `one` wins and the other loses
    size = (change**2).sum(axis=1)
    won = (2 * change @ off[here] + size) / shares[here]
    lost = (-2 * (change * off[there]).sum(axis=1) + size) / shares[there]
    return np.where(there == here, 0.0, won + lost)


def _exchange(columns: Columns, placed: Places, off: Columns, *, one: int, other: int) -> None:
    change = columns[other] - columns[one]
    off[placed[one]] += change
    off[placed[other]] -= change
    placed[one], placed[other] = placed[other], placed[one]


def _too_much(columns: Columns, placed: Places, shares: Columns) -> Columns:
    """What each split has beyond its share of each column, (splits, columns)."""
    has = np.zeros((len(shares), columns.shape[1]))
    np.add.at(has, placed, columns)
    return np.asarray(has - np.outer(shares, columns.sum(axis=0)))


def normal(shares: Mapping[str, float]) -> Columns:
    """Shares that add up to 1, (splits,)."""
    values = np.array(list(shares.values()), float)
    return np.asarray(values / values.sum())
