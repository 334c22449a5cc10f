import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.explain.attribution.attribution import Attribution


def attribution_of(rows, words=("a", "dog")):
    return Attribution(words, np.array(rows, np.float32), "saliency")


def test_rescaling_keeps_the_order_and_spans_0_to_1():
    attribution = attribution_of([[1, 3, 2], [-4, -4, 0]])
    np.testing.assert_allclose(attribution.rescaled().scores, [[0, 1, 0.5], [0, 0, 1.0]])
    assert list(attribution.top) == list(attribution.rescaled().top) == [1, 2]
    assert attribution.rescaled().method == "saliency"


def test_equal_scores_rescale_to_zeros():
    np.testing.assert_array_equal(attribution_of([[2, 2], [0, 1]]).rescaled().scores, [[0, 0], [0, 1]])
    assert attribution_of([[2, 2], [0, 1]]).top[0] == 0


def test_a_wrong_shape_is_refused():
    with pytest.raises(
        ModelError, match=r"saliency of 2 words is an array of shape \(1, 3\); expected one row per word"
    ):
        attribution_of([[1, 2, 3]])
    with pytest.raises(ModelError, match=r"of shape \(2, 0\); expected one row per word and at least one column"):
        attribution_of([[], []])


def test_a_number_that_is_not_finite_is_refused():
    with pytest.raises(ModelError, match="saliency of 'dog' for region 1 is nan; the model's numbers overflow: check"):
        attribution_of([[1, 2], [1, float("nan")]])
