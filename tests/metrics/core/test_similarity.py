"""Similarities of texts, pair by pair."""

import numpy as np

from cinescribe.metrics.core.similarity import paired_similarities
from tests.metrics.similarities import TableSimilarity


def test_paired_similarities_are_the_diagonal_of_between_in_batches():
    similarity = TableSimilarity({(f"l{n}", f"r{n}"): n / 1000 for n in range(600)})
    left, right = ([f"{side}{n}" for n in range(600)] for side in "lr")
    np.testing.assert_array_equal(paired_similarities(left, right, similarity=similarity), np.arange(600) / 1000)
    assert similarity.asked == [(256, 256), (256, 256), (88, 88)]
    assert paired_similarities([], [], similarity=similarity).shape == (0,)
