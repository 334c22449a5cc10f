import math
import random

import numpy as np
import pytest

from cinescribe.errors import ModelError
from cinescribe.models.translation.kneser_ney import fit_language_model
from cinescribe.models.translation.language_model import END, START, START_NUMBER, UNKNOWN, step


def sentences(n=400, seed=0):
    rng = random.Random(seed)
    return [[f"w{min(int(rng.expovariate(0.3)), 30)}" for _ in range(rng.randint(1, 9))] for _ in range(n)]


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("n", [3, 400])
def test_probabilities_after_every_context_sum_to_1(order, n):
    model = fit_language_model(sentences(n), order=order).automaton
    words = [word for word in range(model.n_words) if word != START_NUMBER]
    for state in range(len(model.logs)):
        total = sum(math.exp(step(model, state, word)[0]) for word in words)
        assert total == pytest.approx(1, abs=1e-9)


def test_bigrams_are_those_of_the_formula():
    model = fit_language_model([["a", "b"], ["a", "b"], ["a", "c"], ["b"]], order=2)
    # Discounts are those of small corpora: 0.5, 1 and 1.5. Counts of a bigram: a b 2, a c 1; of a: 3.
    freed = (1 + 0.5) / 3
    # `b` follows two different words, `a` and the end one and two; `c` one.
    continuations = {"a": 1, "b": 2, "c": 1, END: 2}
    total = sum(continuations.values())
    unigram_freed = sum({1: 0.5, 2: 1.0}[n] for n in continuations.values()) / total
    lower = (2 - 1) / total + unigram_freed / 5
    wanted = (2 - 1) / 3 + freed * lower
    state = step(model.automaton, 0, model.numbers["a"])[1]
    assert math.exp(step(model.automaton, state, model.numbers["b"])[0]) == pytest.approx(wanted)


def test_unknown_words_and_marks_are_one_word():
    model = fit_language_model([["a", "b"]])
    assert model.encode(["a", "z", START, END, UNKNOWN]) == [model.numbers["a"], 0, 0, 0, 0]
    assert model.log_prob(["z"]) == model.log_prob([END])
    assert model.log_prob(["z"]) < model.log_prob(["a"])


def test_the_probability_of_a_sentence_is_a_product():
    model = fit_language_model(sentences(), order=3)
    automaton, state, total = model.automaton, model.start, 0.0
    for number in [*model.encode(["w1", "w2"]), 2]:
        log, state = step(automaton, state, number)
        total += log
    assert model.log_prob(["w1", "w2"]) == pytest.approx(total)


def test_words_of_training_that_look_like_marks_are_unknown():
    model = fit_language_model([["a", START, "b"]])
    assert model.words == (UNKNOWN, START, END, "a", "b")
    assert np.isfinite(model.log_prob(["a", "b"]))


def test_a_higher_order_knows_more():
    texts = sentences(400)
    total = [sum(map(fit_language_model(texts, order=order).log_prob, texts)) for order in (1, 2, 3)]
    assert total == sorted(total)


@pytest.mark.parametrize("order", [0, 6])
def test_other_orders_are_refused(order):
    with pytest.raises(ModelError, match=rf"`order` is {order}; expected 1 to 5"):
        fit_language_model([["a"]], order=order)


def test_a_model_of_nothing_is_refused():
    with pytest.raises(ModelError, match=r"there is no sentence to learn a language model from; give captions"):
        fit_language_model([[]])
