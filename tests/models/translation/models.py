"""A small model of captioning by translation."""

import numpy as np

from cinescribe.models.translation.bitext import Bitext
from cinescribe.models.translation.crf import LabelCrf
from cinescribe.models.translation.decoder import PhraseOptions, SearchSettings, StackDecoder, TranslationWeights
from cinescribe.models.translation.kneser_ney import fit_language_model
from cinescribe.models.translation.phrase_table import fit_phrase_table
from cinescribe.models.translation.translation_model import TranslationModel
from tests.models.translation.bitexts import sentence_pairs

PAIRS = [
    (("someone", "walk", "street"), "someone walks down the street ."),
    (("someone", "walk"), "someone walks ."),
    (("someone", "run", "street"), "someone runs down the street ."),
    (("someone", "open", "door"), "someone opens the door ."),
    (("someone", "open", "box"), "someone opens a box ."),
    (("someone", "run"), "someone runs away ."),
] * 3
LABELS = (("", "someone"), ("", "walk", "run", "open"), ("", "door", "box"), ("", "street", "attic"))
N_LABELS, WIDTH = sum(map(len, LABELS)), 5


def random_decoder(settings=None, weights=None, seed=0, n=60):
    pairs = sentence_pairs(n, seed)
    options = PhraseOptions(fit_phrase_table(Bitext.of(pairs)), fit_language_model([target for _, target in pairs]))
    return StackDecoder(options, weights or TranslationWeights(), settings or SearchSettings())


def small_decoder():
    pairs = [(source, target.split()) for source, target in PAIRS]
    return StackDecoder(
        PhraseOptions(fit_phrase_table(Bitext.of(pairs)), fit_language_model([words for _, words in pairs]))
    )


def small_model(seed=0):
    rng = np.random.default_rng(seed)
    crf = LabelCrf.zeros(tuple(map(len, LABELS)))
    weights = rng.normal(size=(N_LABELS, WIDTH)).astype(np.float32)
    facts = {"l2": 1.0, "clips": 18}
    return TranslationModel(
        LABELS, weights, rng.normal(size=N_LABELS).astype(np.float32), crf, small_decoder(), "someone waits.", 2, facts
    )
