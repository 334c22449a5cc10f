import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats import inter_rater

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.significance import compare, confidence
from cinescribe.metrics.human.agreement import (
    cohen_kappa,
    deviation,
    fleiss_kappa,
    if_defined,
    iras,
    krippendorff_alpha,
    mean_rating,
    pair_kappas,
    rater_pairs,
    smooth_iras,
    validity,
)
from cinescribe.metrics.human.ratings import Ratings

# The textbook example: ten items in five categories, 14 raters; kappa .210.
FLEISS = """
0 0 0 0 14; 0 2 6 4 2; 0 0 3 5 6; 0 3 9 2 0; 2 2 8 1 1; 7 7 0 0 0; 3 2 6 3 0; 2 5 3 2 2; 6 5 2 1 0; 0 2 2 3 7
"""


def of(rows) -> Ratings:
    """Ratings by item (row) and rater (column); None was not given."""
    numbers = {
        (f"clip{n}", f"rater{m}"): float(value)
        for n, row in enumerate(rows)
        for m, value in enumerate(row)
        if value is not None
    }
    return Ratings.of(numbers)


HAND = of([[5, 5, 4], [1, 3, 5], [2, 2, 2], [4, None, None]])


def test_means_by_hand():
    assert mean_rating(HAND).value == pytest.approx(33 / 10)
    assert mean_rating(HAND).per_item == pytest.approx({"clip0": 14 / 3, "clip1": 3, "clip2": 2, "clip3": 4})
    assert validity(HAND).value == pytest.approx(5 / 10)
    assert validity(HAND, above=1).value == pytest.approx(9 / 10)
    assert validity(HAND).signature.startswith("Validity|above:3|v:")


def test_a_rating_at_the_threshold_is_not_above_it():
    assert validity(of([[3, 4]])).value == 0.5


def test_deviation_by_hand():
    found = deviation(HAND)
    assert found.per_item == pytest.approx({"clip0": np.std([5, 5, 4]), "clip1": np.std([1, 3, 5]), "clip2": 0})
    assert found.value == pytest.approx((np.sqrt(2 / 9) + np.sqrt(8 / 3)) / 3)
    assert found.signature.startswith("SD|ddof:0|v:")


def test_iras_by_hand():
    assert iras(HAND).per_item == pytest.approx({"clip0": 2 / 3, "clip1": 1 / 3, "clip2": 1})
    assert iras(HAND).value == pytest.approx(2 / 3)


def test_smooth_iras_by_hand():
    # clip0: mode 5; clip1: all tie, so the mode is the lowest, 1; clip2: mode 2
    expected = {"clip0": (1 + 1 + 1 / 2) / 3, "clip1": (1 + 1 / 4 + 1 / 16) / 3, "clip2": 1}
    assert smooth_iras(HAND).per_item == pytest.approx(expected)
    assert smooth_iras(HAND).signature.startswith("IRAS-smooth|mode:lowest|v:")


def test_missing_ratings_neither_agree_nor_differ():
    some, all_given = of([[0, 0, None], [4, None, 4]]), of([[0, 0], [4, 4]])
    for measure in (iras, smooth_iras, deviation, mean_rating, validity):
        assert measure(some).value == measure(all_given).value


def test_close_ratings_agree_more_than_distant_ones():
    near, far = of([[4, 5, 5]]), of([[1, 5, 5]])
    assert iras(near).value == iras(far).value
    assert smooth_iras(near).value > smooth_iras(far).value


@st.composite
def tables(draw):
    """Complete tables of 1 to 5, (items, raters)."""
    shape = draw(st.tuples(st.integers(1, 6), st.integers(2, 5)))
    values = draw(st.lists(st.integers(1, 5), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]))
    return np.reshape(values, shape)


@pytest.mark.slow
@settings(deadline=None)
@given(tables())
def test_complete_tables_follow_the_papers_formulas(table):
    m, n = table.shape
    modes = stats.mode(table, axis=1).mode
    total = sum(table[j, i] == modes[j] for j in range(m) for i in range(n))
    smooth = sum(0.5 ** abs(table[j, i] - modes[j]) for j in range(m) for i in range(n))
    assert iras(of(table)).value == pytest.approx(total / (n * m))
    assert smooth_iras(of(table)).value == pytest.approx(smooth / (n * m))
    assert deviation(of(table)).value == pytest.approx(table.std(axis=1).mean())
    assert iras(of(table)).value <= smooth_iras(of(table)).value <= 1


@pytest.mark.slow
@settings(deadline=None)
@given(tables(), st.randoms())
def test_order_of_items_and_names_of_raters_never_matter(table, random):
    rows = [random.sample(list(row), len(row)) for row in random.sample(list(table), len(table))]
    for measure in (mean_rating, validity, deviation, iras, smooth_iras):
        assert measure(of(rows)).value == pytest.approx(measure(of(table)).value)
    if len(np.unique(table)) > 1:
        assert fleiss_kappa(of(rows)) == pytest.approx(fleiss_kappa(of(table)), abs=1e-12)


@pytest.mark.slow
@settings(deadline=None)
@given(tables())
def test_agreement_of_identical_raters_is_one(table):
    same = of(np.repeat(table[:, :1], 3, axis=1))
    assert iras(same).value == smooth_iras(same).value == 1
    assert deviation(same).value == pytest.approx(0, abs=1e-12)
    if len(np.unique(table[:, 0])) > 1:
        assert fleiss_kappa(same) == pytest.approx(1)
        assert cohen_kappa(same, left="rater0", right="rater2") == pytest.approx(1)


def test_fleiss_of_the_textbook():
    tallies = np.array([row.split() for row in FLEISS.split(";")], dtype=int)
    rows = [np.repeat(np.arange(5), row) for row in tallies]
    assert fleiss_kappa(of(rows)) == pytest.approx(0.210, abs=5e-4)
    assert fleiss_kappa(of(rows)) == pytest.approx(inter_rater.fleiss_kappa(tallies), abs=1e-12)


def test_fleiss_leaves_out_items_with_another_number_of_ratings():
    rows = [[1, 1, 2], [2, 2, 2], [1, 2, 2]]
    fewer = [*rows, [1, None, 2], [2, None, None]]
    assert fleiss_kappa(of(fewer)) == fleiss_kappa(of(rows))


def test_fleiss_leaves_out_items_with_more_ratings_than_most():
    rows = [[1, 1, None], [2, None, 2], [1, 2, None]]
    assert fleiss_kappa(of([*rows, [1, 2, 2]])) == fleiss_kappa(of(rows))


def test_fleiss_uses_the_larger_of_two_common_numbers():
    rows = [[1, 1, 2], [2, 2, 1]]
    assert fleiss_kappa(of([*rows, [1, 2, None], [2, 2, None]])) == fleiss_kappa(of(rows))


def test_fleiss_raters_may_change_from_item_to_item():
    moved = of([[1, 1, 2, None], [None, 2, 2, 2], [1, None, 2, 2]])
    assert fleiss_kappa(moved) == fleiss_kappa(of([[1, 1, 2], [2, 2, 2], [1, 2, 2]]))


def test_cohen_by_hand():
    """Of 50 grants: both yes 20, both no 15, A alone 5, B alone 10; kappa (.7 - .5) / (1 - .5) = .4."""
    rows = [[1, 1]] * 20 + [[0, 0]] * 15 + [[1, 0]] * 5 + [[0, 1]] * 10
    assert cohen_kappa(of(rows), left="rater0", right="rater1") == pytest.approx(0.4)


def test_cohen_is_over_shared_items_and_symmetric():
    rows = [[1, 1, None], [2, 2, 3], [1, 2, 3], [None, 2, 3], [1, None, 1]]
    assert cohen_kappa(of(rows), left="rater0", right="rater1") == pytest.approx((2 / 3 - 4 / 9) / (1 - 4 / 9))
    other = cohen_kappa(of(rows), left="rater1", right="rater0")
    assert other == pytest.approx(cohen_kappa(of(rows), left="rater0", right="rater1"))


def test_kappa_of_opposite_raters():
    assert cohen_kappa(of([[1, 2], [2, 1]]), left="rater0", right="rater1") == -1
    assert cohen_kappa(of([[1, 2], [1, 2]]), left="rater0", right="rater1") == 0


def test_pairs_of_raters():
    ratings = of([[1, 1, None], [2, 2, 3], [1, 2, 3], [1, None, None]])
    assert rater_pairs(ratings) == [("rater0", "rater1", 3), ("rater0", "rater2", 2), ("rater1", "rater2", 2)]
    assert rater_pairs(ratings, min_shared=3) == [("rater0", "rater1", 3)]


def test_study_scores_have_confidence_and_significance():
    rng = np.random.default_rng(2)
    left, right = (of(rng.integers(low, 6, (40, 3))) for low in (2, 1))
    assert confidence(iras(left)).low < iras(left).value < confidence(iras(left)).high
    assert compare(mean_rating(left), mean_rating(right)).p_value < 0.05


def test_single_ratings_have_no_agreement():
    single = of([[1, None], [None, 4]])
    for measure in (deviation, iras, smooth_iras, fleiss_kappa):
        with pytest.raises(ScoreError, match="no item has two ratings; agreement needs items with several ratings"):
            measure(single)
    assert mean_rating(single).value == 2.5


def test_kappa_without_variation_is_undefined():
    same = of([[4, 4], [4, 4]])
    with pytest.raises(ScoreError, match="all raters gave 4 throughout; kappa is undefined"):
        fleiss_kappa(same)
    with pytest.raises(ScoreError, match="raters 'rater0' and 'rater1' gave 4 throughout; kappa is undefined"):
        cohen_kappa(same, left="rater0", right="rater1")


def test_raters_without_common_items_are_an_error():
    apart = of([[1, None], [None, 4]])
    with pytest.raises(ScoreError, match="raters 'rater0' and 'rater1' share no item"):
        cohen_kappa(apart, left="rater0", right="rater1")
    with pytest.raises(ScoreError, match="there is no rater 'Eve'; the raters are rater0, rater1"):
        cohen_kappa(apart, left="rater0", right="Eve")


def test_krippendorff_alpha_is_that_of_the_textbook():
    # Krippendorff 2011, section C: four observers, twelve units, missing values; nominal alpha .743.
    observers = [
        "1 2 3 3 2 1 4 1 2 . . .",
        "1 2 3 3 2 2 4 1 2 5 . 3",
        ". 3 3 3 2 3 4 2 2 5 1 .",
        "1 2 3 3 2 4 4 1 2 5 1 .",
    ]
    rows = zip(*(line.split() for line in observers), strict=True)
    ratings = of([[None if cell == "." else int(cell) for cell in row] for row in rows])
    assert krippendorff_alpha(ratings) == pytest.approx(0.743, abs=5e-4)


def test_krippendorff_alpha_needs_ratings_that_vary():
    with pytest.raises(ScoreError, match="all raters gave 2 throughout; alpha is undefined where nothing varies"):
        krippendorff_alpha(of([[2, 2], [2, 2]]))
    with pytest.raises(ScoreError, match="no item has two ratings"):
        krippendorff_alpha(of([[2, None], [None, 3]]))


def test_pairs_without_kappa_say_why():
    ratings = Ratings.of({(item, rater): 1.0 for item in ("i", "j") for rater in ("a", "b")} | {("k", "c"): 2.0})
    (pair,) = pair_kappas(ratings)
    assert (pair.raters, pair.items, pair.kappa) == (("a", "b"), 2, None)
    assert "raters 'a' and 'b' gave 1 throughout" in str(pair.absent)
    assert if_defined(lambda: fleiss_kappa(ratings)) is None
    assert if_defined(lambda: 0.5) == 0.5
