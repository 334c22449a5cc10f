"""Statistics against published examples, other libraries, and numbers computed by hand."""

import choix
import numpy as np
import pytest
from scipy import optimize, special, stats
from statsmodels.stats.multitest import multipletests

from cinescribe.errors import StudyError
from cinescribe.metrics.human.ratings import Rating
from cinescribe.study.kinds.rank import MEAN_RANKS_LSMDC
from cinescribe.study.results.comparison import compare_systems, compare_table, friedman, holm
from cinescribe.study.results.plackett_luce import plackett_luce
from cinescribe.study.simulation.truth import drawn_rankings

TABLE_13 = {system: row[0] for system, row in MEAN_RANKS_LSMDC.rows.items() if row[0] is not None}


def strengths_of(mean_ranks):
    """The log strengths under which the model of Plackett and Luce expects these mean ranks, by system.

    The expected rank of a system is 1 plus the probabilities that each other one is above it. Mean ranks are scaled so
    that they add up to 1 + 2 + ... + n, as ranks do.
    """
    ranks = np.array(list(mean_ranks.values()))
    ranks += (len(ranks) + 1) / 2 - ranks.mean()

    def residual(strengths):
        above = special.expit(strengths[None, :] - strengths[:, None])  # 0.5 for the system itself
        return above.sum(axis=1) + 0.5 - ranks + strengths.mean()

    return dict(zip(mean_ranks, optimize.root(residual, np.zeros(len(ranks)), tol=1e-10).x, strict=True))


def test_holm_is_that_of_statsmodels():
    p_values = [0.01, 0.04, 0.03, 0.005, 0.9]
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])
    assert holm([]) == []


def test_friedman_is_that_of_scipy_and_1_where_nothing_differs():
    table = np.array([[1.0, 2, 3], [2, 1, 3], [1, 3, 2], [1, 2, 3]])
    assert friedman(table) == pytest.approx(stats.friedmanchisquare(*table.T).pvalue)
    assert friedman(np.ones((4, 3))) == 1


def test_means_are_over_clips_and_the_best_is_first():
    ratings = [
        Rating("x/1", "r", 1, "a", "c"),
        Rating("x/2", "r", 3, "a", "c"),
        Rating("y/1", "r", 5, "a", "c"),
        Rating("x/1", "r", 4, "b", "c"),
        Rating("y/1", "r", 6, "b", "c"),
        Rating("z/1", "r", 6, "b", "c"),  # a has no rating of z
    ]
    clips = {"x/1": "x", "x/2": "x", "y/1": "y", "z/1": "z"}
    (rated,) = compare_systems(ratings, clips, are_ranks=False)
    assert (rated.criterion, rated.n_clips, rated.p_value) == ("c", 2, None)
    assert [(one.system, one.mean) for one in rated.means] == [("b", 5.0), ("a", 3.5)]
    (ranked,) = compare_systems(ratings, clips, are_ranks=True)
    assert [one.system for one in ranked.means] == ["a", "b"]


def test_systems_that_differ_are_in_other_groups():
    rng = np.random.default_rng(0)
    table = np.column_stack([rng.normal(mean, 0.3, 60) for mean in (1.0, 1.02, 3.0)])
    compared = compare_table(table, ["a", "b", "c"], are_ranks=True)
    assert sorted(map(sorted, compared.groups)) == [["a", "b"], ["c"]]
    assert all(one.low < one.mean < one.high for one in compared.means)
    assert compared.p_value is not None
    assert compared.p_value < 1e-10


def test_the_mean_ranks_of_table_13_are_expected_under_their_strengths():
    strengths = strengths_of(TABLE_13)
    drawn = drawn_rankings(list(strengths.values()), 200_000, np.random.default_rng(1))
    means = (1 + np.argsort(drawn, axis=1)).mean(axis=0)
    assert means == pytest.approx(list(TABLE_13.values()), abs=0.02)


def test_strengths_match_choix_and_sum_to_zero():
    rankings = drawn_rankings([0.5, 0.0, -0.5], 200, np.random.default_rng(2))
    found = plackett_luce(rankings, range(200), ["a", "b", "c"])
    expected = choix.mm_rankings(3, [tuple(map(int, one)) for one in rankings])
    assert [one.value for one in found] == pytest.approx(expected - expected.mean(), abs=1e-4)
    assert sum(one.value for one in found) == pytest.approx(0)
    assert all(one.low_all < one.low < one.value < one.high < one.high_all for one in found)


def test_intervals_are_wider_where_clips_are_few():
    rankings = np.repeat(drawn_rankings([0.5, 0.0, -0.5], 40, np.random.default_rng(3)), 5, axis=0)
    alone = plackett_luce(rankings, range(200), ["a", "b", "c"])
    together = plackett_luce(rankings, np.repeat(np.arange(40), 5).tolist(), ["a", "b", "c"])
    widths = [(one.high - one.low) / (other.high - other.low) for one, other in zip(together, alone, strict=True)]
    assert widths == pytest.approx([5**0.5] * 3, rel=0.02)


def test_strengths_that_are_infinite_are_refused():
    with pytest.raises(StudyError, match="never change places"):
        plackett_luce(np.array([[0, 1, 2], [0, 2, 1]]), ["x", "y"], ["a", "b", "c"])
    with pytest.raises(StudyError, match="there is no ranking"):
        plackett_luce(np.zeros((0, 3), dtype=np.int64), [], ["a", "b", "c"])


@pytest.mark.slow
def test_ranking_strengths_recover_table_13():
    strengths = strengths_of(TABLE_13)
    true = np.array(list(strengths.values()))
    rng = np.random.default_rng(13)
    inside, all_inside = np.zeros(5), 0
    for _ in range(100):
        rankings = drawn_rankings(true.tolist(), 80 * 5, rng)
        found = plackett_luce(rankings, np.repeat(np.arange(80), 5).tolist(), list(strengths))
        inside += [one.low <= value <= one.high for one, value in zip(found, true, strict=True)]
        all_inside += all(one.low_all <= value <= one.high_all for one, value in zip(found, true, strict=True))
    assert inside.min() >= 90
    assert all_inside >= 90
