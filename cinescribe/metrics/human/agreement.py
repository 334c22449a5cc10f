"""How good raters found texts, and how far they agree."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as kappa_of_tallies

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, passport, weighted_score
from cinescribe.metrics.human.ratings import Ratings


def mean_rating(ratings: Ratings) -> Score:
    """The mean of all ratings given; of ranks, the mean rank (Rohrbach et al. 2017, 5.3)."""
    return _mean_of("Mean", ratings, ratings.values, signature=passport("Mean"))


def validity(ratings: Ratings, *, above: float = 3) -> Score:
    """The share of ratings above a threshold: above 3 of 5, a text is valid (Fang et al. 2020, D.2)."""
    is_valid = (ratings.values > above).astype(np.float64)
    return _mean_of("Validity", ratings, is_valid, signature=passport("Validity", above=f"{above:g}"))


def deviation(ratings: Ratings) -> Score:
    """The standard deviation of each item's ratings, in points of the scale, averaged (Fang et al. 2020, D.3).

    It divides by the number of ratings. Items with one rating are left out.

    Raises:
        ScoreError: when no item has two ratings.
    """
    shared = _with_two(ratings)
    counts = shared.given.sum(axis=1)
    means = shared.values.sum(axis=1) / counts
    squares = np.where(shared.given, (shared.values - means[:, None]) ** 2, 0)
    spread = np.sqrt(squares.sum(axis=1) / counts)
    return mean_score("SD", shared.items, spread, signature=passport("SD", ddof=0))


def iras(ratings: Ratings) -> Score:
    """Inter-rater agreement score: the share of an item's raters who gave its commonest rating, averaged.

    Fang et al. 2020, equation 5, as a fraction; where items have different numbers of ratings, each item counts alike.
    Items with one rating are left out: nobody agrees with himself alone.

    Raises:
        ScoreError: when no item has two ratings.
    """
    shared = _with_two(ratings)
    agreeing = (shared.values == _modes(shared)[:, None]) & shared.given
    return mean_score("IRAS", shared.items, _shares(agreeing, shared), signature=passport("IRAS"))


def smooth_iras(ratings: Ratings) -> Score:
    """As `iras`, a rating d points from the commonest agreeing by 1/2 to the power d (Fang et al. 2020, equation 6).

    Of several ratings that are commonest the lowest is taken, as `scipy.stats.mode` does; the paper is silent.

    Raises:
        ScoreError: when no item has two ratings.
    """
    shared = _with_two(ratings)
    agreeing = np.where(shared.given, 0.5 ** np.abs(shared.values - _modes(shared)[:, None]), 0)
    signature = passport("IRAS-smooth", mode="lowest")
    return mean_score("IRAS-smooth", shared.items, _shares(agreeing, shared), signature=signature)


def cohen_kappa(ratings: Ratings, *, left: str, right: str) -> float:
    """Cohen's kappa of two raters over the items that both rated, each value a category.

    Raises:
        ScoreError: for a rater who is not there, raters who share no item, or who both gave one and the same value
            throughout, when agreement by chance is certain and kappa undefined.
    """
    columns = [_column(ratings, rater) for rater in (left, right)]
    both = ratings.given[:, columns].all(axis=1)
    if not both.any():
        raise ScoreError(f"raters {left!r} and {right!r} share no item; kappa wants items that both rated")
    values = ratings.values[both][:, columns]
    categories, codes = np.unique(values, return_inverse=True)
    if len(categories) == 1:
        raise ScoreError(
            f"raters {left!r} and {right!r} gave {categories[0]:g} throughout; kappa is undefined where nothing varies"
        )
    table = np.zeros((len(categories), len(categories)))
    np.add.at(table, tuple(codes.reshape(values.shape).T), 1)
    return float(cohens_kappa(table, return_results=False))


def rater_pairs(ratings: Ratings, *, sharing: int = 2) -> list[tuple[str, str, int]]:
    """The pairs of raters who share at least `sharing` items, and how many they share."""
    shared = ratings.given.T.astype(np.int64) @ ratings.given
    names = ratings.raters
    pairs = combinations(range(len(names)), 2)
    return [(names[a], names[b], int(shared[a, b])) for a, b in pairs if shared[a, b] >= sharing]


def fleiss_kappa(ratings: Ratings) -> float:
    """Fleiss' kappa over the items with the commonest number of ratings (two or more), each value a category.

    Raters may differ from item to item, as in Fleiss 1971, but their number may not: other items are left out.

    Raises:
        ScoreError: when no item has two ratings, or all gave one and the same value, where kappa is undefined.
    """
    shared = _with_two(ratings)
    counts = shared.given.sum(axis=1)
    numbers, occurrences = np.unique(counts, return_counts=True)
    n_raters = numbers[len(numbers) - 1 - np.argmax(occurrences[::-1])]  # the largest of several commonest
    categories, tallies = _tallies(_items(shared, counts == n_raters))
    if len(categories) == 1:
        raise ScoreError(f"all raters gave {categories[0]:g} throughout; kappa is undefined where nothing varies")
    return float(kappa_of_tallies(tallies))


def _mean_of(name: str, ratings: Ratings, values: NDArray[np.float64], *, signature: str) -> Score:
    """The mean over ratings of `values`, (items, raters)."""
    counts = ratings.given.sum(axis=1).astype(np.float64)
    means = np.where(ratings.given, values, 0).sum(axis=1) / counts
    return weighted_score(name, ratings.items, means, counts, signature=signature)


def _with_two(ratings: Ratings) -> Ratings:
    chosen = ratings.given.sum(axis=1) >= 2
    if not chosen.any():
        raise ScoreError("no item has two ratings; agreement wants items that several raters rated")
    return _items(ratings, chosen)


def _items(ratings: Ratings, chosen: NDArray[np.bool_]) -> Ratings:
    kept = tuple(item for item, keep in zip(ratings.items, chosen, strict=True) if keep)
    return Ratings(kept, ratings.raters, ratings.values[chosen], ratings.given[chosen])


def _modes(ratings: Ratings) -> NDArray[np.float64]:
    """The commonest rating of each item, the lowest of several, (items,)."""
    categories, tallies = _tallies(ratings)
    return np.asarray(categories[tallies.argmax(axis=1)])


def _tallies(ratings: Ratings) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The distinct ratings, ascending, (categories,), and how often each item has each, (items, categories)."""
    categories, codes = np.unique(ratings.values[ratings.given], return_inverse=True)
    tallies = np.zeros((len(ratings.items), len(categories)), dtype=np.int64)
    np.add.at(tallies, (np.nonzero(ratings.given)[0], codes), 1)
    return categories, tallies


def _shares(agreeing: NDArray[np.generic], ratings: Ratings) -> NDArray[np.float64]:
    return np.asarray(agreeing.sum(axis=1) / ratings.given.sum(axis=1))


def _column(ratings: Ratings, rater: str) -> int:
    if rater not in ratings.raters:
        raise ScoreError(f"there is no rater {rater!r}; the raters are {', '.join(ratings.raters)}")
    return ratings.raters.index(rater)
