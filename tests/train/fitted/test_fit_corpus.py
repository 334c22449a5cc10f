from dataclasses import replace

import numpy as np
import pytest

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.errors import CorpusError, RecipeError, TrainError
from cinescribe.features.store.film_store import FeatureStore
from cinescribe.generate.caption_corpus import caption_corpus
from cinescribe.models.fitted.fitted_checkpoint import read_fitted
from cinescribe.train.fitted.clip_data import clip_data
from cinescribe.train.recipes.fitted_recipe import FittedRecipe
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.train import world

VALUES = {"name": "r", "model": "nearest", "inputs": {"streams": ["clip", "actions"]}}


def recipe(**changes) -> FittedRecipe:
    found = recipe_of({**VALUES, **changes})
    assert isinstance(found, FittedRecipe)
    return found


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"), n_films=4, n_clips=6)


@pytest.fixture(scope="module")
def run(corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    return folder, train_model(recipe(), corpus, folder)


def test_a_recipe_is_read_as_written():
    assert recipe_of(recipe().to_dict()) == recipe()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"settings": {"k": 3}}, r"settings has 'k', which is not known there"),
        ({"optimizer": {}}, r"the recipe has 'optimizer', which is not known there"),
        ({"validation": {"metrics": ["METEOR", "Bogus"]}}, r"the recipe: validation: .*Bogus"),
    ],
)
def test_recipes_with_unknown_values_are_refused(changes, fault):
    with pytest.raises(RecipeError, match=fault):
        recipe(**changes)


def test_clips_come_by_id_with_one_vector_and_someone(corpus):
    read = read_corpus(corpus)
    found = clip_data(read, FeatureStore(corpus / "features"), split="train", streams=("clip", "actions"))
    assert list(found.ids) == sorted(found.ids)
    assert found.vectors.shape == (len(found.ids), 2 * world.WIDTH)
    assert all(texts[0].startswith("Someone ") and len(texts) == 2 for texts in found.captions)


def test_a_split_without_captions_is_refused(corpus):
    read, store = read_corpus(corpus), FeatureStore(corpus / "features")
    silent = replace(read, clips=tuple(clip.replace(text=None, paraphrases=()) for clip in read.clips))
    with pytest.raises(CorpusError, match=r"no clip of the split 'train' has a caption"):
        clip_data(silent, store, split="train", streams=("clip",))


def test_run_writes_a_checkpoint_with_its_provenance(run, corpus):
    folder, trained = run
    card = read_fitted(folder / "captions").card
    assert trained.checkpoints == {"captions": folder / "captions"}
    assert trained.scores.keys() == {"captions/METEOR", "captions/CIDEr"}
    assert card.scores["METEOR"] == trained.scores["captions/METEOR"] > 0.5
    assert set(card.data) == {"films.jsonl", "clips.jsonl", "features/shards.jsonl"}
    assert set(card.extractors) >= {"clip", "actions"}


def test_repeated_run_is_finished_and_a_different_one_refused(run, corpus):
    folder, trained = run
    (folder / "captions" / "checkpoint.json").touch()
    before = (folder / "captions" / "checkpoint.json").stat().st_mtime_ns
    assert train_model(recipe(), corpus, folder) == trained
    assert (folder / "captions" / "checkpoint.json").stat().st_mtime_ns == before
    with pytest.raises(TrainError, match=r"holds a run of another recipe; name another folder"):
        train_model(recipe(inputs={"streams": ["clip"]}), corpus, folder)


def test_clips_are_captioned_by_the_nearest_training_clip(run, corpus):
    folder, _ = run
    captions = {item.caption.clip: item.caption for item in caption_corpus(folder / "captions", corpus, split="train")}
    clips = [clip for some in read_corpus(corpus).clips_by_film("train").values() for clip in some]
    assert captions.keys() == {clip.id for clip in clips}
    for clip in clips:  # a training clip is the nearest to itself, or to one with the same action and place
        assert captions[clip.id].text.partition(" ")[2] == (clip.text or "").partition(" ")[2]
        assert captions[clip.id].people == ()
        assert captions[clip.id].by == "nearest"
    assert np.unique([item.set for item in caption_corpus(folder / "captions", corpus, split="train")]).size == len(
        clips
    )
