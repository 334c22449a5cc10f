import numpy as np
import pytest

from cinescribe.corpus.commonsense.nearest_events import nearest


def unit(n, width, seed):
    rows = np.random.default_rng(seed).normal(size=(n, width)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("n_rows", [1, 2, 63, 64, 65, 1000])
@pytest.mark.parametrize("n_queries", [0, 1, 300])
def test_the_nearest_rows_are_those_of_a_sort(n_rows, n_queries):
    queries, rows = unit(n_queries, 16, 1), unit(n_rows, 16, 2)
    numbers, values = nearest(queries, rows, 3)
    similarities = queries @ rows.T
    order = np.argsort(-similarities, 1, kind="stable")[:, :3]
    np.testing.assert_allclose(values, np.take_along_axis(similarities, order, 1), atol=1e-6)
    np.testing.assert_array_equal(numbers, order)


def test_equal_rows_come_by_number():
    rows = np.repeat(np.eye(2, dtype=np.float32), 200, 0)
    numbers, values = nearest(np.eye(2, dtype=np.float32), rows, 5)
    assert numbers.tolist() == [[0, 1, 2, 3, 4], [200, 201, 202, 203, 204]]
    assert values.tolist() == [[1] * 5] * 2
