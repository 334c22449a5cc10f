import dataclasses
import random
from typing import Any

import numpy as np
import pytest

from cinescribe.errors import ModelError, TrainError
from cinescribe.language.semantics.labels import ClauseLabels
from cinescribe.models.translation.labels import label_sets
from cinescribe.models.translation.settings import TranslationSettings
from cinescribe.models.translation.translation_model import TranslationModel
from cinescribe.train.fitted import translation
from cinescribe.train.fitted.clip_data import ClipData
from cinescribe.train.fitted.translation import fit_translation, main_labels

VERBS = {"walk": "walks down", "cross": "crosses", "leave": "leaves"}
PLACES = ("street", "kitchen", "park")
PARSER: Any = None  # what needs it is replaced
SETTINGS = TranslationSettings(min_count=3, n_folds=3, l2=(1.0, 10.0), n_rounds=1)


def label(texts):
    """The labels of the captions below; None for any other text."""
    return [labels_of(text) for text in texts]


def labels_of(text):
    for verb, words in VERBS.items():
        for place in PLACES:
            if text == f"Someone {words} the {place}.":
                return "someone", verb, "", place
    return None


def clips(n, seed=0):
    """Clips whose features show verb and place, with noise; some have a further caption without labels."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    vectors, captions = noise.normal(0, 0.3, (n, 8)), []
    for k in range(n):
        verb, place = rng.randrange(3), rng.randrange(3)
        vectors[k, verb] += 1
        vectors[k, 3 + place] += 1
        text = f"Someone {[*VERBS.values()][verb]} the {PLACES[place]}."
        captions.append(("Yes.", text) if k % 7 == 3 else (text,))
    return ClipData(tuple(map(str, range(n))), vectors.astype(np.float32), tuple(captions))


@pytest.mark.slow
def test_a_model_learns_to_caption_clips(tmp_path):
    model = fit_translation(clips(90), clips(30, 1), label=label, settings=SETTINGS)
    test = clips(40, 2)
    right = [text in captions for text, captions in zip(model.captions(test.vectors), test.captions, strict=True)]
    assert sum(right) >= 32
    assert model.facts["clips"] == 90
    assert model.facts["labels"] == [2, 4, 1, 4]
    assert model.facts["meteor_after_tuning"] >= model.facts["meteor_before_tuning"] > 0.5
    model.write(tmp_path)
    assert TranslationModel.read(tmp_path).captions(test.vectors) == model.captions(test.vectors)


@pytest.mark.slow
def test_the_same_clips_give_the_same_model():
    first, second = (fit_translation(clips(60), clips(20, 1), label=label, settings=SETTINGS) for _ in range(2))
    np.testing.assert_array_equal(first.weights, second.weights)
    np.testing.assert_array_equal(first.crf.pairs, second.crf.pairs)
    assert first.decoder.weights == second.decoder.weights


@pytest.mark.slow
def test_feature_scale_does_not_change_the_translation():
    given = clips(60)
    moved = dataclasses.replace(given, vectors=given.vectors * 1000 + 50)
    settings = dataclasses.replace(SETTINGS, n_folds=1, n_rounds=0)
    found = [fit_translation(one, one, label=label, settings=settings) for one in (given, moved)]
    scores = [model.label_scores(one.vectors) for model, one in zip(found, (given, moved), strict=True)]
    np.testing.assert_allclose(scores[0], scores[1], atol=0.02)


@pytest.mark.slow
def test_constant_label_gets_a_constant_score():
    model = fit_translation(clips(60), clips(20, 1), label=label, settings=SETTINGS)
    scores = model.label_scores(clips(5, 3).vectors)
    assert (scores[:, 0] == -1).all()  # nobody's subject is open
    assert (scores[:, 1] == 1).all()
    assert (scores[:, 6] == 1).all()  # every object is


def test_clips_without_labels_are_refused():
    given = clips(5)
    bare = dataclasses.replace(given, captions=(("Yes.",),) * 5)
    with pytest.raises(TrainError, match=r"none of 5 clips has a caption with labels; give captions with verbs"):
        fit_translation(bare, given, label=label, settings=SETTINGS)


def test_rare_labels_are_refused():
    with pytest.raises(ModelError, match=r"no verb occurs 99 times"):
        fit_translation(clips(9), clips(9), label=label, settings=dataclasses.replace(SETTINGS, min_count=99))


@pytest.mark.slow
def test_a_clip_has_the_labels_that_its_captions_agree_on(monkeypatch):
    tuples = {
        "a": ("someone", "walk", "", "street"),
        "b": ("someone", "stroll", "dog", ""),
        "c": ("someone", "walk", "dog", ""),
        "d": ("someone", "stroll", "", "street"),
    }
    chosen = []

    def kept(labels, min_count):
        chosen.append(labels)
        return label_sets(labels, min_count=1)

    monkeypatch.setattr(translation, "label_sets", kept)
    given = clips(8)
    captions = (("a", "b"), ("c", "d"), ("c", "z"), ("c", "a")) * 2
    texts = dataclasses.replace(given, captions=captions)
    settings = dataclasses.replace(SETTINGS, n_folds=1, n_rounds=0)
    fit_translation(texts, texts, label=lambda found: [tuples.get(text) for text in found], settings=settings)
    # The captions of the first two clips use two verbs once each; all captions use `walk` more often.
    assert chosen[0][:4] == [("someone", "walk", "dog", "street")] * 2 + [
        tuples["c"],
        ("someone", "walk", "dog", "street"),
    ]


def clause(verb, is_main=False):
    return ClauseLabels("", 0, 0, "someone", verb, "", "bus", is_main=is_main)


def test_the_main_clause_gives_the_labels(monkeypatch):
    found = [[clause("see"), clause("walk", is_main=True)], []]
    monkeypatch.setattr(translation, "label_texts", lambda texts, parser, lexicons: found)
    assert main_labels(["a", "b"], PARSER) == [("someone", "walk", "", "bus"), None]


@pytest.mark.parametrize(("kind", "wanted"), [("text", None), ("sense", "sense")])
def test_senses_are_looked_up_only_for_label_kinds_that_use_them(monkeypatch, kind, wanted):
    def kind_of(texts, parser, lexicons):
        return [[clause(lexicons and lexicons.kind, is_main=True)]]

    monkeypatch.setattr(translation, "label_texts", kind_of)
    assert main_labels(["a"], PARSER, kind=kind) == [("someone", wanted, "", "bus")]
