"""Assigns films to splits so that every split has its share of films, clips and genres."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Columns = NDArray[np.float64]
Places = NDArray[np.int64]

_MIN_GAIN = 1e-9  # by which a swap of two films must reduce the chi-square; less is rounding error


def balance_columns(n_clips: Sequence[int], genres: Sequence[Sequence[str]]) -> Columns:
    """Return the quantities to balance: films, clips (in units of a mean film), and films of each genre.

    Each column is divided by the root of its sum. A squared excess of a split, divided by the split's share, is then
    its chi-square, and a rare genre weighs as much as a common one.

    Returns:
        A row for each film, (films, columns).
    """
    names = sorted({genre for film in genres for genre in film})
    has = np.array([[genre in film for genre in names] for film in genres], float).reshape(len(n_clips), len(names))
    clips = np.asarray(n_clips, float)[:, None]
    columns = np.hstack([np.ones_like(clips), clips * len(clips) / max(clips.sum(), 1), has])
    return np.asarray(columns / np.sqrt(np.maximum(columns.sum(axis=0), 1e-12)))


def chi_square(columns: Columns, placed: Places, shares: Columns) -> float:
    """Return the chi-square of the splits: 0 where each has its exact share of every column.

    Args:
        columns: from `balance_columns`, (films, columns).
        placed: the split of each film, (films,).
        shares: of the splits, summing to 1, (splits,).
    """
    return float((_excess(columns, placed, shares) ** 2 / shares[:, None]).sum())


def apportion(shares: Columns, taken: Sequence[int], n_free: int) -> list[int]:
    """Return the splits of further films, as indices: empty splits get one each, then the split that lags most.

    Args:
        shares: of the splits, summing to 1, (splits,).
        taken: number of films that each split has already.
        n_free: number of further films.
    """
    splits: list[int] = []
    have = np.array(taken, float)
    wanted = shares * (have.sum() + n_free)
    for _ in range(n_free):
        empty = np.flatnonzero(have == 0)
        behind = int(empty[wanted[empty].argmax()]) if len(empty) else int((wanted - have).argmax())
        have[behind] += 1
        splits.append(behind)
    return splits


def swap_to_balance(columns: Columns, placed: Places, *, is_free: NDArray[np.bool_], shares: Columns) -> Places:
    """Return the splits after pairs of films have changed places until no swap reduces the chi-square.

    Args:
        columns: from `balance_columns`, (films, columns).
        placed: the initial split of each film, (films,).
        is_free: True where the film may change its split, (films,).
        shares: of the splits, summing to 1, (splits,).
    """
    placed = placed.copy()
    excess = _excess(columns, placed, shares)
    others = np.flatnonzero(is_free)
    unchanged = 0
    while unchanged < len(others):
        for film in others.tolist():
            gains = _gains(columns, placed, shares, excess=excess, film=film, others=others)
            best = int(gains.argmin())
            unchanged += 1
            if gains[best] < -_MIN_GAIN:
                _swap(columns, placed, excess, film=film, other=int(others[best]))
                unchanged = 0
    return placed


def _gains(
    columns: Columns, placed: Places, shares: Columns, *, excess: Columns, film: int, others: Places
) -> NDArray[np.float64]:
    """Return the change of the chi-square when `film` swaps places with each of the others, (others,)."""
    own, other_splits = placed[film], placed[others]
    change = columns[others] - columns[film]  # what the split of `film` gains and the other loses
    size = (change**2).sum(axis=1)
    gained = (2 * change @ excess[own] + size) / shares[own]
    lost = (-2 * (change * excess[other_splits]).sum(axis=1) + size) / shares[other_splits]
    return np.where(other_splits == own, 0.0, gained + lost)


def _swap(columns: Columns, placed: Places, excess: Columns, *, film: int, other: int) -> None:
    change = columns[other] - columns[film]
    excess[placed[film]] += change
    excess[placed[other]] -= change
    placed[film], placed[other] = placed[other], placed[film]


def _excess(columns: Columns, placed: Places, shares: Columns) -> Columns:
    """Return what each split has beyond its share of each column, (splits, columns)."""
    has = np.zeros((len(shares), columns.shape[1]))
    np.add.at(has, placed, columns)
    return np.asarray(has - np.outer(shares, columns.sum(axis=0)))


def normalised(shares: Mapping[str, float]) -> Columns:
    """Return the shares divided by their sum, (splits,)."""
    values = np.array(list(shares.values()), float)
    return np.asarray(values / values.sum())
