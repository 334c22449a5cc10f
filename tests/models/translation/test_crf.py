import itertools
import re

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.crf import LabelCrf, candidate_labels, pair_starts
from cinescribe.models.translation.crf_fit import CrfData, choose_crf, counted_crf, fit_crf
from cinescribe.models.translation.crf_kernels import N_NODES, PAIRS, likelihood, marginals

SIZES = (3, 5, 4, 2)


def random_crf(seed=0, sizes=SIZES):
    rng = np.random.default_rng(seed)
    return LabelCrf(sizes, rng.normal(size=4), rng.normal(size=sum(sizes)), rng.normal(size=pair_starts(sizes)[-1]))


def random_scores(n, seed=1, sizes=SIZES):
    return np.random.default_rng(seed).normal(size=(n, sum(sizes)))


def log_potential(crf, scores, labels):
    starts = np.cumsum([0, *crf.sizes])
    nodes = sum(
        crf.unary[n] * scores[starts[n] + label] + crf.bias[starts[n] + label] for n, label in enumerate(labels)
    )
    return nodes + sum(crf.table(n, m)[labels[n], labels[m]] for n, m in PAIRS)


def brute_force(crf, scores, candidates):
    """Every label tuple of the candidates with its probability."""
    tuples = [*itertools.product(*candidates)]
    logs = np.array([log_potential(crf, scores, labels) for labels in tuples])
    return tuples, np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()


def test_best_labels_and_marginals_are_those_of_brute_force():
    crf, scores = random_crf(), random_scores(6)
    best, found = crf.best(scores), crf.marginals(scores)
    for item in range(len(scores)):
        tuples, probabilities = brute_force(crf, scores[item], [range(size) for size in SIZES])
        assert tuple(best[item]) == tuples[int(probabilities.argmax())]
        wanted = np.zeros(sum(SIZES))
        for labels, probability in zip(tuples, probabilities, strict=True):
            wanted[np.cumsum([0, *SIZES])[:4] + labels] += probability
        np.testing.assert_allclose(found[item], wanted, atol=1e-12)


def test_marginals_of_pairs_are_those_of_brute_force():
    crf, scores = random_crf(), random_scores(1)
    candidates, values = candidate_labels(scores, SIZES, n_best=9)
    _, of_pairs, _ = marginals(crf.potentials, candidates, values)
    tuples, probabilities = brute_force(crf, scores[0], [range(size) for size in SIZES])
    for edge, (first, second) in enumerate(PAIRS):
        wanted = np.zeros((SIZES[first], SIZES[second]))
        for labels, probability in zip(tuples, probabilities, strict=True):
            wanted[labels[first], labels[second]] += probability
        places = [{int(label): at for at, label in enumerate(row)} for row in candidates[0]]
        found = [
            [of_pairs[0, edge, places[first][a], places[second][b]] for b in range(SIZES[second])]
            for a in range(SIZES[first])
        ]
        np.testing.assert_allclose(found, wanted, atol=1e-12)


def test_only_the_best_labels_by_score_are_looked_at():
    crf, scores = random_crf(), random_scores(4)
    starts = np.cumsum([0, *SIZES])
    for item, found in enumerate(crf.best(scores, n_best=2)):
        kept = [np.argsort(-scores[item, starts[n] : starts[n + 1]])[:2] for n in range(4)]
        tuples, probabilities = brute_force(crf, scores[item], kept)
        assert tuple(found) == tuples[int(probabilities.argmax())]
    assert ((crf.marginals(scores, n_best=2) > 0).sum(axis=1) == 8).all()


def test_without_pairwise_weights_each_node_takes_its_best_label():
    scores = random_scores(5)
    starts = np.cumsum([0, *SIZES])
    wanted = np.stack([scores[:, starts[n] : starts[n + 1]].argmax(axis=1) for n in range(4)], axis=1)
    np.testing.assert_array_equal(LabelCrf.zeros(SIZES).best(scores), wanted)


@pytest.mark.parametrize("has_open", [False, True])
def test_the_gradient_is_that_of_finite_differences(has_open):
    crf, scores = random_crf(), random_scores(7)
    rng = np.random.default_rng(2)
    candidates, values = candidate_labels(scores, SIZES, n_best=3)
    gold = np.stack([rng.integers(min(3, size), size=7) for size in SIZES], axis=1).astype(np.int32)
    if has_open:
        gold[rng.random(gold.shape) < 0.4] = -1
    _, gradient = likelihood(crf.potentials, candidates, values, gold)
    for name in ("unary", "bias", "pairs"):
        weights = getattr(crf.potentials, name)
        for n in range(len(weights)):
            sides = []
            for step in (1e-5, -1e-5):
                moved = weights.copy()
                moved[n] += step
                sides.append(likelihood(crf.potentials._replace(**{name: moved}), candidates, values, gold)[0])
            assert (sides[0] - sides[1]) / 2e-5 == pytest.approx(getattr(gradient, name)[n], abs=1e-6)


def test_the_likelihood_of_open_nodes_is_the_sum_over_their_labels():
    crf, scores = random_crf(), random_scores(1)
    candidates, values = candidate_labels(scores, SIZES, n_best=9)
    tuples, probabilities = brute_force(crf, scores[0], [range(size) for size in SIZES])
    place = int(np.flatnonzero(candidates[0, 1] == 2)[0])
    found, _ = likelihood(crf.potentials, candidates, values, np.array([[-1, place, -1, -1]], np.int32))
    wanted = sum(p for labels, p in zip(tuples, probabilities, strict=True) if labels[1] == 2)
    assert np.exp(found) == pytest.approx(wanted)


def drawn(crf, n, seed):
    """Scores and labels drawn from a CRF."""
    rng, scores = np.random.default_rng(seed), random_scores(n, seed)
    labels = []
    for item in range(n):
        tuples, probabilities = brute_force(crf, scores[item], [range(size) for size in SIZES])
        labels.append(tuples[rng.choice(len(tuples), p=probabilities)])
    return CrfData(scores, np.array(labels, np.int32))


@pytest.mark.slow
def test_training_raises_the_likelihood_of_other_data():
    crf = random_crf()
    train, val = drawn(crf, 300, 3), drawn(crf, 200, 4)
    chosen = choose_crf(train, val, sizes=SIZES, l2=(0.3, 3.0, 3000.0))
    assert chosen.likelihoods[chosen.l2] == max(chosen.likelihoods.values())
    assert chosen.l2 != 3000.0
    counted = choose_crf(train, val, sizes=SIZES, l2=(1e9,))
    assert chosen.likelihoods[chosen.l2] > counted.likelihoods[1e9] + 0.1
    right = (chosen.crf.best(val.scores) == val.labels).mean()
    assert right > (LabelCrf.zeros(SIZES).best(val.scores) == val.labels).mean()


def test_a_strong_l2_leaves_the_counts():
    data = CrfData(random_scores(20), np.random.default_rng(0).integers(2, size=(20, 4)).astype(np.int32))
    fitted = fit_crf(data, sizes=SIZES, l2=1e9)
    np.testing.assert_allclose(fitted.pairs, counted_crf(data.labels, SIZES).pairs, atol=1e-6)


def test_counted_weights_are_mutual_information():
    labels = np.array([[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, -1]], np.int32)
    table = counted_crf(labels, SIZES).table(0, 1)
    assert table[0, 0] == pytest.approx(np.log(3 / (4 / 3 + 1)))
    assert table[0, 1] == pytest.approx(np.log(1 / (2 / 3 + 1)))
    assert table[2, 4] == 0


def test_a_right_label_that_is_not_among_the_best_is_added_in_training():
    scores = np.zeros((1, sum(SIZES)))
    scores[0, 3:8] = [5, 4, 3, 2, 1]
    data = CrfData(scores, np.array([[0, 4, 0, 0]], np.int32))
    fitted = fit_crf(data, sizes=SIZES, l2=0.01, n_best=2)
    assert fitted.bias[3 + 4] > 0 > fitted.bias[3]
    assert fitted.bias[3 + 1] == 0


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        (np.zeros((2, 3)), r"classifier scores have the shape \(2, 3\); expected \(items, 14\)"),
        (np.full((2, 14), np.nan), r"the classifier scores of item 0 are not finite; extract its features again"),
    ],
)
def test_scores_that_do_not_fit_are_refused(scores, words):
    with pytest.raises(ModelError, match=words):
        LabelCrf.zeros(SIZES).best(scores)


def test_weights_that_do_not_fit_are_refused():
    crf = LabelCrf.zeros(SIZES)
    with pytest.raises(
        ModelError,
        match=re.escape("labels has weights of shapes ((4,), (13,), (71,)); expected ((4,), (14,), (71,))"),
    ):
        LabelCrf(SIZES, crf.unary, crf.bias[1:], crf.pairs)
    with pytest.raises(ModelError, match=r"a CRF of \(3, 5\) labels"):
        LabelCrf((3, 5), crf.unary, crf.bias, crf.pairs)
    with pytest.raises(
        ModelError, match=r"a weight of the CRF is not finite; scale the classifier scores, or raise `l2`"
    ):
        LabelCrf(SIZES, crf.unary, crf.bias * np.nan, crf.pairs)


def test_labels_that_do_not_fit_are_refused():
    assert len(SIZES) == N_NODES
    for labels in (np.zeros((0, 4), np.int32), np.zeros((2, 4), np.int32), np.full((3, 4), 9, np.int32)):
        with pytest.raises(ModelError, match=r"give four labels of each item, below \(3, 5, 4, 2\)"):
            fit_crf(CrfData(random_scores(len(labels) and 3), labels), sizes=SIZES, l2=1.0)
