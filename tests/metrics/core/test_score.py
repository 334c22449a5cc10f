"""A score has the sums that resampling needs, and always a finite value."""

import pickle

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import FailedScore, mean_score, metric_signature, score_from_sums, weighted_score


def test_a_mean_equals_the_rule_of_its_sums():
    score = mean_score("X", ["a", "b"], np.array([0.25, 0.75]), signature="X|v:1")
    assert score.value == 0.5
    assert score.per_item == {"a": 0.25, "b": 0.75}
    assert float(score.rule(score.sums.sum(axis=0))) == score.value


def test_weights_count_items():
    score = weighted_score("X", ["a", "b"], np.array([0.0, 1.0]), np.array([3.0, 1.0]), signature="X")
    assert score.value == 0.25


def test_rules_take_several_sums_at_once():
    score = mean_score("X", ["a", "b"], np.array([0.0, 1.0]), signature="X")
    np.testing.assert_array_equal(score.rule(np.array([[1.0, 2.0], [3.0, 4.0]])), [0.5, 0.75])


def test_ids_are_distinct():
    with pytest.raises(ScoreError, match="X: the id 'a' is there twice; give every item its own id"):
        mean_score("X", ["b", "a", "a"], np.zeros(3), signature="X")


def test_no_item_to_measure_is_an_error():
    with pytest.raises(ScoreError, match="X has no value: none of the 2 items can be measured"):
        weighted_score("X", ["a", "b"], np.zeros(2), np.zeros(2), signature="X")
    with pytest.raises(ScoreError, match="X has no value: none of the 0 items"):
        mean_score("X", [], np.zeros(0), signature="X")
    with pytest.raises(ScoreError, match="X has no value"):
        score_from_sums("X", ["a"], np.zeros(1), np.ones((1, 1)), rule=lambda s: np.log(s[..., 0] - 1), signature="X")


def test_a_signature_names_its_settings_and_the_release():
    assert metric_signature("X", n=4, tok="ptb").startswith("X|n:4|tok:ptb|v:")
    assert metric_signature("X", table="a|b").split("|")[1] == "table:a,b"


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_an_item_without_a_finite_value_is_named(value):
    with pytest.raises(ScoreError, match=f"X of item 'b' is {value}; expected a finite number, so correct the metric"):
        mean_score("X", ["a", "b"], np.array([0.5, value]), signature="X")


def test_score_prints_its_value_items_and_signature():
    score = mean_score("X", ["a", "b"], np.array([0.25, 0.75]), signature="X|n:4")
    assert str(score) == repr(score) == "X = 0.5000 (2 items, X|n:4)"
    assert str(mean_score("X", ["a"], np.array([1.0]), signature="X|n:4")) == "X = 1.0000 (1 item, X|n:4)"
    assert score.error is None


def test_failed_score_raises_its_error_on_missing_attributes():
    failed = FailedScore("X", ScoreError("X needs a table; give one"))
    assert (failed.name, str(failed)) == ("X", "X failed: X needs a table; give one")
    assert str(failed.error) == "X needs a table; give one"
    for name in ("value", "per_item", "signature", "sums", "rule"):
        with pytest.raises(ScoreError, match="X needs a table"):
            getattr(failed, name)
    with pytest.raises(AttributeError, match="a failed score has no 'colour'"):
        failed.colour  # noqa: B018
    assert failed == failed  # noqa: PLR0124
    assert failed != FailedScore("X", ScoreError("X needs a table; give one"))
    copied = pickle.loads(pickle.dumps(failed))
    assert (copied.name, str(copied.error)) == (failed.name, str(failed.error))
