"""Mean ratings and inter-rater agreement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError, brief, known_names
from cinescribe.metrics.core.score import Score, mean_score, metric_signature, weighted_score
from cinescribe.metrics.human.ratings import Ratings
from cinescribe.record import Record


@dataclass(frozen=True)
class PairKappa(Record):
    """Cohen's kappa of two raters over the items that both rated.

    Attributes:
        raters: the two.
        items: that both rated.
        kappa: None where it is undefined.
        absent: why it is undefined.
    """

    raters: tuple[str, str]
    items: int
    kappa: float | None = None
    absent: str | None = None


def if_defined(measure: Callable[[], float]) -> float | None:
    """Return a measure of agreement; None where it is undefined: nothing varies, or no item has several ratings."""
    try:
        return measure()
    except ScoreError:
        return None


def mean_rating(ratings: Ratings) -> Score:
    """Return the mean of all ratings, or the mean rank (Rohrbach et al. 2017, 5.3)."""
    return _mean_of("Mean", ratings, ratings.values, signature=metric_signature("Mean"))


def validity(ratings: Ratings, *, above: float = 3) -> Score:
    """Return the share of ratings above a threshold; above 3 of 5, a text is valid (Fang et al. 2020, D.2)."""
    is_valid = (ratings.values > above).astype(np.float64)
    return _mean_of("Validity", ratings, is_valid, signature=metric_signature("Validity", above=f"{above:g}"))


def deviation(ratings: Ratings) -> Score:
    """Return the mean standard deviation of an item's ratings, in points of the scale (Fang et al. 2020, D.3).

    The variance divides by the number of ratings. Items with one rating are left out.

    Raises:
        ScoreError: when no item has two ratings.
    """
    rated = _with_two(ratings)
    counts = rated.given.sum(axis=1)
    means = rated.values.sum(axis=1) / counts
    squares = np.where(rated.given, (rated.values - means[:, None]) ** 2, 0)
    spread = np.sqrt(squares.sum(axis=1) / counts)
    return mean_score("SD", rated.items, spread, signature=metric_signature("SD", ddof=0))


def iras(ratings: Ratings) -> Score:
    """Return the inter-rater agreement score: the mean share of an item's raters who gave its most common rating.

    This is equation 5 of Fang et al. 2020, as a fraction. Every item has the same weight, whatever its number of
    ratings. Items with one rating are left out.

    Raises:
        ScoreError: when no item has two ratings.
    """
    rated = _with_two(ratings)
    agreeing = (rated.values == _modes(rated)[:, None]) & rated.given
    return mean_score("IRAS", rated.items, _shares(agreeing, rated), signature=metric_signature("IRAS"))


def smooth_iras(ratings: Ratings) -> Score:
    """Return the smooth IRAS: a rating d points from the most common one agrees by 0.5**d (Fang et al. 2020, eq. 6).

    Of several most common ratings the lowest counts, as in `scipy.stats.mode`; the paper does not say.

    Raises:
        ScoreError: when no item has two ratings.
    """
    rated = _with_two(ratings)
    agreeing = np.where(rated.given, 0.5 ** np.abs(rated.values - _modes(rated)[:, None]), 0)
    signature = metric_signature("IRAS-smooth", mode="lowest")
    return mean_score("IRAS-smooth", rated.items, _shares(agreeing, rated), signature=signature)


def cohen_kappa(ratings: Ratings, *, left: str, right: str) -> float:
    """Return Cohen's kappa of two raters over the items that both rated, with every value as a category.

    Raises:
        ScoreError: for an unknown rater, for raters without common items, or where all ratings are equal, so that kappa
            is undefined.
    """
    columns = [_column(ratings, rater) for rater in (left, right)]
    both = ratings.given[:, columns].all(axis=1)
    if not both.any():
        raise ScoreError(f"raters {left!r} and {right!r} share no item; kappa needs items that both rated")
    values = ratings.values[both][:, columns]
    categories, codes = np.unique(values, return_inverse=True)
    if len(categories) == 1:
        raise ScoreError(
            f"raters {left!r} and {right!r} gave {categories[0]:g} throughout; kappa is undefined where nothing varies"
        )
    table = np.zeros((len(categories), len(categories)))
    np.add.at(table, tuple(codes.reshape(values.shape).T), 1)
    n_items = table.sum()
    expected = np.diag(table.sum(0) / n_items * (table.sum(1) / n_items)[:, None]).sum()
    return float((np.diag(table).sum() / n_items - expected) / (1 - expected))


def pair_kappas(ratings: Ratings, *, min_shared: int = 2) -> list[PairKappa]:
    """Return Cohen's kappa of each pair of raters who share at least `min_shared` items."""
    kappas = []
    for left, right, items in rater_pairs(ratings, min_shared=min_shared):
        try:
            kappas.append(PairKappa((left, right), items, cohen_kappa(ratings, left=left, right=right)))
        except ScoreError as error:
            kappas.append(PairKappa((left, right), items, absent=str(error)))
    return kappas


def rater_pairs(ratings: Ratings, *, min_shared: int = 2) -> list[tuple[str, str, int]]:
    """Return the pairs of raters who share at least `min_shared` items, and the number they share."""
    shared = ratings.given.T.astype(np.int64) @ ratings.given
    names = ratings.raters
    pairs = combinations(range(len(names)), 2)
    return [(names[a], names[b], int(shared[a, b])) for a, b in pairs if shared[a, b] >= min_shared]


def fleiss_kappa(ratings: Ratings) -> float:
    """Return Fleiss' kappa over the items with the most common number of ratings, with every value as a category.

    As in Fleiss 1971 the raters may differ between items but their number may not, so other items are left out.

    Raises:
        ScoreError: when no item has two ratings, or all ratings are equal, so that kappa is undefined.
    """
    rated = _with_two(ratings)
    counts = rated.given.sum(axis=1)
    numbers, occurrences = np.unique(counts, return_counts=True)
    n_raters = numbers[len(numbers) - 1 - np.argmax(occurrences[::-1])]  # the largest of several most common
    categories, tallies = _tallies(_items(rated, counts == n_raters))
    if len(categories) == 1:
        raise ScoreError(f"all raters gave {categories[0]:g} throughout; kappa is undefined where nothing varies")
    shares = tallies.sum(0) / tallies.sum()
    agreement = ((tallies * tallies).sum(1) - n_raters) / (n_raters * (n_raters - 1.0))
    expected = (shares * shares).sum()
    return float((agreement.mean() - expected) / (1 - expected))


def krippendorff_alpha(ratings: Ratings) -> float:
    """Return Krippendorff's alpha with every value as a category (nominal), over the items with two ratings or more.

    Items may have different numbers of ratings (Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*, C).

    Raises:
        ScoreError: when no item has two ratings, or all ratings are equal, so that alpha is undefined.
    """
    rated = _with_two(ratings)
    categories, tallies = _tallies(rated)
    if len(categories) == 1:
        raise ScoreError(f"all raters gave {categories[0]:g} throughout; alpha is undefined where nothing varies")
    counts = tallies.sum(1)  # ratings of each item; its pairs weigh 1 / (counts - 1)
    totals, n_ratings = tallies.sum(0), tallies.sum()
    observed = ((counts * counts - (tallies * tallies).sum(1)) / (counts - 1.0)).sum() / n_ratings
    expected = (n_ratings * n_ratings - (totals * totals).sum()) / (n_ratings * (n_ratings - 1.0))
    return float(1 - observed / expected)


def _mean_of(name: str, ratings: Ratings, values: NDArray[np.float64], *, signature: str) -> Score:
    """Return the mean over ratings of `values`, (items, raters)."""
    counts = ratings.given.sum(axis=1).astype(np.float64)
    means = np.where(ratings.given, values, 0).sum(axis=1) / counts
    return weighted_score(name, ratings.items, means, counts, signature=signature)


def _with_two(ratings: Ratings) -> Ratings:
    has_two = ratings.given.sum(axis=1) >= 2
    if not has_two.any():
        raise ScoreError("no item has two ratings; agreement needs items with several ratings")
    return _items(ratings, has_two)


def _items(ratings: Ratings, chosen: NDArray[np.bool_]) -> Ratings:
    items = tuple(item for item, keep in zip(ratings.items, chosen, strict=True) if keep)
    return Ratings(items, ratings.raters, ratings.values[chosen], ratings.given[chosen])


def _modes(ratings: Ratings) -> NDArray[np.float64]:
    """Return the most common rating of each item, the lowest of several, (items,)."""
    categories, tallies = _tallies(ratings)
    return np.asarray(categories[tallies.argmax(axis=1)])


def _tallies(ratings: Ratings) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the distinct ratings, ascending, (categories,), and their counts per item, (items, categories)."""
    categories, codes = np.unique(ratings.values[ratings.given], return_inverse=True)
    tallies = np.zeros((len(ratings.items), len(categories)), dtype=np.int64)
    np.add.at(tallies, (np.nonzero(ratings.given)[0], codes), 1)
    return categories, tallies


def _shares(agreeing: NDArray[np.generic], ratings: Ratings) -> NDArray[np.float64]:
    return np.asarray(agreeing.sum(axis=1) / ratings.given.sum(axis=1))


def _column(ratings: Ratings, rater: str) -> int:
    if rater not in ratings.raters:
        raise ScoreError(f"there is no rater {brief(rater)}; the raters are {known_names(ratings.raters, came=rater)}")
    return ratings.raters.index(rater)
