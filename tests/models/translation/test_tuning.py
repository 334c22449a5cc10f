import pytest

from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.tokens import tokenize_pairs
from cinescribe.metrics.meteor.meteor import meteor
from cinescribe.models.translation.decoder import TranslationWeights
from cinescribe.models.translation.tuning import tune_weights
from tests.models.translation.models import PAIRS, small_decoder

SOURCES = [source for source, _ in PAIRS]
TEXTS = [[target] for _, target in PAIRS]
BAD = TranslationWeights(0.2, 0.2, 0.2, 0.2, word=-0.8)


def score(decoder):
    candidates = {n: " ".join(decoder.translate(source).words) for n, source in enumerate(SOURCES)}
    return meteor(tokenize_pairs(Pairs.of(candidates, dict(enumerate(TEXTS))))).value


@pytest.mark.slow
def test_the_search_raises_meteor_and_says_by_how_much():
    decoder = small_decoder().with_weights(BAD)
    tuned = tune_weights(decoder, SOURCES, TEXTS, n_rounds=3)
    assert tuned.after > tuned.before
    assert tuned.before == pytest.approx(score(decoder))
    assert tuned.after == pytest.approx(score(tuned.decoder))


def test_without_rounds_the_weights_are_only_scored():
    decoder = small_decoder()
    tuned = tune_weights(decoder, SOURCES, TEXTS, n_rounds=0)
    assert tuned.decoder.weights == decoder.weights
    assert tuned.n_tried == 1
    assert tuned.before == tuned.after


@pytest.mark.slow
def test_the_same_seed_gives_the_same_weights():
    found = [tune_weights(small_decoder().with_weights(BAD), SOURCES, TEXTS, seed=3) for _ in range(2)]
    assert found[0].decoder.weights == found[1].decoder.weights
