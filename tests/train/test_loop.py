import dataclasses

import pytest
import torch

from cinescribe.errors import TrainError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.store import read_arrays
from cinescribe.train.objectives.clip_objectives import CaptionPass, FillPass, groups_of
from cinescribe.train.objectives.losses import Losses, counts, weights
from tests.train.room import KilledError, Room

pytestmark = pytest.mark.usefixtures("one_thread")


def test_joint_training_learns_a_small_world_by_heart(tmp_path):
    room = Room(tmp_path, course={"n_epochs": 60, "batch_size": 6}, moves={"rate": 5e-3}, judging={"n_epochs": 60})
    room.learn()
    last = room.log()[-2]  # the very last is the judgement
    assert last["loss/caption"] < 0.1
    assert last["loss/fill"] < 0.1


@pytest.mark.parametrize("kill_at", [0, 3, 5])
def test_a_killed_run_goes_on_to_the_same_bytes(tmp_path, kill_at):
    changes = {
        "sizes": {"dropout": 0.2},
        "drawing": {"scattered_sets": 1, "tellings": 3, "frames_dropped": 0.3, "faces_dropped": 0.3},
        "course": {"n_epochs": 3, "batch_size": 4, "n_state_steps": 1},
        "moves": {"pace": "cosine", "n_warm_steps": 2},
    }
    whole = Room(tmp_path / "whole", **changes)
    whole.learn()
    with pytest.raises(KilledError):
        Room(tmp_path / "killed", **changes).learn(kill_at=kill_at)
    torch.rand(3)  # whatever was drawn between
    again = Room(tmp_path / "killed", **changes)
    place = again.learn()
    assert again.weights() == whole.weights()
    assert place.gone == 6
    assert again.read == 6 - kill_at
    assert [(line["step"], line.get("loss/fill")) for line in again.log()] == [
        (line["step"], line.get("loss/fill")) for line in whole.log()
    ]


def test_a_run_between_saved_states_is_made_again(tmp_path):
    changes = {"course": {"n_epochs": 3, "batch_size": 4}}
    whole = Room(tmp_path / "whole", **changes)
    whole.learn()
    with pytest.raises(KilledError):
        Room(tmp_path / "killed", **changes).learn(kill_at=3)
    again = Room(tmp_path / "killed", **changes)
    again.learn()
    assert again.weights() == whole.weights()
    assert again.read == 4  # the second epoch from its start, and the third
    assert [line["step"] for line in again.log()] == [line["step"] for line in whole.log()]


def test_another_seed_leads_to_other_weights(tmp_path):
    rooms = [Room(tmp_path / str(seed), seed=seed) for seed in (1, 1, 2)]
    for room in rooms:
        room.learn()
    assert rooms[0].weights() == rooms[1].weights() != rooms[2].weights()


@pytest.mark.parametrize("objective", ["joint", "fill", "xe"])
def test_accumulated_parts_are_the_large_batch(tmp_path, monkeypatch, objective):
    def gradients(n_accumulated):
        course = {"n_accumulated": n_accumulated, "batch_size": 6}
        room = Room(tmp_path / str(n_accumulated), weights={"objective": objective}, course=course)
        with pytest.raises(KilledError):
            room.learn()
        return [weight.grad for weight in room.model.parameters() if weight.grad is not None]

    def stop(*args, **options):
        raise KilledError

    monkeypatch.setattr(torch.optim.Adam, "step", stop)
    whole, parts = gradients(1), gradients(3)
    assert len(whole) > 20
    for one, other in zip(whole, parts, strict=True):
        torch.testing.assert_close(one, other, atol=1e-6, rtol=1e-4)


def test_joint_gradients_are_the_weighted_sum_of_both_tasks(tmp_path):
    room = Room(tmp_path, weights={"fill": 0.5, "caption": 2.0, "smoothing": 0.1})
    batch = room.reader.batch(room.sets)
    [group] = groups_of(room.tokens, room.recipe.weights)
    found = Losses(room.model)(batch, group=group, counts=counts([batch], group))
    memory = room.model.memory(batch, blanks=True)
    hidden = room.model.hidden(batch.words[:, :-1], memory)[batch.is_blank[:, 1:]]
    people = batch.words[:, 1:][batch.is_blank[:, 1:]] - room.tokens.first_person
    torch.testing.assert_close(found[0], torch.nn.functional.cross_entropy(room.model.person_logits(hidden), people))
    hidden = room.model.hidden(batch.words[:, :-1], room.model.memory(batch, blanks=False))
    logits = room.model.word_logits(hidden).flatten(0, 1)
    loss = torch.nn.functional.cross_entropy(
        logits, batch.words[:, 1:].flatten(), ignore_index=room.tokens.pad, label_smoothing=0.1
    )
    torch.testing.assert_close(found[1], loss)
    assert weights(group).tolist() == [0.5, 2.0]


def test_a_step_after_each_pass_moves_weights_twice(tmp_path, monkeypatch):
    moved = []
    step = torch.optim.Adam.step
    monkeypatch.setattr(torch.optim.Adam, "step", lambda *args, **options: moved.append(step(*args, **options)))
    for objective, n in (("joint", 1), ("joint-stepwise", 2)):
        moved.clear()
        room = Room(tmp_path / objective, weights={"objective": objective}, course={"n_epochs": 1, "batch_size": 6})
        room.learn()
        assert len(moved) == n


def test_people_whom_nobody_told_are_no_targets(tmp_path):
    room = Room(tmp_path)
    batch = room.reader.batch(room.sets)
    words = torch.where(batch.is_blank, room.tokens.blank, batch.words)
    untold = dataclasses.replace(batch, words=words)
    group = (FillPass(room.tokens), CaptionPass(room.tokens))
    n_blanks = batch.is_blank.sum().item()
    told, left = (counts([each], group).tolist() for each in (batch, untold))
    assert told[0] == n_blanks
    assert left == [0, told[1] - n_blanks]
    assert Losses(room.model)(untold, group=group[:1], counts=torch.tensor([0])).item() == 0


def test_a_loss_that_is_no_number_stops_the_run_and_leaves_the_batch(tmp_path):
    room = Room(tmp_path)

    def broken(sets):
        batch = room.reader.batch(sets)
        return dataclasses.replace(batch, actions=batch.actions * float("nan")) if room.read == 3 else batch

    with pytest.raises(TrainError, match=r"the loss of 'fill' was nan at step 3; .*its actions are not finite"):
        room.learn(batch=broken)
    arrays = read_arrays(tmp_path / "not-finite.safetensors")
    assert set(arrays) == {item.name for item in dataclasses.fields(SetBatch)}
    assert all(torch.isfinite(weight).all() for weight in room.model.parameters())


def test_gradients_that_are_no_numbers_stop_the_run(tmp_path, monkeypatch):
    room = Room(tmp_path)
    monkeypatch.setattr("cinescribe.train.train_step.clipped", lambda weights, norm: float("inf"))
    with pytest.raises(TrainError, match=r"the gradients' norm was inf at step 1; .*so lower moves.rate"):
        room.learn()


def test_nothing_to_learn_from_is_said(tmp_path):
    room = Room(tmp_path)
    room.films = {}
    with pytest.raises(TrainError, match=r"nothing to train on; name a split with captions by drawing\.split"):
        room.learn()


def test_the_best_weights_are_kept_and_a_stale_run_stops(tmp_path):
    scores = iter([1.0, 3.0, 2.0, 3.0, 9.0])
    room = Room(
        tmp_path,
        judge=lambda model: {"captions/CIDEr": next(scores)},
        course={"n_epochs": 9, "batch_size": 6},
        judging={"patience": 2},
    )
    place = room.learn()
    assert [kept["captions/CIDEr"] for _, kept in room.kept] == [1.0, 3.0]
    assert place.best == {"captions": 3.0}
    assert place.epoch == 4


def test_judgements_come_every_few_epochs_and_at_the_end(tmp_path):
    judged = []
    room = Room(
        tmp_path,
        judge=lambda model: judged.append(model.training) or {"captions/CIDEr": 0.0},
        course={"n_epochs": 5, "batch_size": 6},
        judging={"n_epochs": 2},
    )
    room.learn()
    assert judged == [False] * 3
    assert [line["epoch"] for line in room.log() if "captions/CIDEr" in line] == [2, 4, 5]
    assert list((tmp_path / "tensorboard").glob("events*"))
