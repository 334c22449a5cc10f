"""Fit by hand with a model of given likelihoods."""

import math

import numpy as np
import pytest

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.metaphors.common_words import PROPERTIES
from cinescribe.metrics.metaphors.fit import CONCEPTS, PREDICATE, SIMILE, metaphor_fit, property_fits
from cinescribe.metrics.metaphors.nonsense import nonsense_pairs
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources


class PairModel:
    """A language model that knows which concept has which property."""

    name = "pairs"

    def __init__(self, likely=-1.0, unlikely=-4.0, **known):
        self.likely, self.unlikely, self.known = likely, unlikely, known
        self.asked = []

    def log_likelihoods(self, requests):
        self.asked += requests
        return [self._one(context, continuation) for context, continuation in requests]

    def _one(self, context, continuation):
        text = f"{context}{continuation}"
        return self.likely if any(f"{a} " in f"{text} " and b in text for a, b in self.known.items()) else self.unlikely


CHEETAH = PairModel(fast="a cheetah")


def test_a_concept_with_the_property_fits():
    simile, predicate = CHEETAH.log_likelihoods(
        [(SIMILE.format("fast"), " a cheetah"), (PREDICATE.format("a cheetah"), " fast")]
    )
    assert simile == predicate == -1
    fits = property_fits([("fast", "a cheetah"), ("fast", "a teapot"), ("slow", "a cheetah")], CHEETAH)
    others = [each for each in PROPERTIES if each != "slow"]
    assert fits == pytest.approx([3, 0, -3 / len(others) / 2])


def test_concept_and_synonyms_are_not_compared_with_themselves():
    model = PairModel()
    property_fits([("brave", CONCEPTS[0].upper())], model)
    compared = [context.split()[3] for context, _ in model.asked if context.startswith("It is as")]
    assert compared == ["brave", *(each for each in PROPERTIES if each != "brave")]
    concepts = [context for context, _ in model.asked if context.startswith("Something like")]
    assert len(concepts) == len(CONCEPTS)  # itself, and all but itself
    model = PairModel()
    property_fits([("courageous", "a lion")], model)
    assert not any(" brave " in context for context, _ in model.asked)  # its synonym


def test_fit_is_the_mean_over_candidates_and_0_off_the_template():
    texts = {"a": "The car is as Fast as a cheetah.", "b": "The car is as fast as a cheetah!", "c": "A car."}
    pairs = Pairs.of(texts, texts)
    model = PairModel(fast="a cheetah")
    found = metaphor_fit(pairs, model)
    assert found.per_item == pytest.approx({"a": 3, "b": 3, "c": 0})
    assert found.value == pytest.approx(2)
    assert found.signature.startswith(f"Fit|lm:pairs|properties:{len(PROPERTIES)}|concepts:{len(CONCEPTS)}|v:")
    assert len(model.asked) == len(set(model.asked))  # one metaphor, asked once
    assert metaphor_fit(nonsense_pairs(pairs), model).value == pytest.approx(0)


def test_fit_is_shown_with_its_control():
    texts = {"a": "The car is as fast as a cheetah.", "b": "A car."}
    scores = score_captions(texts, texts, metrics=["fit"], sources=Sources(causal_lm=CHEETAH))
    assert [(score.name, round(score.value, 9)) for score in scores] == [
        ("Fit", 1.5),
        ("Fit-nonsense", 0),
        ("Off-template", 0.5),
    ]


@pytest.mark.parametrize("value", [math.nan, -math.inf])
def test_a_likelihood_that_is_not_finite_is_refused(value):
    with np.errstate(all="ignore"), pytest.raises(ScoreError, match="pairs gives 'a cheetah' a likelihood that is not"):
        property_fits([("fast", "a cheetah")], PairModel(likely=value, fast="a cheetah"))
