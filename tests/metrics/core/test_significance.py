import importlib

import numpy as np
import pytest
from scipy import stats

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, metric_signature, score_from_sums, weighted_score
from cinescribe.metrics.core.significance import Comparison, Interval, compare, confidence

significance = importlib.import_module("cinescribe.metrics.core.significance")

SIGNATURE = metric_signature("Test", n=1)


def ids(n_items):
    return [f"clip{n}" for n in range(n_items)]


def plain(values) -> Score:
    return mean_score("Test", ids(len(values)), np.asarray(values, dtype=float), signature=SIGNATURE)


def ratio(matches, lengths) -> Score:
    """A score like BLEU: a function of corpus sums that is not a mean over items."""
    sums = np.stack([matches, lengths], axis=1).astype(float)
    return score_from_sums("Test", ids(len(sums)), sums[:, 0], sums, rule=brevity, signature=SIGNATURE)


def brevity(sums):
    return sums[..., 0] / sums[..., 1] * np.exp(np.minimum(0, 1 - 100 / sums[..., 1]))


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def test_an_interval_equals_scipys_on_the_same_draws(rng):
    matches, lengths = rng.integers(0, 6, 40), rng.integers(6, 12, 40)
    found = confidence(ratio(matches, lengths), level=0.9, resamples=500, seed=11)
    expected = stats.bootstrap(
        (matches.astype(float), lengths.astype(float)),
        lambda m, n, axis: brevity(np.stack([m.sum(axis=axis), n.sum(axis=axis)], axis=-1)),
        paired=True,
        vectorized=True,
        n_resamples=500,
        confidence_level=0.9,
        method="percentile",
        rng=np.random.default_rng(11),
    ).confidence_interval
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert found == Interval(found.low, found.high, 0.9, 500, 11, "percentile bootstrap")


@pytest.mark.slow
def test_intervals_cover_the_true_value_at_their_level(rng):
    intervals = [confidence(plain(rng.exponential(size=60)), level=0.9, resamples=200, seed=n) for n in range(200)]
    assert 0.8 < np.mean([each.low <= 1 <= each.high for each in intervals]) < 0.96


def test_an_interval_is_the_same_in_small_batches(rng, monkeypatch):
    score = plain(rng.normal(size=50))
    whole = confidence(score, resamples=100)
    monkeypatch.setattr(significance, "_BATCH", 350)
    batched = confidence(score, resamples=100)
    assert (batched.low, batched.high) == pytest.approx((whole.low, whole.high), abs=1e-14)


def test_interval_depends_on_the_weights():
    values, weights = np.array([0.0, 1.0, 0.5]), np.array([1.0, 98.0, 1.0])
    heavy = weighted_score("Test", ids(3), values, weights, signature=SIGNATURE)
    assert confidence(heavy).high > 0.98
    assert confidence(plain(values)).high == 1


def test_another_seed_draws_different_corpora(rng):
    score = plain(rng.normal(size=30))
    assert confidence(score, seed=1) == confidence(score, seed=1) != confidence(score, seed=2)


def test_equal_items_give_an_interval_of_width_zero():
    found = confidence(plain([0.25] * 8))
    assert (found.low, found.high) == (0.25, 0.25)


@pytest.mark.slow
def test_a_p_value_is_near_the_exact_one(rng):
    left, right = rng.normal(0.5, 1, size=10), rng.normal(0, 1, size=10)
    exact = stats.permutation_test(
        (left, right),
        lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
    ).pvalue
    found = compare(plain(left), plain(right), resamples=20_000).p_value
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


@pytest.mark.slow
def test_a_p_value_of_corpus_sums_swaps_both_columns():
    rng = np.random.default_rng(2)  # where p is neither 0 nor 1: .22
    matches, lengths = rng.integers(0, 6, (2, 9)), rng.integers(6, 12, (2, 9))
    left, right = (ratio(matches[n], lengths[n]) for n in range(2))
    chosen = [np.array([code >> n & 1 for n in range(9)]) for code in range(2**9)]
    swaps = [
        [brevity(np.array([np.choose(coins ^ side, part).sum() for part in (matches, lengths)])) for side in (0, 1)]
        for coins in chosen
    ]
    differences = np.abs(np.subtract(*np.transpose(swaps)))
    exact = np.mean(differences >= abs(left.value - right.value) - 1e-12)
    found = compare(left, right, resamples=20_000).p_value
    assert found == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 20_000))


def test_two_equal_systems_do_not_differ(rng):
    score = plain(rng.normal(size=20))
    found = compare(score, score)
    assert (found.difference, found.interval.low, found.interval.high, found.p_value) == (0, 0, 0, 1)


@pytest.mark.parametrize("seed", range(40))
def test_equal_differences_stay_equal_after_rounding(seed):
    base = np.random.default_rng(seed).normal(size=50)
    one_better = base + 0.1 * (np.arange(50) == 7)
    assert compare(plain(one_better), plain(base), resamples=40).p_value == 1


def test_a_clear_difference_reaches_the_smallest_p(rng):
    noise = rng.normal(0, 0.1, size=50)
    found = compare(plain(noise + 1), plain(noise[::-1]), resamples=999)
    assert found.p_value == 1 / 1000
    assert found.interval.low > 0.9
    assert found.difference == pytest.approx(1)
    swapped = compare(plain(noise[::-1]), plain(noise + 1), resamples=999)
    assert (swapped.difference, swapped.p_value) == (-found.difference, found.p_value)
    assert (swapped.interval.low, swapped.interval.high) == pytest.approx((-found.interval.high, -found.interval.low))


def test_systems_are_resampled_together():
    hard = np.linspace(0, 1, 30)  # items differ a hundred times more than systems
    found = compare(plain(hard + 0.01), plain(hard))
    assert (found.interval.low, found.interval.high) == pytest.approx((0.01, 0.01))


def test_comparisons_are_records(rng):
    found = compare(plain(rng.normal(size=5)), plain(rng.normal(size=5)))
    assert Comparison.from_dict(found.to_dict()) == found
    assert found.to_dict()["interval"]["method"] == "percentile bootstrap"


def test_single_item_cannot_be_resampled():
    with pytest.raises(ScoreError, match="Test was computed on one item, which cannot be resampled; score two items"):
        confidence(plain([0.5]))
    with pytest.raises(ScoreError, match="one item"):
        compare(plain([0.5]), plain([0.5]))


def test_a_resample_without_a_value_is_an_error():
    rare = weighted_score("Test", ids(4), np.ones(4), np.array([0.0, 0, 0, 1]), signature=SIGNATURE)
    with pytest.raises(ScoreError, match=r"Test has no value on \d+ of 1000 resampled corpora.* score more items"):
        confidence(rare)


@pytest.mark.parametrize("level", [0, 1, 95, -0.1])
def test_levels_are_shares(level):
    with pytest.raises(ScoreError, match=f"the level is {level}; expected a share between 0 and 1"):
        confidence(plain([0, 1]), level=level)


def test_too_few_resamples_are_refused():
    with pytest.raises(ScoreError, match=r"39 resamples are too few for a level of 0\.95; draw 40 or more"):
        confidence(plain([0, 1]), resamples=39)
    assert confidence(plain([0, 1]), resamples=40).resamples == 40


def test_scores_of_other_settings_are_not_compared():
    other = mean_score("Test", ids(2), np.zeros(2), signature="Test|n:2")
    with pytest.raises(
        ScoreError, match=r"different signatures, 'Test\|n:1\|v:.*' and 'Test\|n:2'; score both systems"
    ):
        compare(plain([0, 1]), other)


def test_scores_of_other_items_are_not_compared():
    with pytest.raises(ScoreError, match="item 3 is 'clip2' and None; score the same items"):
        compare(plain([0, 1, 1]), plain([0, 1]))
    swapped = mean_score("Test", ["clip1", "clip0"], np.zeros(2), signature=SIGNATURE)
    with pytest.raises(ScoreError, match="item 1 is 'clip0' and 'clip1'"):
        compare(plain([0, 1]), swapped)
