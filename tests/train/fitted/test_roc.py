"""ROC areas are scikit-learn's."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from cinescribe.train.fitted.roc import roc_areas


@pytest.mark.parametrize("digits", [8, 1, 0])  # of scores: fewer make ties
def test_areas_are_those_of_scikit_learn(digits):
    rng = np.random.default_rng(digits)
    labels = rng.random((80, 6)) < 0.3
    scores = (rng.normal(size=(80, 6)) + labels * np.arange(6)).round(digits)
    wanted = [roc_auc_score(labels[:, n], scores[:, n]) for n in range(6)]
    np.testing.assert_allclose(roc_areas(scores, labels), wanted, rtol=0, atol=1e-12)


def test_perfect_reversed_and_constant_scores():
    labels = np.array([[True] * 3, [True] * 3, [False] * 3])
    scores = np.array([[2.0, 0.0, 1.0], [3.0, 0.5, 1.0], [1.0, 4.0, 1.0]])
    assert roc_areas(scores, labels).tolist() == [1.0, 0.0, 0.5]


def test_the_area_of_one_class_is_undefined():
    labels = np.array([[True, False, True], [True, False, False]])
    assert np.isnan(roc_areas(np.zeros((2, 3)), labels)).tolist() == [True, True, False]


def test_no_labels_have_no_areas():
    assert roc_areas(np.zeros((3, 0)), np.zeros((3, 0), bool)).shape == (0,)
