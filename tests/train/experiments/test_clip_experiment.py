"""Training of captioners of single clips: without faces, and with `someone` for people."""

import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import FeatureError
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.language.tokens.vocabulary import is_person
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.experiments.clip_experiment import build_clip_experiment
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.train import world

pytestmark = pytest.mark.usefixtures("one_thread")
SETS = {"n_clips": 1, "n_frames": 4, "frame_rate_hz": 1.0, "n_segments": 2, "n_faces": 0, "n_tokens": 20}
SIZES = {"width": 24, "word_width": 12, "dropout": 0.0}
MODELS = ["s2vt", "temporal-attention", "frame-video-concept"]


def recipe(model, **changes):
    values = {
        "name": "test",
        "model": model,
        "sizes": SIZES,
        "sets": SETS,
        "inputs": {"someone": True},
        "loss": {"objective": "xe"},
        "optimizer": {"name": "adam", "lr": 1e-2},
        "training": {"epochs": 30, "batch_size": 8},
        "validation": {"every_n_epochs": 30, "best_captions": "METEOR", "metrics": ["METEOR"]},
        **changes,
    }
    return recipe_of(values)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"), streams=("clip", "actions"), n_films=5, n_clips=8)


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_a_captioner_of_single_clips_learns_and_captions_without_faces(corpus, tmp_path, model):
    trained = train_model(recipe(model), corpus, tmp_path / "run")
    assert trained.scores["captions/METEOR"] > (0.25 if model == "s2vt" else 0.9)  # S2VT does not see the action
    captions = [item.caption for item in caption_corpus(trained.checkpoint, corpus, split="val")]
    assert len(captions) == 8
    assert all("someone" in caption.text.lower() for caption in captions)
    assert not any(caption.people for caption in captions)
    beams = [item.caption.text for item in caption_corpus(trained.checkpoint, corpus, split="val", decoder="beam")]
    assert len(beams) == 8
    card = read_checkpoint(trained.checkpoint).card
    assert card.someone
    assert card.sets.n_clips == 1


@pytest.mark.slow
def test_visual_labels_train_with_their_classifiers_in_the_checkpoint(corpus, tmp_path):
    labels = {"groups": ["verbs", "places"], "streams": ["actions", "clip"], "min_count": 2, "min_roc": 0.5}
    trained = train_model(recipe("visual-labels", labels=labels), corpus, tmp_path / "run")
    assert trained.scores["captions/METEOR"] > 0.9
    checkpoint = read_checkpoint(trained.checkpoint)
    rows = (trained.checkpoint / "labels.csv").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "label,group,count,ROC,kept"
    assert sum(row.endswith(",yes") for row in rows) == checkpoint.model.sizes.n_labels > 3
    assert bool(checkpoint.model.labels.weight.any())
    captions = [item.caption.text for item in caption_corpus(trained.checkpoint, corpus, split="val")]
    assert len(captions) == 8
    again = train_model(recipe("visual-labels", labels=labels), corpus, tmp_path / "run")
    assert again.scores == trained.scores


def test_vocabulary_training_texts_and_references_have_someone(corpus):
    experiment = build_clip_experiment(recipe("s2vt"), read_corpus(corpus), fetch=False)
    assert experiment.tokens.unknown not in experiment.tokens.encode("someone")
    sets = [*experiment.epoch(0), *experiment.validation_sets()]
    texts = [text for one in sets for clip in one.clips for text in (clip.text or "", *clip.paraphrases)]
    assert texts
    assert all("someone" in text.lower() for text in texts)
    assert not any(is_person(word) for text in texts for word in text.replace(".", "").split())
    assert not bool(experiment.batch(sets[:4], 0).is_blank.any())


def test_a_model_that_reads_faces_needs_them(corpus, tmp_path):
    with pytest.raises(FeatureError, match=r"has no 'faces' in .* \(it has clip, actions\); extract 'faces' of this"):
        train_model(recipe("s2vt", sets={**SETS, "n_faces": 3}), corpus, tmp_path / "run")
