import dataclasses
import json

import numpy as np
import pytest

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError, RecordError
from cinescribe.language.tokens.vocabulary import join_tokens
from cinescribe.models.translation.labels import source_words
from cinescribe.models.translation.translation_model import ARRAYS, CARD, LANGUAGE, PHRASES, TranslationModel
from tests.models.translation.models import N_LABELS, WIDTH, small_model


def vectors(n=9):
    return np.random.default_rng(1).normal(size=(n, WIDTH)).astype(np.float32)


def test_captions_are_translations_of_the_best_labels():
    model = small_model()
    tuples = model.tuples(vectors())
    for labels, text in zip(tuples, model.captions(vectors()), strict=True):
        words = model.decoder.translate(source_words(labels)).words
        assert text == (join_tokens(words) if words else "someone waits.")
    scores = model.label_scores(vectors())
    assert scores.shape == (9, N_LABELS)
    assert tuples[0][1] == model.labels[1][scores[0, 2:6].argmax()]


def test_labels_that_nothing_translates_give_the_fallback():
    assert small_model().sentences([("", "", "", "attic"), ("someone", "run", "", "")]) == [
        "someone waits.",
        "Someone runs away.",
    ]


def test_a_model_survives_its_folder(tmp_path):
    model = small_model()
    assert model.write(tmp_path) == (ARRAYS, PHRASES, LANGUAGE, CARD)
    found = TranslationModel.read(tmp_path)
    assert found.captions(vectors(50)) == model.captions(vectors(50))
    assert (found.labels, found.n_best, found.facts, found.fallback) == (model.labels, 2, model.facts, model.fallback)
    assert (found.decoder.weights, found.decoder.settings) == (model.decoder.weights, model.decoder.settings)


def test_no_clips_have_no_captions():
    assert small_model().captions(vectors(0)) == []


@pytest.mark.parametrize("shape", [(3, 4), (5,)])
def test_vectors_of_another_width_are_refused(shape):
    with pytest.raises(
        ModelError, match=r"the features have shape .*, but the model was fitted to 5 numbers a clip; extract"
    ):
        small_model().captions(np.zeros(shape, np.float32))


def test_classifiers_that_do_not_fit_the_labels_are_refused():
    model = small_model()
    with pytest.raises(ModelError, match=r"\(2, 4, 3, 3\) labels have classifiers of shape \(11, 5\) and a CRF of"):
        dataclasses.replace(model, weights=model.weights[1:])


@pytest.fixture
def folder(tmp_path):
    small_model().write(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"labels": None},
            r"labels are None; expected a list of labels for each of \('subject', 'verb', 'object', 'location'\)",
        ),
        ({"labels": [[""], [""], [""], 3]}, r"the labels of 'location' are 3; expected a list of texts"),
        (
            {"labels": [[""], [""], ["a"], [""]]},
            r"the labels of 'object' are \['a'\]; expected an empty one first, each once",
        ),
        ({"n_best": 0}, r"n_best, a weight or the beam is out of range; get the checkpoint again"),
        ({"fallback": 1}, r"fallback is 1; expected a text"),
        (
            {"labels": [[""], ["", "walk"], [""], [""]]},
            r"has weights of shape \(12, 5\), but the labels of translation\.json need \(5, -1\); do not",
        ),
    ],
)
def test_damaged_cards_are_refused(folder, change, words):
    card = json.loads((folder / CARD).read_text()) | change
    (folder / CARD).write_text(json.dumps(card))
    with pytest.raises(RecordError, match=words):
        TranslationModel.read(folder)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "bias",
            np.zeros(3, np.float32),
            r"has bias of shape \(3,\), but the labels of translation\.json need \(12,\)",
        ),
        (
            "crf_unary",
            np.zeros(4, np.float32),
            r"has crf_unary of shape \(4,\), but the labels of translation\.json need \(4,\)",
        ),
        ("bias", np.full(12, np.nan, np.float32), r"has numbers in bias that are not finite; get the checkpoint again"),
        ("more", np.zeros(1), r"holds .*; expected weights, bias, crf_unary, crf_bias, crf_pairs"),
    ],
)
def test_damaged_arrays_are_refused(folder, name, value, words):
    write_arrays(folder / ARRAYS, read_arrays(folder / ARRAYS) | {name: value})
    with pytest.raises(RecordError, match=words):
        TranslationModel.read(folder)


@pytest.mark.parametrize("name", [ARRAYS, PHRASES, LANGUAGE, CARD])
def test_missing_files_are_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(RecordError, match=rf"{name}.*cannot be read|{name}.* is no safetensors file"):
        TranslationModel.read(folder)
