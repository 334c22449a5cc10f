"""Linear SVMs reach the objective of scikit-learn's LinearSVC, whatever the shape of the data."""

import numpy as np
import pytest
from sklearn.svm import LinearSVC

from benchmarks.models.label_classifiers import svm_objectives
from cinescribe.errors import FeatureError, TrainError
from cinescribe.train.fitted import linear_svm
from cinescribe.train.fitted.linear_svm import LinearClassifiers, fit_linear_svms


def made(n, width, n_labels, *, seed=0, share=0.2):
    """Correlated features, and labels that depend on them, and on chance."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, width)) @ rng.normal(size=(width, width)) / width**0.5 + rng.normal(size=width)
    scores = x @ rng.normal(size=(width, n_labels)) + rng.normal(size=(n, n_labels)) * width**0.5
    return x, scores > np.quantile(scores, 1 - share, axis=0)


def peers(x, labels, cost):
    found = [LinearSVC(C=cost, tol=1e-7, max_iter=100_000, random_state=0).fit(x, column) for column in labels.T]
    return LinearClassifiers(np.vstack([one.coef_ for one in found]), np.concatenate([one.intercept_ for one in found]))


@pytest.mark.parametrize(("n", "width"), [(120, 7), (40, 60), (30, 30)])
@pytest.mark.parametrize("cost", [0.01, 1.0])
def test_weights_and_objective_are_those_of_scikit_learn(n, width, cost):
    x, labels = made(n, width, 3)
    found, wanted = fit_linear_svms(x, labels, cost, tolerance=1e-10), peers(x, labels, cost)
    objectives = [svm_objectives(one, x, labels, cost) for one in (found, wanted)]
    np.testing.assert_allclose(objectives[0], objectives[1], rtol=1e-5)
    assert (objectives[0] <= objectives[1] * (1 + 1e-8)).all()
    np.testing.assert_allclose(found.weights, wanted.weights, atol=5e-3 * np.abs(wanted.weights).max())


def test_the_default_tolerance_reaches_the_minimum():
    x, labels = made(200, 10, 5)
    best = svm_objectives(fit_linear_svms(x, labels, tolerance=1e-12), x, labels)
    np.testing.assert_allclose(svm_objectives(fit_linear_svms(x, labels), x, labels), best, rtol=1e-6)


def test_the_gradient_is_zero_at_the_weights():
    x, labels = made(60, 5, 4)
    found = fit_linear_svms(x, labels, 0.5, tolerance=1e-14)
    signs = np.where(labels, 1, -1)
    pulls = signs * np.maximum(0, 1 - signs * found.scores(x))
    np.testing.assert_allclose(found.weights, pulls.T @ x, atol=1e-6)  # 2 C = 1
    np.testing.assert_allclose(found.bias, pulls.sum(0), atol=1e-6)


def test_joint_and_separate_labels_give_equal_weights(monkeypatch):
    x, labels = made(50, 6, 40)
    together = fit_linear_svms(x, labels, tolerance=1e-12)
    monkeypatch.setattr(linear_svm, "_BLOCK", 1)  # blocks of sixteen labels
    in_blocks = fit_linear_svms(x, labels, tolerance=1e-12)
    alone = fit_linear_svms(x, labels[:, [33]], tolerance=1e-12)
    np.testing.assert_allclose(in_blocks.weights, together.weights, atol=1e-6)
    np.testing.assert_allclose(alone.weights[0], together.weights[33], atol=1e-6)


def test_a_constant_feature_and_a_copied_one_do_no_harm():
    x, labels = made(60, 4, 2)
    wider = np.hstack([x, np.zeros((60, 1)), x[:, :1]])
    found = fit_linear_svms(wider, labels, tolerance=1e-12)
    np.testing.assert_allclose(found.weights[:, 4], 0, atol=1e-9)
    np.testing.assert_allclose(found.weights[:, 5], found.weights[:, 0], atol=1e-6)


def test_scores_separate_separable_labels():
    x = np.array([[-2.0], [-1.0], [1.0], [2.0]])
    labels = np.array([[False], [False], [True], [True]])
    assert (fit_linear_svms(x, labels, 100.0).scores(x) > 0).tolist() == labels.tolist()


def test_no_labels_have_no_classifiers():
    assert fit_linear_svms(np.ones((3, 2)), np.zeros((3, 0), bool)).weights.shape == (0, 2)


@pytest.mark.parametrize(("value", "count"), [(False, 0), (True, 3)])
def test_a_label_with_one_class_is_refused_by_name(value, count):
    labels = np.array([[True, value], [False, value], [True, value]])
    wanted = rf"the label 'door' has one class only: {count} of 3 examples have it; leave it out, or add"
    with pytest.raises(TrainError, match=wanted):
        fit_linear_svms(np.eye(3), labels, names=["walk", "door"])
    with pytest.raises(TrainError, match=r"the label number 1 has one class only"):
        fit_linear_svms(np.eye(3), labels)


def test_labels_of_other_examples_are_refused():
    with pytest.raises(FeatureError, match=r"there are 3 examples and labels for 2; give one row of labels for each"):
        fit_linear_svms(np.eye(3), np.array([[True], [False]]))


def test_features_that_are_not_finite_are_refused():
    x = np.array([[1.0], [np.nan], [0.0]])
    with pytest.raises(FeatureError, match=r"example 1 has features that are not finite; extract its features again"):
        fit_linear_svms(x, np.array([[True], [False], [True]]))


@pytest.mark.parametrize("cost", [0.0, -1.0, float("inf"), float("nan")])
def test_cost_that_is_not_positive_is_refused(cost):
    with pytest.raises(TrainError, match=r"cost is \S+; expected a number above 0"):
        fit_linear_svms(np.eye(2), np.array([[True], [False]]), cost)
