"""Retrieval: recall at k, median rank and mean reciprocal rank of the right one among N."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score, mean, metric_signature, score_from_sums
from cinescribe.metrics.core.similarity import Similarity


@dataclass(frozen=True)
class Trials:
    """Retrieval trials: each ranks the right choice among `size`; an item may have several.

    Attributes:
        ids: the items, distinct.
        items: the item of each trial as an index into `ids`, (trials,).
        ranks: the rank of the right choice, 1 first, (trials,).
        size: number of choices in each trial, including the right one.
        pools: how the other choices were selected, for signatures.
    """

    ids: tuple[str, ...]
    items: NDArray[np.int64]
    ranks: NDArray[np.int64]
    size: int
    pools: str

    def __post_init__(self) -> None:
        if missing := sorted(set(range(len(self.ids))) - set(self.items.tolist())):
            raise ScoreError(f"item {self.ids[missing[0]]!r} has no trial; remove it from the ids")
        if len(outside := np.flatnonzero((self.ranks < 1) | (self.ranks > self.size))):
            key, rank = self.ids[self.items[outside[0]]], self.ranks[outside[0]]
            raise ScoreError(f"item {key!r} has rank {rank} of {self.size}; expected ranks from 1 to {self.size}")


def ranks(similarity: ArrayLike, *, right: ArrayLike | None = None) -> NDArray[np.int64]:
    """Return the rank of the right choice for each query, 1 first.

    Choices as similar as the right one rank before it, so equal similarities give no credit.

    Args:
        similarity: similarity of each query to each choice, (queries, choices).
        right: the right choice of each query, (queries,); the diagonal by default.

    Raises:
        ScoreError: for a wrong shape, a similarity that is not finite, or a right choice out of range.
    """
    table = _table(similarity)
    columns = np.arange(len(table)) if right is None else np.asarray(right)
    if columns.shape != (len(table),) or columns.dtype.kind not in "iu":
        raise ScoreError(
            f"`right` has the shape {columns.shape}; expected one whole number for each of {len(table)} queries"
        )
    if columns.min() < 0 or columns.max() >= table.shape[1]:
        worst = columns.max() if columns.min() >= 0 else columns.min()
        raise ScoreError(f"the right choice is number {worst}, but there are {table.shape[1]} (numbers start at 0)")
    right_similarity = np.take_along_axis(table, columns[:, None], axis=1)
    return np.asarray(np.count_nonzero(table >= right_similarity, axis=1))


def rank_against_all(similarity: ArrayLike, *, ids: Sequence[str], right: ArrayLike | None = None) -> Trials:
    """Rank the right choice of each query among all choices; arguments as in `ranks`.

    Raises:
        ScoreError: as `ranks`, or when the number of ids is not that of queries, or there is only one choice.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if table.shape[1] < 2:
        raise ScoreError("there is only one choice; give two or more")
    return Trials(tuple(ids), np.arange(len(table)), ranks(table, right=right), table.shape[1], "all")


def rank_against_neighbours(similarity: ArrayLike, *, ids: Sequence[str], size: int = 16) -> Trials:
    """Rank each item's reference among its neighbours in a film: R@k/N of AutoAD II (Han et al. 2023).

    Windows of `size` consecutive items overlap by half; an item in two windows counts twice. As in the authors'
    evaluation, items after the last complete window are left out.

    Args:
        similarity: similarity of each item's candidate to each item's reference, (items, items).
        ids: the items' ids, in the film's order.
        size: number of items in a window, N.

    Raises:
        ScoreError: for a table that is not square, fewer items than in a window, or as `ranks`.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if table.shape[0] != table.shape[1]:
        raise ScoreError(f"similarity has the shape {table.shape}; expected as many references as candidates")
    windows = _windows(len(table), size)
    return _of_windows(ids, windows, [ranks(table[window, window]) for window in windows])


def rank_against_sample(
    similarity: ArrayLike, *, ids: Sequence[str], right: ArrayLike | None = None, size: int, seed: int = 0
) -> Trials:
    """Rank the right choice of each query among `size` choices, the others sampled without replacement.

    Raises:
        ScoreError: for a larger sample than there are choices, or as `ranks`.
    """
    table = _table(similarity)
    _check_ids(ids, len(table))
    if not 2 <= size <= table.shape[1]:
        raise ScoreError(f"the sample `size` is {size} of {table.shape[1]} choices; expected 2 up to all of them")
    n_before = ranks(table, right=right) - 1
    # The number of sampled choices that rank before the right one has a hypergeometric distribution.
    sampled = np.random.default_rng(seed).hypergeometric(n_before, table.shape[1] - 1 - n_before, size - 1)
    return Trials(tuple(ids), np.arange(len(table)), sampled + 1, size, f"sampled-{seed}")


def retrieval(trials: Trials, *, ks: Sequence[int] = (1, 5, 10)) -> list[Score]:
    """Return recall at each k, median rank and mean reciprocal rank of trials.

    Returns:
        `R@k/N` for each k, `MedR/N` (lower is better; the mean of the two middle ranks of an even number) and `MRR/N`.

    Raises:
        ScoreError: for a k that is not a whole number from 1 to N - 1.
    """
    for k in ks:
        if isinstance(k, bool) or not isinstance(k, int) or not 1 <= k < trials.size:
            raise ScoreError(f"k is {k!r} among {trials.size}; expected a whole number from 1 to {trials.size - 1}")
    recalls = [_mean(trials, f"R@{k}", (trials.ranks <= k).astype(np.float64)) for k in ks]
    return [*recalls, _median(trials), _mean(trials, "MRR", 1 / trials.ranks)]


def caption_retrieval(
    pairs: Pairs,
    similarity: Similarity,
    *,
    size: int = 16,
    ks: Sequence[int] = (1, 5),
    films: Mapping[str, str] | None = None,
) -> list[Score]:
    """Return R@k/N of captions: does each caption identify its own clip among the clips around it?

    Each candidate is compared with the references in its window (`rank_against_neighbours`); of an item's references
    the nearest counts. AutoAD II uses BERTScore with k = 1 and 5, and N = 16.

    Args:
        pairs: the captions, in the film's order.
        similarity: the similarity of texts; the signature has its name.
        size: number of items in a window, N.
        ks: depths at which a hit counts.
        films: the film of each item; a window then has items of one film, and films of fewer items are left out. By
            default all are of one film.

    Raises:
        ScoreError: as `rank_against_neighbours` and `retrieval`, or when an item has no film where films are given.
    """
    windows = _windows(len(pairs.ids), size) if films is None else _film_windows(pairs.ids, films, size)
    window_ranks = [ranks(_nearest(pairs, window, similarity)) for window in windows]
    by = f"+{similarity.name}" if films is None else f"-in-film+{similarity.name}"
    return retrieval(_of_windows(pairs.ids, windows, window_ranks, by=by), ks=ks)


def _nearest(pairs: Pairs, window: slice, similarity: Similarity) -> NDArray[np.float64]:
    """Return the similarity of each candidate in a window to the nearest reference of each item, (size, size)."""
    references = pairs.references[window]
    flat = [text for texts in references for text in texts]
    starts = np.cumsum([0, *map(len, references)])[:-1]
    return np.maximum.reduceat(similarity.between(pairs.candidates[window], flat), starts, axis=1)


def _windows(n_items: int, size: int) -> list[slice]:
    if size < 2:
        raise ScoreError(f"the window `size` is {size}; expected 2 or more")
    if n_items < size:
        raise ScoreError(f"{n_items} items do not fill a window of {size}; score more items, or use smaller windows")
    return [slice(start, start + size) for start in range(0, n_items - size + 1, size // 2)]


def _film_windows(ids: Sequence[str], films: Mapping[str, str], size: int) -> list[slice]:
    """Return the windows of each film, whose items follow each other."""
    missing = next((key for key in ids if key not in films), None)
    if missing is not None:
        raise ScoreError(f"item {missing!r} has no film; give the film of every item (`films`), or of none")
    runs = [(name, len(list(run))) for name, run in groupby(ids, key=lambda key: films[key])]
    if len({name for name, _ in runs}) < len(runs):
        raise ScoreError("the items of a film do not follow each other; order them by film and time")
    starts = np.cumsum([0, *(length for _, length in runs)])
    windows = [
        slice(start + window.start, start + window.stop)
        for start, (_, length) in zip(starts.tolist(), runs, strict=False)
        if length >= size
        for window in _windows(length, size)
    ]
    if not windows:
        longest = max(length for _, length in runs)
        raise ScoreError(f"no film has the {size} items of a window (at most {longest}); use smaller windows")
    return windows


def _of_windows(
    ids: Sequence[str], windows: Sequence[slice], window_ranks: Sequence[NDArray[np.int64]], *, by: str = ""
) -> Trials:
    size = windows[0].stop - windows[0].start
    places = np.concatenate([np.arange(window.start, window.stop) for window in windows])
    kept, items = np.unique(places, return_inverse=True)
    return Trials(tuple(ids[at] for at in kept), items, np.concatenate(window_ranks), size, f"neighbours{by}")


def _mean(trials: Trials, name: str, values: NDArray[np.float64]) -> Score:
    """Return the mean of `values`, one per trial, (trials,)."""
    sums = np.zeros((len(trials.ids), 2))
    np.add.at(sums, trials.items, np.stack([values, np.ones(len(values))], axis=1))
    return score_from_sums(
        f"{name}/{trials.size}",
        trials.ids,
        mean(sums),
        sums,
        rule=mean,
        signature=_signature(name, trials),
    )


def _median(trials: Trials) -> Score:
    """Return the median rank; an item's sums count its ranks, so that every resample has its exact median.

    Every possible rank has a column, so that the counts of two systems have the same shape.
    """
    sums = np.zeros((len(trials.ids), trials.size))
    np.add.at(sums, (trials.items, trials.ranks - 1), 1)
    return score_from_sums(
        f"MedR/{trials.size}",
        trials.ids,
        _median_rank(sums),
        sums,
        rule=_median_rank,
        signature=_signature("MedR", trials),
    )


def _median_rank(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the median, (...,), of ranks from 1 on, given the count of each rank, (..., k)."""
    cumulative = np.cumsum(counts, axis=-1)
    half = cumulative[..., -1:] / 2
    low, high = np.argmax(cumulative >= half, axis=-1), np.argmax(cumulative > half, axis=-1)
    return np.asarray((low + high) / 2 + 1)


def _signature(name: str, trials: Trials) -> str:
    return metric_signature(f"{name}/{trials.size}", pools=trials.pools, ties="against")


def _table(similarity: ArrayLike) -> NDArray[np.float64]:
    table = np.asarray(similarity, dtype=np.float64)
    if table.ndim != 2 or not table.size:
        raise ScoreError(f"similarity has the shape {table.shape}; expected (queries, choices), one or more of each")
    if not np.isfinite(table).all():
        query, choice = np.argwhere(~np.isfinite(table))[0]
        raise ScoreError(
            f"the similarity of query {query} to choice {choice} is {table[query, choice]}; expected a finite number"
        )
    return table


def _check_ids(ids: Sequence[str], n_queries: int) -> None:
    if len(ids) != n_queries:
        raise ScoreError(f"there are {len(ids)} ids for {n_queries} queries; give each query one id")
    if len(set(ids)) != len(ids):
        repeated = next(key for n, key in enumerate(ids) if key in ids[:n])
        raise ScoreError(f"the id {repeated!r} names two queries; give each its own id")
