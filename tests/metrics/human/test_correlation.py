import numpy as np
import pytest
from scipy import stats

from cinescribe.errors import ScoreError
from cinescribe.metrics.human.correlation import Correlation, pearson

PEOPLE = {"a": 1.0, "b": 2.0, "c": 4.0, "d": 3.0}


def test_pearson_correlation_by_hand():
    found = pearson({"a": 1, "b": 2, "c": 3, "d": 4}, PEOPLE)
    assert found.r == pytest.approx(0.8)
    # t = r * sqrt(2 / (1 - r^2)) on two degrees of freedom
    assert found.p_value == pytest.approx(2 * stats.t.sf(0.8 * np.sqrt(2 / 0.36), 2))
    assert found.items == 4
    assert Correlation.from_dict(found.to_dict()) == found


def test_order_never_matters_and_sides_may_be_swapped():
    metric = {"d": 0.3, "b": 0.1, "a": 0.2, "c": 0.9}
    found = pearson(metric, PEOPLE)
    swapped = pearson(dict(sorted(PEOPLE.items(), reverse=True)), metric)
    assert (swapped.r, swapped.p_value) == pytest.approx((found.r, found.p_value))
    assert pearson(PEOPLE, {key: -3 * value + 1 for key, value in PEOPLE.items()}).r == pytest.approx(-1)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ({"a": 1, "b": 2, "c": 3}, "item 'd' has a value on the right and none on the left; compare the same items"),
        (PEOPLE | {"e": 1}, "item 'e' has a value on the left and none on the right"),
        (PEOPLE | {"b": float("nan")}, "item 'b' has nan on the left; expected a finite number"),
        (dict.fromkeys(PEOPLE, 0.1), "all values on the left are 0.1; a correlation needs values that vary"),
        (dict.fromkeys(PEOPLE, 0), "all values on the left are 0; a correlation needs"),
        ({**dict.fromkeys(PEOPLE, 0.3), "a": 0.1 + 0.2}, "all values on the left are 0.3; a correlation needs"),
    ],
)
def test_values_without_a_correlation_are_errors(left, words):
    with pytest.raises(ScoreError, match=words):
        pearson(left, PEOPLE)


def test_two_items_are_too_few():
    with pytest.raises(ScoreError, match="2 items are too few for a correlation; compare three or more"):
        pearson({"a": 1, "b": 2}, {"a": 5, "b": 3})
