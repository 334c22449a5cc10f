"""Finding the right one among N: recall at k, median rank and mean reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean, passport, summed_score
from cinescribe.metrics.core.similarity import Similarity


@dataclass(frozen=True)
class Trials:
    """Searches for the right one among `size`, several an item where its pools are several.

    Attributes:
        ids: the items that were searched for, distinct.
        items: the item of each trial, a number into `ids`, (trials,).
        ranks: where the right one came, 1 first, (trials,).
        size: how many there were to choose from, the right one among them.
        pools: how the others were chosen, as it stands in signatures.
    """

    ids: tuple[str, ...]
    items: NDArray[np.int64]
    ranks: NDArray[np.int64]
    size: int
    pools: str

    def __post_init__(self) -> None:
        if never := sorted(set(range(len(self.ids))) - set(self.items.tolist())):
            raise ScoreError(f"item {self.ids[never[0]]!r} was searched for in no trial; leave it out of the ids")
        if len(outside := np.flatnonzero((self.ranks < 1) | (self.ranks > self.size))):
            key, rank = self.ids[self.items[outside[0]]], self.ranks[outside[0]]
            raise ScoreError(f"item {key!r} came at rank {rank} of {self.size}; wanted ranks from 1 to {self.size}")


def ranks(similarity: ArrayLike, *, right: ArrayLike | None = None) -> NDArray[np.int64]:
    """Where the right one comes for each query, 1 first.

    Whatever is as similar as the right one comes before it: a system that calls all alike has found nothing.

    Args:
        similarity: of each query to each of those it chooses from, higher nearer, (queries, choices).
        right: the right choice of each query, (queries,); the diagonal when not given.

    Raises:
        ScoreError: for another shape, a similarity that is no finite number, or a right one that is not there.
    """
    table = _table(similarity)
    columns = np.arange(len(table)) if right is None else np.asarray(right)
    if columns.shape != (len(table),) or columns.dtype.kind not in "iu":
        raise ScoreError(
            f"right has the shape {columns.shape}; wanted one whole number for each of {len(table)} queries"
        )
    if columns.min() < 0 or columns.max() >= table.shape[1]:
        worst = columns.max() if columns.min() >= 0 else columns.min()
        raise ScoreError(f"the right choice is number {worst}, but there are {table.shape[1]} (numbers start at 0)")
    own = np.take_along_axis(table, columns[:, None], axis=1)
    return np.asarray(np.count_nonzero(table >= own, axis=1))


def among_all(similarity: ArrayLike, *, ids: Sequence[str], right: ArrayLike | None = None) -> Trials:
    """Each query against every choice; `similarity` and `right` as in `ranks`.

    Raises:
        ScoreError: as `ranks`, when there are not as many ids as queries, or only one choice.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if table.shape[1] < 2:
        raise ScoreError("one choice leaves nothing to search among; give two or more")
    return Trials(tuple(ids), np.arange(len(table)), ranks(table, right=right), table.shape[1], "all")


def among_neighbours(similarity: ArrayLike, *, ids: Sequence[str], size: int = 16) -> Trials:
    """Each query against its neighbours in a film: R@k/N of AutoAD II (Han et al. 2023).

    A window of `size` consecutive items moves on by half its size; an item that two windows hold counts twice. Items
    behind the last whole window are left out, as in the authors' evaluation.

    Args:
        similarity: of each item's candidate to each item's reference, (items, items).
        ids: of the items, in the film's order.
        size: items in a window, N.

    Raises:
        ScoreError: for a table that is not square, fewer items than a window holds, or as `ranks`.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if table.shape[0] != table.shape[1]:
        raise ScoreError(f"similarity has the shape {table.shape}; neighbours want as many references as candidates")
    windows = _windows(len(table), size)
    found = [ranks(table[window, window]) for window in windows]
    return _of_windows(ids, windows, found)


def among_sampled(
    similarity: ArrayLike, *, ids: Sequence[str], right: ArrayLike | None = None, size: int, seed: int = 0
) -> Trials:
    """Each query against `size` choices: the right one and others drawn without replacement.

    Raises:
        ScoreError: for more choices than there are, or as `ranks`.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if not 2 <= size <= table.shape[1]:
        raise ScoreError(f"{size} choices a query are wanted of {table.shape[1]}; draw from 2 to all of them")
    before = ranks(table, right=right) - 1
    # Of those at least as similar as the right one, so many are among the others drawn.
    drawn = np.random.default_rng(seed).hypergeometric(before, table.shape[1] - 1 - before, size - 1)
    return Trials(tuple(ids), np.arange(len(table)), drawn + 1, size, f"sampled-{seed}")


def retrieval(trials: Trials, *, ks: Sequence[int] = (1, 5, 10)) -> list[Score]:
    """Recall at each k, median rank and mean reciprocal rank of trials.

    Returns:
        `R@k/N` for each k, `MedR/N` (lower is better; between the middle two of an even number) and `MRR/N`.

    Raises:
        ScoreError: for a k that is not a whole number from 1 to below N, where every search would succeed.
    """
    for k in ks:
        if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k < trials.size:
            raise ScoreError(f"k is {k!r} among {trials.size}; wanted a whole number from 1 to {trials.size - 1}")
    found = [_mean(trials, f"R@{k}", (trials.ranks <= k).astype(np.float64)) for k in ks]
    return [*found, _median(trials), _mean(trials, "MRR", 1 / trials.ranks)]


def caption_retrieval(
    pairs: Pairs, similarity: Similarity, *, size: int = 16, ks: Sequence[int] = (1, 5)
) -> list[Score]:
    """R@k/N of captions: does each tell its own clip from the clips around it?

    Each candidate is compared with the references of its window (`among_neighbours`); of several references to an item
    the nearest counts. AutoAD II compares by BERTScore, with k 1 and 5 and N 16.

    Args:
        pairs: the captions, in the film's order.
        similarity: what compares them; its name stands in the signature.
        size: items in a window, N.
        ks: how far down a hit counts.

    Raises:
        ScoreError: as `among_neighbours` and `retrieval`.
    """
    windows = _windows(len(pairs.ids), size)
    found = [ranks(_nearest(pairs, window, similarity)) for window in windows]
    return retrieval(_of_windows(pairs.ids, windows, found, by=f"+{similarity.name}"), ks=ks)


def _nearest(pairs: Pairs, window: slice, similarity: Similarity) -> NDArray[np.float64]:
    """Similarity of each candidate of a window to the nearest reference of each item, (size, size)."""
    owned = pairs.references[window]
    flat = [text for texts in owned for text in texts]
    starts = np.cumsum([0, *map(len, owned)])[:-1]
    return np.maximum.reduceat(similarity.between(pairs.candidates[window], flat), starts, axis=1)


def _windows(n_items: int, size: int) -> list[slice]:
    if size < 2:
        raise ScoreError(f"a window of {size} leaves nothing to choose from; wanted 2 or more")
    if n_items < size:
        raise ScoreError(f"{n_items} items do not fill a window of {size}; score more items, or choose smaller windows")
    return [slice(start, start + size) for start in range(0, n_items - size + 1, size // 2)]


def _of_windows(
    ids: Sequence[str], windows: Sequence[slice], found: Sequence[NDArray[np.int64]], *, by: str = ""
) -> Trials:
    size = windows[0].stop
    items = np.concatenate([np.arange(window.start, window.stop) for window in windows])
    return Trials(tuple(ids[: windows[-1].stop]), items, np.concatenate(found), size, f"neighbours{by}")


def _mean(trials: Trials, name: str, values: NDArray[np.float64]) -> Score:
    """The mean of a value of each trial, (trials,)."""
    sums = np.zeros((len(trials.ids), 2))
    np.add.at(sums, trials.items, np.stack([values, np.ones(len(values))], axis=1))
    return summed_score(
        f"{name}/{trials.size}",
        trials.ids,
        mean(sums),
        sums,
        rule=mean,
        signature=_passport(name, trials),
    )


def _median(trials: Trials) -> Score:
    """The median rank; what an item adds is a tally of its ranks, so that corpora drawn from items have theirs.

    Every rank has a column, taken or not, so that the tallies of two systems can be set side by side.
    """
    sums = np.zeros((len(trials.ids), trials.size))
    np.add.at(sums, (trials.items, trials.ranks - 1), 1)
    return summed_score(
        f"MedR/{trials.size}", trials.ids, _middle(sums), sums, rule=_middle, signature=_passport("MedR", trials)
    )


def _middle(tallies: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of the ranks from 1 on, each there as often as `tallies`, (..., k), says: (...,)."""
    upto = np.cumsum(tallies, axis=-1)
    half = upto[..., -1:] / 2
    low, high = np.argmax(upto >= half, axis=-1), np.argmax(upto > half, axis=-1)
    return np.asarray((low + high) / 2 + 1)


def _passport(name: str, trials: Trials) -> str:
    return passport(f"{name}/{trials.size}", pools=trials.pools, ties="against")


def _table(similarity: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(similarity, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        raise ScoreError(f"similarity has the shape {table.shape}; wanted (queries, choices), one or more of each")
    if not np.isfinite(table).all():
        query, choice = np.argwhere(~np.isfinite(table))[0]
        raise ScoreError(
            f"the similarity of query {query} to choice {choice} is {table[query, choice]}; wanted a finite number"
        )
    return table


def _check_ids(ids: Sequence[str], n_queries: int) -> None:
    if len(ids) != n_queries:
        raise ScoreError(f"{len(ids)} ids came for {n_queries} queries; name each query once")
    if len(set(ids)) != len(ids):
        twice = next(key for n, key in enumerate(ids) if key in ids[:n])
        raise ScoreError(f"the id {twice!r} names two queries; name each once")
