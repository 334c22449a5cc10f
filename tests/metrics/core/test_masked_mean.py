"""Items outside the mask are left out of the mean; they do not count as 0."""

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.masked_mean import masked_mean_score


def test_items_outside_the_mask_have_no_value_and_no_weight():
    values = np.array([0.5, np.nan, 0.0])
    score = masked_mean_score(
        "M", "abc", values, mask=np.array([True, False, True]), wanted="a word", signature="M|v:1"
    )
    assert (score.value, score.per_item) == (0.25, {"a": 0.5, "c": 0.0})
    np.testing.assert_array_equal(score.sums, [[0.5, 1], [0, 0], [0, 1]])
    assert score.rule(score.sums.sum(axis=0)) == score.value


def test_mean_over_an_empty_mask_is_an_error():
    with pytest.raises(ScoreError, match="none of the 2 items has a word, so M has no value; score texts that do"):
        masked_mean_score("M", "ab", np.zeros(2), mask=np.zeros(2, bool), wanted="a word", signature="M|v:1")


def test_items_in_the_mask_need_distinct_ids_and_finite_values():
    mask = np.array([True, False])
    with pytest.raises(ScoreError, match="M: the id 'a' is there twice"):
        masked_mean_score("M", "aa", np.zeros(2), mask=mask, wanted="a word", signature="M|v:1")
    with pytest.raises(ScoreError, match="M of item 'a' is nan"):
        masked_mean_score("M", "ab", np.array([np.nan, 0.0]), mask=mask, wanted="a word", signature="M|v:1")
