import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.labels import NONE, label_numbers, label_sets, source_words

TUPLES = [
    ("someone", "walk", NONE, "street"),
    ("someone", "walk", NONE, NONE),
    ("someone", "pick up", "box", NONE),
    ("man", "walk", "dog", "street"),
]


def test_frequent_labels_are_kept_after_the_open_one():
    sets = label_sets(TUPLES, min_count=2)
    assert sets == (("", "someone"), ("", "walk"), ("",), ("", "street"))
    assert label_sets(TUPLES, min_count=1)[1:3] == (("", "walk", "pick up"), ("", "box", "dog"))


def test_labels_have_numbers_within_their_role():
    sets = label_sets(TUPLES, min_count=2)
    wanted = [[1, 1, 0, 1], [1, 1, 0, 0], [1, -1, -1, 0], [-1, 1, -1, 1]]
    np.testing.assert_array_equal(label_numbers(TUPLES, sets), wanted)
    assert label_numbers([], sets).shape == (0, 4)


def test_a_source_sentence_has_a_word_for_each_label():
    assert source_words(TUPLES[0]) == ("someone", "walk", "street")
    assert source_words(TUPLES[2]) == ("someone", "pick_up", "box")
    assert source_words((NONE,) * 4) == ()


def test_verbs_that_are_all_rare_are_refused():
    with pytest.raises(
        ModelError, match=r"no verb occurs 4 times in 4 label tuples; give more sentences, or lower `min_count`"
    ):
        label_sets(TUPLES, min_count=4)
