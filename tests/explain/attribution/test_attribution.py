import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution


def made(rows, words=("a", "dog")):
    return Attribution(words, np.array(rows, np.float32), "saliency")


def test_stretching_keeps_the_order_and_fills_0_to_1():
    attribution = made([[1, 3, 2], [-4, -4, 0]])
    np.testing.assert_allclose(attribution.stretched().scores, [[0, 1, 0.5], [0, 0, 1]])
    assert list(attribution.top) == list(attribution.stretched().top) == [1, 2]
    assert attribution.stretched().method == "saliency"


def test_where_all_did_the_same_nothing_stands_out():
    np.testing.assert_array_equal(made([[2, 2], [0, 1]]).stretched().scores, [[0, 0], [0, 1]])
    assert made([[2, 2], [0, 1]]).top[0] == 0


def test_one_row_a_word_and_a_column_at_least():
    with pytest.raises(ModelError, match=r"saliency of 2 words came as an array of shape \(1, 3\); one row a word"):
        made([[1, 2, 3]])
    with pytest.raises(ModelError, match=r"of shape \(2, 0\); one row a word and one column a region, at least one"):
        made([[], []])


def test_numbers_that_are_none():
    with pytest.raises(ModelError, match="saliency of 'dog' for region 1 is nan; the model's numbers overflow: check"):
        made([[1, 2], [1, float("nan")]])
