"""A score carries what resampling needs, and is never without a value."""

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import mean_score, passport, summed_score, weighted_score


def test_a_mean_is_the_rule_of_its_sums():
    score = mean_score("X", ["a", "b"], np.array([0.25, 0.75]), signature="X|v:1")
    assert score.value == 0.5
    assert score.per_item == {"a": 0.25, "b": 0.75}
    assert float(score.rule(score.sums.sum(axis=0))) == score.value


def test_weights_count_items():
    score = weighted_score("X", ["a", "b"], np.array([0.0, 1.0]), np.array([3.0, 1.0]), signature="X")
    assert score.value == 0.25


def test_rules_take_many_sums_at_once():
    score = mean_score("X", ["a", "b"], np.array([0.0, 1.0]), signature="X")
    np.testing.assert_array_equal(score.rule(np.array([[1.0, 2.0], [3.0, 4.0]])), [0.5, 0.75])


def test_an_id_stands_once():
    with pytest.raises(ScoreError, match="X: item 'a' is there twice; give every item an id of its own"):
        mean_score("X", ["b", "a", "a"], np.zeros(3), signature="X")


def test_a_score_without_a_value_is_none():
    with pytest.raises(ScoreError, match="X has no value: none of the 2 items counts towards it"):
        weighted_score("X", ["a", "b"], np.zeros(2), np.zeros(2), signature="X")
    with pytest.raises(ScoreError, match="X has no value: none of the 0 items"):
        mean_score("X", [], np.zeros(0), signature="X")
    with pytest.raises(ScoreError, match="X has no value"):
        summed_score("X", ["a"], np.zeros(1), np.ones((1, 1)), rule=lambda s: np.log(s[..., 0] - 1), signature="X")


def test_a_passport_names_its_settings_and_the_release():
    assert passport("X", n=4, tok="ptb").startswith("X|n:4|tok:ptb|v:")
    assert passport("X", table="a|b").split("|")[1] == "table:a,b"


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_an_item_without_a_finite_value_is_named(value):
    with pytest.raises(ScoreError, match=f"X of item 'b' is {value}; wanted a finite number from what computes it"):
        mean_score("X", ["a", "b"], np.array([0.5, value]), signature="X")
