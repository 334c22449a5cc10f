import itertools

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.alignment_kernels import (
    MAX_JUMP,
    N_JUMPS,
    hmm_counts,
    hmm_paths,
    model1_counts,
    raised_jumps,
)
from cinescribe.models.translation.bitext import MAX_WORDS, Bitext
from cinescribe.models.translation.word_alignment import fit_alignment, word_cells
from tests.models.translation.bitexts import random_bitext


@pytest.mark.parametrize("seed", range(3))
def test_the_likelihood_never_falls(seed):
    bitext = random_bitext(200, seed)
    for each in (bitext, bitext.reversed):
        for likelihoods in fit_alignment(each, n_model1=8, n_hmm=12).likelihoods:
            assert (np.diff(likelihoods) >= -1e-9).all()


def test_the_hmm_is_better_than_model_1():
    first, then = fit_alignment(random_bitext()).likelihoods
    assert then[-1] > first[-1]


def test_words_are_linked_with_their_labels():
    bitext = Bitext.of(
        [(["walk", "street"], ["walks", "down", "the", "street"]), (["walk"], ["walks"]), (["street"], ["street"])]
    )
    links = fit_alignment(bitext).links()
    assert links[0] == 0
    assert links[3] == 1


def model(seed=0):
    """Random parameters for a sentence pair of two source and three target words."""
    bitext = Bitext.of([(["x", "y"], ["a", "b", "c"])])
    sentences, of_cell = word_cells(bitext)
    rng = np.random.default_rng(seed)
    return sentences, rng.random(len(of_cell)), rng.random(N_JUMPS), 0.3


def hmm_by_paths(sentences, translations, jumps, null_share):
    """Every path of the HMM with its probability; -1 is the empty word."""
    table = translations[sentences.cells].reshape(3, 3)
    found = {}
    for path in itertools.product((-1, 0, 1), repeat=3):
        last, value = -1, 1.0
        for i, j in enumerate(path):
            if j < 0:
                value *= null_share * table[i, 0]
                continue
            weights = [jumps[k - last + MAX_JUMP] for k in range(2)]
            value *= (1 - null_share) * weights[j] / sum(weights) * table[i, j + 1]
            last = j
        found[path] = value
    return found


def test_counts_and_likelihood_of_the_hmm_are_sums_over_all_paths():
    sentences, translations, jumps, null_share = model()
    paths = hmm_by_paths(sentences, translations, jumps, null_share)
    whole = sum(paths.values())
    counts, jump_counts, _, n_null, value = hmm_counts(sentences, translations, jumps, null_share)
    assert value == pytest.approx(np.log(whole))
    assert n_null == pytest.approx(sum(p * path.count(-1) for path, p in paths.items()) / whole)
    wanted = np.zeros(len(translations))
    for path, p in paths.items():
        for i, j in enumerate(path):
            wanted[sentences.cells[3 * i + j + 1]] += p / whole
    np.testing.assert_allclose(counts, wanted)
    assert jump_counts.sum() == pytest.approx(3 - n_null)


@pytest.mark.parametrize("seed", range(5))
def test_the_best_path_is_that_of_brute_force(seed):
    parameters = model(seed)
    paths = hmm_by_paths(*parameters)
    assert tuple(hmm_paths(*parameters)) == max(paths, key=paths.__getitem__)


def test_counts_of_model_1_are_posteriors():
    sentences, translations, _, _ = model()
    counts, value = model1_counts(sentences, translations)
    table = translations[sentences.cells].reshape(3, 3)
    np.testing.assert_allclose(counts[sentences.cells].reshape(3, 3), table / table.sum(axis=1, keepdims=True))
    assert value == pytest.approx(np.log(table.mean(axis=1)).sum())


def test_jumps_that_are_expected_more_often_get_more_weight():
    counts, contexts = np.zeros(N_JUMPS), np.zeros((3, 3))
    counts[MAX_JUMP + 1], counts[MAX_JUMP + 2], contexts[2, 0] = 3.0, 1.0, 4.0
    found = raised_jumps(counts, contexts, np.full(N_JUMPS, 1 / N_JUMPS), 20)
    assert found[MAX_JUMP + 1] / found[MAX_JUMP + 2] == pytest.approx(3.0)


def test_each_pair_of_words_has_one_cell():
    bitext = Bitext.of([(["x"], ["a", "b"]), (["x", "y"], ["a"])])
    sentences, of_cell = word_cells(bitext)
    first, second = sentences.cells[:4].reshape(2, 2), sentences.cells[4:]
    assert first[0].tolist() == second[:2].tolist()
    assert [*of_cell[first[0]]] == [0, 1]
    assert of_cell[second[2]] == 2


def test_empty_and_endless_sentences_are_left_out():
    assert len(Bitext.of([([], ["a"]), (["x"], ["a"]), (["x"] * (MAX_WORDS + 1), ["a"])])) == 1
    with pytest.raises(
        ModelError, match=r"none of 1 sentence pairs has 1 to 200 words on both sides; give labels with their"
    ):
        Bitext.of([([], ["a"])])
