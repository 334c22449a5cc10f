import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.significance import compare, confidence
from cinescribe.metrics.embedding.retrieval import (
    Trials,
    caption_retrieval,
    rank_against_all,
    rank_against_neighbours,
    rank_against_sample,
    ranks,
    retrieval,
)


def ids(n_items):
    return [f"clip{n}" for n in range(n_items)]


def values(scores):
    return {score.name: score.value for score in scores}


@pytest.fixture
def table():
    return np.random.default_rng(5).normal(size=(12, 12)) + np.eye(12)


def test_ranks_by_hand():
    table = [[0.9, 0.1, 0.5], [0.2, 0.3, 0.8], [0.7, 0.6, 0.1]]
    assert ranks(table).tolist() == [1, 2, 3]
    assert ranks(table, right=[1, 2, 1]).tolist() == [3, 1, 2]
    assert ranks([[0.4, 0.2, 0.3]], right=[2]).tolist() == [2]


def test_ties_count_against_the_system():
    assert ranks(np.ones((3, 3))).tolist() == [3, 3, 3]
    assert ranks([[0.5, 0.5, 0.1], [0.0, 1.0, 0.0], [0.2, 0.2, 0.2]]).tolist() == [2, 1, 3]


def test_scores_by_hand():
    table = np.array([[9, 1, 1, 1], [5, 4, 6, 1], [1, 2, 3, 4], [1, 2, 3, 4.0]])  # ranks 1, 3, 2, 1
    scores = retrieval(rank_against_all(table, ids=ids(4)), ks=[1, 2])
    assert values(scores) == pytest.approx(
        {"R@1/4": 2 / 4, "R@2/4": 3 / 4, "MedR/4": 1.5, "MRR/4": (1 + 1 / 3 + 1 / 2 + 1) / 4}
    )
    assert scores[0].per_item == {"clip0": 1, "clip1": 0, "clip2": 0, "clip3": 1}
    assert scores[2].per_item == {"clip0": 1, "clip1": 3, "clip2": 2, "clip3": 1}
    assert scores[0].signature.startswith("R@1/4|pools:all|ties:against|v:")


def test_a_perfect_system():
    scores = values(retrieval(rank_against_all(np.eye(20), ids=ids(20))))
    assert scores == {"R@1/20": 1, "R@5/20": 1, "R@10/20": 1, "MedR/20": 1, "MRR/20": 1}


def test_medians_equal_numpys(table):
    for n in (11, 12):
        median = retrieval(rank_against_all(table[:n], ids=ids(n)), ks=[])[0]
        assert median.value == np.median(ranks(table[:n]))


def test_medians_of_resampled_corpora_equal_numpys(table):
    median = retrieval(rank_against_all(table, ids=ids(12)), ks=[])[0]
    found, rng = ranks(table), np.random.default_rng(0)
    drawn = rng.integers(12, size=(50, 12))
    totals = median.sums[drawn].sum(axis=1)
    np.testing.assert_array_equal(median.rule(totals), np.median(found[drawn], axis=1))
    assert confidence(median).low <= median.value


@pytest.mark.parametrize("n", range(3))
def test_systems_with_different_ranks_are_compared(table, n):
    good, poor = (retrieval(rank_against_all(each, ids=ids(12)), ks=[1])[n] for each in (table + 9 * np.eye(12), table))
    found = compare(good, poor)
    assert (found.left, found.right) == (1, poor.value)
    assert found.p_value < 0.05
    assert found.interval.low <= found.difference <= found.interval.high


def test_windows_as_in_the_authors_evaluation(table):
    """Windows of 4 start at 0, 2, 4 and 6 of 11 items; item 10 is in none. Window means are averaged."""
    trials = rank_against_neighbours(table[:11, :11], ids=ids(11), size=4)
    hits = [
        np.mean([window[n].argmax() == n for n in range(4)])
        for window in (table[start : start + 4, start : start + 4] for start in (0, 2, 4, 6))
    ]
    score = retrieval(trials, ks=[1])[0]
    assert score.value == pytest.approx(np.mean(hits))
    assert list(score.per_item) == ids(10)
    assert score.sums[:, 1].tolist() == [1, 1, 2, 2, 2, 2, 2, 2, 1, 1]
    assert score.signature.startswith("R@1/4|pools:neighbours|ties:against|v:")


def test_windows_that_cover_all_items(table):
    assert len(rank_against_neighbours(table, ids=ids(12), size=4).ids) == 12
    assert rank_against_neighbours(table, ids=ids(12), size=12).ranks.tolist() == ranks(table).tolist()


def test_sampled_pools_have_chance_level_by_size():
    table = np.random.default_rng(1).normal(size=(400, 400))
    whole = rank_against_sample(table, ids=ids(400), size=400)
    assert whole.ranks.tolist() == ranks(table).tolist()
    chance = values(retrieval(rank_against_sample(table, ids=ids(400), size=10), ks=[1, 5]))
    assert chance["R@1/10"] == pytest.approx(0.1, abs=0.06)
    assert chance["R@5/10"] == pytest.approx(0.5, abs=0.1)
    assert rank_against_sample(table, ids=ids(400), size=10).ranks.max() == 10


def test_sampled_ranks_have_the_distribution_of_real_pools(table):
    """Compares the ranks of one query in many pools with those in pools that are really sampled."""
    rows = np.repeat(table[:1], 4000, axis=0)
    found = rank_against_sample(rows, ids=ids(4000), right=np.full(4000, 3), size=5).ranks
    rng = np.random.default_rng(9)
    others = np.delete(table[0], 3)
    drawn = [1 + np.sum(rng.choice(others, 4, replace=False) >= table[0, 3]) for _ in range(4000)]
    np.testing.assert_allclose(np.bincount(found, minlength=6), np.bincount(drawn, minlength=6), atol=160)


def test_a_seed_draws_the_same_pools(table):
    first, again, other = (
        rank_against_sample(table, ids=ids(12), size=6, seed=seed).ranks.tolist() for seed in (1, 1, 2)
    )
    assert first == again != other
    signature = retrieval(rank_against_sample(table, ids=ids(12), size=6, seed=2), ks=[1])[0].signature
    assert signature.startswith("R@1/6|pools:sampled-2|ties:against|v:")


class SharedWords:
    """Similarity as the share of common words."""

    name = "shared-words"

    def between(self, left, right):
        sets = [[set(text.split()) for text in side] for side in (left, right)]
        return np.array([[len(a & b) / len(a | b) for b in sets[1]] for a in sets[0]])


def test_captions_are_ranked_among_their_neighbours():
    pairs = Pairs.of(
        {"a": "he runs home", "b": "a dog barks", "c": "the door opens", "d": "she sits"},
        {"a": ["x", "he runs"], "b": "a dog sits", "c": ["she waits"], "d": "she sits down"},
    )
    scores = caption_retrieval(pairs, SharedWords(), size=4, ks=[1])
    assert scores[0].per_item == {"a": 1, "b": 1, "c": 0, "d": 1}
    assert scores[0].signature.startswith("R@1/4|pools:neighbours+shared-words|ties:against|v:")
    halves = caption_retrieval(pairs, SharedWords(), size=2, ks=[1])
    assert halves[0].sums[:, 1].tolist() == [1, 2, 2, 1]
    assert halves[0].value == 4 / 6


@pytest.mark.parametrize(
    ("similarity", "words"),
    [
        (np.zeros(3), r"similarity has the shape \(3,\); expected \(queries, choices\)"),
        (np.zeros((0, 3)), r"similarity has the shape \(0, 3\)"),
        ([[1, np.nan]], "the similarity of query 0 to choice 1 is nan; expected a finite number"),
    ],
)
def test_malformed_similarities_are_errors(similarity, words):
    with pytest.raises(ScoreError, match=words):
        ranks(similarity, right=[0])


@pytest.mark.parametrize(
    ("right", "words"),
    [
        ([0], r"`right` has the shape \(1,\); expected one whole number for each of 2 queries"),
        ([0.0, 1.0], "expected one whole number"),
        ([0, 3], r"the right choice is number 3, but there are 3 \(numbers start at 0\)"),
        ([-1, 2], "the right choice is number -1, but there are 3"),
    ],
)
def test_invalid_right_choices_are_errors(right, words):
    with pytest.raises(ScoreError, match=words):
        ranks(np.zeros((2, 3)), right=right)


def test_more_queries_than_choices_have_no_diagonal():
    with pytest.raises(ScoreError, match="the right choice is number 2, but there are 2"):
        ranks(np.zeros((3, 2)))


def test_invalid_pools_are_errors(table):
    with pytest.raises(ScoreError, match="there is only one choice; give two or more"):
        rank_against_all(table[:1, :1], ids=ids(1))
    with pytest.raises(ScoreError, match="there are 3 ids for 12 queries; give each query one id"):
        rank_against_all(table, ids=ids(3))
    with pytest.raises(ScoreError, match="the id 'clip0' names two queries"):
        rank_against_all(table, ids=[*ids(11), "clip0"])
    with pytest.raises(ScoreError, match="expected as many references as candidates"):
        rank_against_neighbours(table[:5], ids=ids(5), size=2)
    with pytest.raises(ScoreError, match="12 items do not fill a window of 16; score more items, or use smaller"):
        rank_against_neighbours(table, ids=ids(12))
    with pytest.raises(ScoreError, match="the window `size` is 1; expected 2 or more"):
        rank_against_neighbours(table, ids=ids(12), size=1)
    with pytest.raises(ScoreError, match="the sample `size` is 13 of 12 choices; expected 2 up to all"):
        rank_against_sample(table, ids=ids(12), size=13)


@pytest.mark.parametrize("k", [0, 4, 1.0, True])
def test_invalid_depths_are_errors(k):
    trials = Trials(("a",), np.array([0]), np.array([2]), 4, "all")
    with pytest.raises(ScoreError, match=f"k is {k!r} among 4; expected a whole number from 1 to 3"):
        retrieval(trials, ks=[k])


def test_an_item_without_a_trial_is_named():
    with pytest.raises(ScoreError, match="item 'b' has no trial; remove it from the ids"):
        Trials(("a", "b"), np.array([0]), np.array([1]), 4, "all")


@pytest.mark.parametrize("rank", [0, 5])
def test_an_invalid_rank_is_named(rank):
    with pytest.raises(ScoreError, match=f"item 'b' has rank {rank} of 4; expected ranks from 1 to 4"):
        Trials(("a", "b"), np.array([0, 1]), np.array([1, rank]), 4, "all")


def test_windows_stay_within_films():
    texts = {key: key for key in "abcdefg"}
    pairs = Pairs.of(texts, texts)
    films = dict(zip("abcdefg", "1122233", strict=True))
    [recall, *_] = caption_retrieval(pairs, SharedWords(), size=2, ks=[1], films=films)
    assert list(recall.per_item) == list("abcdefg")
    assert "|pools:neighbours-in-film+" in recall.signature
    [recall, *_] = caption_retrieval(pairs, SharedWords(), size=3, ks=[1], films=films)
    assert list(recall.per_item) == list("cde")  # the other films are shorter


def test_films_that_fill_no_window_are_errors():
    pairs = Pairs.of({"a": "x", "b": "y", "c": "z"}, {"a": "x", "b": "y", "c": "z"})
    with pytest.raises(ScoreError, match=r"no film has the 3 items of a window \(at most 2\); use smaller windows"):
        caption_retrieval(pairs, SharedWords(), size=3, ks=[1], films={"a": "1", "b": "1", "c": "2"})
    with pytest.raises(ScoreError, match="the items of a film do not follow each other; order them by film and time"):
        caption_retrieval(pairs, SharedWords(), size=2, ks=[1], films={"a": "1", "b": "2", "c": "1"})
    with pytest.raises(ScoreError, match=r"item 'b' has no film; give the film of every item \(`films`\)"):
        caption_retrieval(pairs, SharedWords(), size=2, ks=[1], films={"a": "1"})
