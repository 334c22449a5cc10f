import dataclasses
import json
from collections import Counter
from typing import Any

import pytest
import torch

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, read_stills, write_stills
from cinescribe.errors import TrainError
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.experiments.image_experiment import ImageExperiment, build_image_experiment
from cinescribe.train.run import train_model
from tests.train import still_world as world

pytestmark = [pytest.mark.usefixtures("one_thread"), pytest.mark.slow]


class KilledError(Exception):
    """Raised in a test where a run is killed."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def trained(corpus, tmp_path_factory):
    """The folder and the result of a run with cross-entropy."""
    folder = tmp_path_factory.mktemp("trained")
    return folder, train_model(world.recipe(training={"epochs": 15}), corpus, folder)


def scst_recipe(trained, **changes):
    """Return a self-critical recipe that starts from that run."""
    changes = {"loss": {"objective": "scst", "n_beams": 3}, "optimizer": {"lr": 1e-3}} | changes
    return world.recipe(init_checkpoint=str(trained[1].checkpoint), **changes)


def log(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def test_each_caption_is_used_once_per_cycle(corpus):
    experiment = build_image_experiment(world.recipe(), read_stills(corpus))
    epochs = [experiment.epoch(number) for number in range(6)]
    assert len({tuple(still.id for still in epoch) for epoch in epochs}) == 6
    for some in (epochs[:3], epochs[3:]):
        captions = Counter(caption for epoch in some for still in epoch for caption in still.captions)
        assert captions == Counter(caption for still in experiment.training for caption in still.captions)
    again = build_image_experiment(world.recipe(), read_stills(corpus))
    assert again.epoch(4) == epochs[4]
    assert build_image_experiment(world.recipe(seed=2), read_stills(corpus)).epoch(4) != epochs[4]


def test_captions_of_too_many_tokens_are_skipped(corpus):
    recipe = world.recipe(pictures={"n_tokens": 8})  # "A dog by a cat.", start and end
    experiment = build_image_experiment(recipe, read_stills(corpus))
    assert {len(still.captions[0].split()) for number in range(3) for still in experiment.epoch(number)} == {5}
    model: Any = experiment.model()
    assert model.sizes.n_tokens == 8
    assert build_image_experiment(world.recipe(pictures={"n_tokens": 7}), read_stills(corpus)).epoch(0) == []


def test_a_run_overfits_a_small_world(corpus, tmp_path):
    trained = train_model(
        world.recipe(training={"epochs": 45}, validation={"split": "train", "every_n_epochs": 45}), corpus, tmp_path
    )
    assert log(tmp_path)[-2]["loss/caption"] < 0.8  # the model cannot know which of three captions comes
    assert trained.scores["captions/CIDEr-D"] > 3


def test_a_run_writes_its_best_checkpoint_and_scores(corpus, trained):
    folder, result = trained
    assert result.checkpoints == {"captions": folder / "captions"}
    assert set(result.scores) == {"captions/CIDEr-D", "captions/BLEU-4"}
    card = read_checkpoint(result.checkpoint).card
    assert (card.model, card.pictures.n_tokens, card.features) == ("smart", world.N_TOKENS, "regions")
    assert card.scores == result.scores
    assert set(card.data) == {"stills.jsonl", "features/regions/shards.jsonl"}
    assert card.extractors == {"regions": "world 1"}


def test_self_critical_training_starts_from_a_checkpoint_and_raises_cider_d(corpus, trained, tmp_path):
    # All stills are one batch: the losses of two batches of other stills cannot be compared.
    recipe = scst_recipe(trained, training={"epochs": 16, "batch_size": 12}, validation={"split": "train"})
    train_model(recipe, corpus, tmp_path)
    losses = [line["loss/caption"] for line in log(tmp_path) if "loss/caption" in line]
    scores = [line["captions/CIDEr-D"] for line in log(tmp_path) if "captions/CIDEr-D" in line]
    assert losses[-1] < losses[0] - 0.3
    assert losses[0] < 0
    before = build_image_experiment(recipe, read_stills(corpus)).scores(
        read_checkpoint(trained[1].checkpoint).model, metrics=["CIDEr-D"]
    )
    assert max(scores) > before["captions/CIDEr-D"] + 0.1
    assert "start" in read_checkpoint(tmp_path / "captions").card.data


def test_a_killed_run_resumes_to_the_same_bytes(corpus, trained, tmp_path, monkeypatch):
    recipe = scst_recipe(trained, training={"epochs": 3, "save_steps": 1}, sizes={"dropout": 0.2})
    train_model(recipe, corpus, tmp_path / "whole")
    n_read, read = [], ImageExperiment.batch

    def dying(experiment, stills, seed):
        n_read.append(seed)
        if len(n_read) == 4:
            raise KilledError
        return read(experiment, stills, seed)

    monkeypatch.setattr(ImageExperiment, "batch", dying)
    with pytest.raises(KilledError):
        train_model(recipe, corpus, tmp_path / "killed")
    train_model(recipe, corpus, tmp_path / "killed")
    assert len(n_read) == 4 + 3
    whole, killed = (torch.load(tmp_path / name / "state.pt")["model"] for name in ("whole", "killed"))
    assert all(torch.equal(whole[name], killed[name]) for name in whole)
    assert [line["step"] for line in log(tmp_path / "killed")] == [line["step"] for line in log(tmp_path / "whole")]


def test_run_with_another_initial_checkpoint_is_refused(corpus, trained, tmp_path):
    recipe, folder = scst_recipe(trained, training={"epochs": 1}), tmp_path / "run"
    train_model(recipe, corpus, folder)
    other = dataclasses.replace(recipe, init_checkpoint=str(folder / "captions"))
    with pytest.raises(TrainError, match=r"other data \(init_checkpoint was '.*/captions', and is '.*/run/captions'\)"):
        train_model(other, corpus, folder)


def test_self_critical_training_needs_an_initial_checkpoint(corpus):
    with pytest.raises(
        TrainError,
        match=r"'test' has the objective scst, .* name its checkpoint in the recipe: init_checkpoint=RUN/captions",
    ):
        build_image_experiment(world.recipe(loss={"objective": "scst"}), read_stills(corpus))


def test_a_split_without_captions_is_an_error(tmp_path):
    stills, _ = world.world(2)
    bare = [still.replace(captions=()) for still in stills]
    splits = [StillSplit("train", (bare[0].id,)), StillSplit("val", (bare[1].id,))]
    corpus = write_stills(tmp_path, CorpusCard("bare", "test", "none"), stills=bare, splits=splits)
    with pytest.raises(TrainError, match="no still of 'train' has a caption; name a split with captions"):
        build_image_experiment(world.recipe(), corpus)
