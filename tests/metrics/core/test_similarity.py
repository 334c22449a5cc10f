"""Texts beside each other."""

import numpy as np

from cinescribe.metrics.core.similarity import each_beside
from tests.metrics.similarities import Written


def test_each_beside_is_the_diagonal_of_between_some_at_a_time():
    similarity = Written({(f"l{n}", f"r{n}"): n / 1000 for n in range(600)})
    left, right = ([f"{side}{n}" for n in range(600)] for side in "lr")
    np.testing.assert_array_equal(each_beside(left, right, similarity=similarity), np.arange(600) / 1000)
    assert similarity.asked == [(256, 256), (256, 256), (88, 88)]
    assert each_beside([], [], similarity=similarity).shape == (0,)
