import dataclasses

import pytest
import torch

from cinescribe.arrays import read_arrays
from cinescribe.errors import TrainError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.train.objectives.clip_objectives import CaptionObjective, FillObjective, build_clip_objectives
from cinescribe.train.objectives.losses import ObjectiveLosses, loss_weights, target_counts
from tests.train.small_experiment import KilledError, SmallExperiment

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.mark.slow
def test_joint_training_overfits_a_small_world(tmp_path):
    experiment = SmallExperiment(
        tmp_path, training={"epochs": 60, "batch_size": 6}, optimizer={"lr": 5e-3}, validation={"every_n_epochs": 60}
    )
    experiment.fit()
    last = experiment.log()[-2]  # the last one is the validation
    assert last["loss/caption"] < 0.1
    assert last["loss/fill"] < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("kill_at", [0, 3, 5])
def test_a_killed_run_resumes_to_the_same_bytes(tmp_path, kill_at):
    changes = {
        "sizes": {"dropout": 0.2},
        "sampling": {"scattered_sets": 1, "caption_variants": 3, "frame_dropout": 0.3, "face_dropout": 0.3},
        "training": {"epochs": 3, "batch_size": 4, "save_steps": 1},
        "optimizer": {"schedule": "cosine", "warmup_steps": 2},
    }
    whole = SmallExperiment(tmp_path / "whole", **changes)
    whole.fit()
    with pytest.raises(KilledError):
        SmallExperiment(tmp_path / "killed", **changes).fit(kill_at=kill_at)
    torch.rand(3)  # changes the global random state
    again = SmallExperiment(tmp_path / "killed", **changes)
    state = again.fit()
    assert again.weights() == whole.weights()
    assert state.step == 6
    assert again.n_read == 6 - kill_at
    assert [(line["step"], line.get("loss/fill")) for line in again.log()] == [
        (line["step"], line.get("loss/fill")) for line in whole.log()
    ]


@pytest.mark.slow
def test_steps_after_the_last_saved_state_are_repeated(tmp_path):
    changes = {"training": {"epochs": 3, "batch_size": 4}}
    whole = SmallExperiment(tmp_path / "whole", **changes)
    whole.fit()
    with pytest.raises(KilledError):
        SmallExperiment(tmp_path / "killed", **changes).fit(kill_at=3)
    again = SmallExperiment(tmp_path / "killed", **changes)
    again.fit()
    assert again.weights() == whole.weights()
    assert again.n_read == 4  # the second epoch from its start, and the third
    assert [line["step"] for line in again.log()] == [line["step"] for line in whole.log()]


@pytest.mark.slow
def test_another_seed_gives_other_weights(tmp_path):
    experiments = [SmallExperiment(tmp_path / str(seed), seed=seed) for seed in (1, 1, 2)]
    for experiment in experiments:
        experiment.fit()
    assert experiments[0].weights() == experiments[1].weights() != experiments[2].weights()


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["joint", "fill", "xe"])
def test_accumulated_gradients_equal_those_of_the_large_batch(tmp_path, monkeypatch, objective):
    def gradients(n_parts):
        training = {"gradient_accumulation": n_parts, "batch_size": 6, "mixed_precision": False}  # exact
        experiment = SmallExperiment(tmp_path / str(n_parts), loss={"objective": objective}, training=training)
        with pytest.raises(KilledError):
            experiment.fit()
        return [weight.grad for weight in experiment.net.parameters() if weight.grad is not None]

    def stop(*args, **options):
        raise KilledError

    monkeypatch.setattr(torch.optim.Adam, "step", stop)
    whole, parts = gradients(1), gradients(3)
    assert len(whole) > 20
    for one, other in zip(whole, parts, strict=True):
        torch.testing.assert_close(one, other, atol=1e-6, rtol=1e-4)


def test_joint_gradients_are_the_weighted_sum_of_both_tasks(tmp_path):
    experiment = SmallExperiment(tmp_path, loss={"fill": 0.5, "caption": 2.0, "label_smoothing": 0.1})
    batch = experiment.reader.batch(experiment.sets)
    [objectives] = build_clip_objectives(experiment.tokens, experiment.recipe.loss)
    losses = ObjectiveLosses(experiment.net)(batch, objectives=objectives, counts=target_counts([batch], objectives))
    memory = experiment.net.memory(batch, blanks=True)
    hidden = experiment.net.hidden(batch.words[:, :-1], memory)[batch.is_blank[:, 1:]]
    people = batch.words[:, 1:][batch.is_blank[:, 1:]] - experiment.tokens.first_person
    torch.testing.assert_close(
        losses[0], torch.nn.functional.cross_entropy(experiment.net.person_logits(hidden), people)
    )
    hidden = experiment.net.hidden(batch.words[:, :-1], experiment.net.memory(batch, blanks=False))
    logits = experiment.net.word_logits(hidden).flatten(0, 1)
    loss = torch.nn.functional.cross_entropy(
        logits, batch.words[:, 1:].flatten(), ignore_index=experiment.tokens.pad, label_smoothing=0.1
    )
    torch.testing.assert_close(losses[1], loss)
    assert loss_weights(objectives).tolist() == [0.5, 2.0]


def test_joint_stepwise_takes_two_optimizer_steps_per_batch(tmp_path, monkeypatch):
    steps = []
    step = torch.optim.Adam.step
    monkeypatch.setattr(torch.optim.Adam, "step", lambda *args, **options: steps.append(step(*args, **options)))
    for objective, n in (("joint", 1), ("joint-stepwise", 2)):
        steps.clear()
        experiment = SmallExperiment(
            tmp_path / objective, loss={"objective": objective}, training={"epochs": 1, "batch_size": 6}
        )
        experiment.fit()
        assert len(steps) == n


def test_unknown_people_are_not_targets(tmp_path):
    experiment = SmallExperiment(tmp_path)
    batch = experiment.reader.batch(experiment.sets)
    words = torch.where(batch.is_blank, experiment.tokens.blank, batch.words)
    unknown = dataclasses.replace(batch, words=words)
    objectives = (FillObjective(experiment.tokens), CaptionObjective(experiment.tokens))
    n_blanks = batch.is_blank.sum().item()
    known_counts, unknown_counts = (target_counts([each], objectives).tolist() for each in (batch, unknown))
    assert known_counts[0] == n_blanks
    assert unknown_counts == [0, known_counts[1] - n_blanks]
    assert ObjectiveLosses(experiment.net)(unknown, objectives=objectives[:1], counts=torch.tensor([0])).item() == 0


def test_a_loss_that_is_not_finite_stops_the_run_and_writes_the_batch(tmp_path):
    experiment = SmallExperiment(tmp_path)

    def read_broken(sets):
        batch = experiment.reader.batch(sets)
        return dataclasses.replace(batch, actions=batch.actions * float("nan")) if experiment.n_read == 3 else batch

    experiment.read = read_broken
    with pytest.raises(TrainError, match=r"the loss 'fill' was nan at step 3; .*its actions are not finite"):
        experiment.fit()
    arrays = read_arrays(tmp_path / "not-finite.safetensors")
    assert set(arrays) == {item.name for item in dataclasses.fields(SetBatch)}
    assert all(torch.isfinite(weight).all() for weight in experiment.net.parameters())


def test_gradients_that_are_not_finite_stop_the_run(tmp_path, monkeypatch):
    experiment = SmallExperiment(tmp_path)
    monkeypatch.setattr("cinescribe.train.backward.clip_gradients", lambda weights, norm: float("inf"))
    with pytest.raises(TrainError, match=r"the gradient norm was inf at step 1; .*so lower optimizer.lr"):
        experiment.fit()


def test_missing_training_data_is_an_error(tmp_path):
    experiment = SmallExperiment(tmp_path)
    experiment.films = {}
    with pytest.raises(TrainError, match=r"there is no training data; name a split with captions in sampling\.split"):
        experiment.fit()


@pytest.mark.slow
def test_the_best_weights_are_saved_and_patience_ends_the_run(tmp_path):
    scores = iter([1.0, 3.0, 2.0, 3.0, 9.0])
    experiment = SmallExperiment(
        tmp_path,
        validate=lambda model: {"captions/CIDEr": next(scores)},
        training={"epochs": 9, "batch_size": 6},
        validation={"patience": 2},
    )
    state = experiment.fit()
    assert [scores["captions/CIDEr"] for _, scores in experiment.saved] == [1.0, 3.0]
    assert state.best == {"captions": 3.0}
    assert state.epoch == 4


@pytest.mark.slow
def test_validation_runs_every_few_epochs_and_at_the_end(tmp_path):
    modes = []
    experiment = SmallExperiment(
        tmp_path,
        validate=lambda model: modes.append(model.training) or {"captions/CIDEr": 0.0},  # type: ignore[func-returns-value]
        training={"epochs": 5, "batch_size": 6},
        validation={"every_n_epochs": 2},
    )
    experiment.fit()
    assert modes == [False] * 3
    assert [line["epoch"] for line in experiment.log() if "captions/CIDEr" in line] == [2, 4, 5]
    assert list((tmp_path / "tensorboard").glob("events*"))
