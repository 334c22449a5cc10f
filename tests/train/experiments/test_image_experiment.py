import dataclasses
import json
from collections import Counter

import pytest
import torch

from cinescribe.corpus.core.corpus import CorpusCard
from cinescribe.corpus.core.stills import StillSplit, read_stills, write_stills
from cinescribe.errors import TrainError
from cinescribe.models.checkpoint import read_checkpoint
from cinescribe.train.experiments.image_experiment import StillRoom, still_room
from cinescribe.train.run import train_model
from tests.train import still_world as world

pytestmark = pytest.mark.usefixtures("one_thread")


class KilledError(Exception):
    """A run ends here."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return world.corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def told(corpus, tmp_path_factory):
    """A run by cross-entropy, and what it left."""
    folder = tmp_path_factory.mktemp("told")
    return folder, train_model(world.recipe(course={"n_epochs": 15}), corpus, folder)


def critical(told, **changes):
    """A recipe that goes on from that run by rewards."""
    changes = {"weights": {"objective": "scst", "n_beams": 3}, "moves": {"rate": 1e-3}} | changes
    return world.recipe(start=str(told[1].checkpoint), **changes)


def log(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def test_in_as_many_epochs_as_there_are_captions_each_is_told_once(corpus):
    room = still_room(world.recipe(), read_stills(corpus))
    epochs = [room.epoch(number) for number in range(6)]
    assert len({tuple(still.id for still in epoch) for epoch in epochs}) == 6
    for some in (epochs[:3], epochs[3:]):
        told = Counter(caption for epoch in some for still in epoch for caption in still.captions)
        assert told == Counter(caption for still in room.learnt for caption in still.captions)
    again = still_room(world.recipe(), read_stills(corpus))
    assert again.epoch(4) == epochs[4]
    assert still_room(world.recipe(seed=2), read_stills(corpus)).epoch(4) != epochs[4]


def test_captions_of_too_many_tokens_are_passed_over(corpus):
    room = still_room(world.recipe(pictures={"n_tokens": 8}), read_stills(corpus))  # "A dog by a cat." and its ends
    assert {len(still.captions[0].split()) for number in range(3) for still in room.epoch(number)} == {5}
    assert room.model().sizes.n_tokens == 8
    assert still_room(world.recipe(pictures={"n_tokens": 7}), read_stills(corpus)).epoch(0) == []


def test_a_run_learns_a_small_world_by_heart(corpus, tmp_path):
    trained = train_model(
        world.recipe(course={"n_epochs": 45}, judging={"split": "train", "n_epochs": 45}), corpus, tmp_path
    )
    assert log(tmp_path)[-2]["loss/caption"] < 0.8  # three captions in turn: which one comes cannot be known
    assert trained.scores["captions/CIDEr-D"] > 3


def test_a_run_leaves_its_best_weights_and_their_scores(corpus, told):
    folder, trained = told
    assert trained.checkpoints == {"captions": folder / "captions"}
    assert set(trained.scores) == {"captions/CIDEr-D", "captions/BLEU-4"}
    card = read_checkpoint(trained.checkpoint).card
    assert (card.model, card.pictures.n_tokens, card.features) == ("smart", world.N_TOKENS, "regions")
    assert card.scores == trained.scores
    assert set(card.data) == {"stills.jsonl", "features/regions/shards.jsonl"}
    assert card.extractors == {"regions": "world 1"}


def test_rewards_go_on_from_a_checkpoint_and_raise_cider_d(corpus, told, tmp_path):
    recipe = critical(told, course={"n_epochs": 8}, judging={"split": "train"})
    train_model(recipe, corpus, tmp_path)
    losses = [line["loss/caption"] for line in log(tmp_path) if "loss/caption" in line]
    scores = [line["captions/CIDEr-D"] for line in log(tmp_path) if "captions/CIDEr-D" in line]
    assert losses[-1] < losses[0] < 0
    before = still_room(recipe, read_stills(corpus)).scores(
        read_checkpoint(told[1].checkpoint).model, metrics=["CIDEr-D"]
    )
    assert max(scores) > before["captions/CIDEr-D"] + 0.1
    assert "start" in read_checkpoint(tmp_path / "captions").card.data


def test_a_killed_run_goes_on_to_the_same_bytes(corpus, told, tmp_path, monkeypatch):
    recipe = critical(told, course={"n_epochs": 3, "n_state_steps": 1}, sizes={"dropout": 0.2})
    train_model(recipe, corpus, tmp_path / "whole")
    n_read, lessons = [], StillRoom.lessons

    def dying(room, folder):
        taught = lessons(room, folder)

        def batch(stills, seed):
            n_read.append(seed)
            if len(n_read) == 4:
                raise KilledError
            return taught.batch(stills, seed)

        return type(taught)(**{**vars(taught), "batch": batch})

    monkeypatch.setattr(StillRoom, "lessons", dying)
    with pytest.raises(KilledError):
        train_model(recipe, corpus, tmp_path / "killed")
    train_model(recipe, corpus, tmp_path / "killed")
    assert len(n_read) == 4 + 3
    whole, killed = (torch.load(tmp_path / name / "state.pt")["model"] for name in ("whole", "killed"))
    assert all(torch.equal(whole[name], killed[name]) for name in whole)
    assert [line["step"] for line in log(tmp_path / "killed")] == [line["step"] for line in log(tmp_path / "whole")]


def test_another_start_is_another_run(corpus, told, tmp_path):
    recipe, folder = critical(told, course={"n_epochs": 1}), tmp_path / "run"
    train_model(recipe, corpus, folder)
    other = dataclasses.replace(recipe, start=str(folder / "captions"))
    with pytest.raises(TrainError, match=r"another recipe \(start was '.*/captions', and is '.*/run/captions'\)"):
        train_model(other, corpus, folder)


def test_rewards_need_a_model_that_writes(corpus):
    with pytest.raises(TrainError, match=r"'test' learns by rewards .* name its checkpoint: --set start=RUN/captions"):
        still_room(world.recipe(weights={"objective": "scst"}), read_stills(corpus))


def test_a_split_without_captions_is_named(tmp_path):
    stills, _ = world.world(2)
    bare = [still.replace(captions=()) for still in stills]
    splits = [StillSplit("train", (bare[0].id,)), StillSplit("val", (bare[1].id,))]
    corpus = write_stills(tmp_path, CorpusCard("bare", "test", "none"), stills=bare, splits=splits)
    with pytest.raises(TrainError, match="no still of 'train' has a caption; name a split with captions"):
        still_room(world.recipe(), corpus)
