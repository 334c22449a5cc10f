"""The training loop: epochs of optimizer steps, with validation in between."""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import torch
from torch import nn

from cinescribe.errors import TrainError
from cinescribe.progress import Progress, no_progress
from cinescribe.train.backward import Batch, backward, check_finite
from cinescribe.train.data.sampling import split_batches, split_evenly
from cinescribe.train.distributed import Workers
from cinescribe.train.objectives.losses import JointObjective, ObjectiveLosses
from cinescribe.train.optimizer_steps import optimizer_steps
from cinescribe.train.recipes.optim import build_optimizer, set_lr
from cinescribe.train.recipes.recipe import NetworkRecipe
from cinescribe.train.training_log import TrainingLog
from cinescribe.train.training_state import TrainingState, read_state, write_state

_Scores: TypeAlias = Mapping[str, float]  # by task and metric, such as `fill/class`


class Experiment(Protocol):
    """A model, its data, its objectives and its evaluation, as a recipe and a corpus define them."""

    @property
    def recipe(self) -> NetworkRecipe:
        """The settings of the run."""

    @property
    def objectives(self) -> Sequence[JointObjective]:
        """The objectives; each batch gets one optimizer step per joint objective."""

    @property
    def best_score(self) -> Mapping[str, str]:
        """By task, the score that selects its best checkpoint."""

    def model(self) -> nn.Module:
        """Return the model with its initial weights."""

    def epoch(self, number: int) -> Sequence[Any]:
        """Return the training items of an epoch, counted from 0, in order."""

    def batch(self, items: Sequence[Any], seed: int) -> Batch:
        """Return items as a batch; anything random in it follows from the seed."""

    def validate(self, model: nn.Module) -> _Scores:
        """Return the scores of a model on the validation split."""

    def save_best(self, folder: Path, task: str, model: nn.Module, scores: _Scores) -> None:
        """Write the checkpoint of a task into the folder of a run."""

    def final_scores(self, folder: Path) -> dict[str, float]:
        """Return all scores of the best checkpoints in the folder of a run."""


def fit(
    experiment: Experiment,
    *,
    folder: Path,
    workers: Workers,
    device: torch.device | str = "cpu",
    progress: Progress = no_progress,
) -> TrainingState:
    """Train a model, or resume its training; return the final state, with the best score of each task.

    Args:
        experiment: what to train.
        folder: the folder of the run: state, log and best checkpoints.
        workers: the processes that take part.
        device: the torch device.
        progress: called with the epoch and its finished share.

    Raises:
        TrainError: when there is no training data, a loss is not finite, or the folder belongs to another run.
    """
    recipe, training = experiment.recipe, experiment.recipe.training
    torch.manual_seed(recipe.seed)
    model = experiment.model().to(device)
    optimizer = build_optimizer(model, recipe.optimizer)
    losses = workers.distribute(ObjectiveLosses(model))
    step_gradients = partial(
        backward,
        losses,
        workers=workers,
        bf16=training.mixed_precision,
        max_grad_norm=recipe.optimizer.max_grad_norm,
    )
    state = read_state(folder, model, optimizer, recipe=recipe.to_dict())
    save = partial(write_state, folder, model, optimizer, recipe=recipe.to_dict())
    with TrainingLog(folder, step=state.step, enabled=workers.is_main) as log:
        while state.epoch < training.epochs and not _out_of_patience(state, recipe):
            steps = _epoch_steps(experiment, state.epoch)
            for items in steps[state.epoch_step :]:
                began = time.perf_counter()
                batches = _read_batches(experiment, items, step=state.step, workers=workers, device=device)
                read = time.perf_counter()
                model.train()
                torch.manual_seed(_seed(f"{recipe.seed} {state.step} {workers.rank}"))  # of dropout
                lr = set_lr(optimizer, recipe.optimizer, step=state.step, total_steps=len(steps) * training.epochs)
                check = partial(check_finite, folder=folder, step=state.step)
                gradients = partial(step_gradients, batches, check=check)
                values, norm = dict[str, float](), 0.0
                for _, (of_objectives, its_norm) in optimizer_steps(optimizer, experiment.objectives, gradients):
                    values, norm = values | of_objectives, max(norm, its_norm)
                seconds = {"seconds/read": read - began, "seconds/step": time.perf_counter() - read}
                state = state.after_step()
                log.write(state, {**values, "norm": norm, "lr": lr, **seconds})
                progress(f"epoch {state.epoch + 1}", state.epoch_step / len(steps))
                if workers.is_main and training.save_steps and state.step % training.save_steps == 0:
                    save(state=state)
            if _is_validated(state, recipe):
                progress(f"validating {state.epoch + 1}", 0.0)
                state = _validate(experiment, model.eval(), state, folder=folder, log=log)
            state = state.after_epoch()
            if workers.is_main:
                save(state=state)
    return state


def _epoch_steps(experiment: Experiment, epoch: int) -> list[Sequence[Any]]:
    """The items of each optimizer step of an epoch."""
    steps = split_batches(experiment.epoch(epoch), experiment.recipe.training.batch_size)
    if not steps:
        raise TrainError(
            "there is no training data; name a split with captions in sampling.split, or raise n_tokens for longer ones"
        )
    return steps


def _read_batches(
    experiment: Experiment, items: Sequence[Any], *, step: int, workers: Workers, device: torch.device | str
) -> list[Batch]:
    """This process's batches of a step, one per part of gradient accumulation."""
    recipe = experiment.recipe
    parts = split_evenly(workers.share(items), recipe.training.gradient_accumulation)
    seeds = (_seed(f"{recipe.seed} {workers.rank} {step} {number}") for number in range(len(parts)))
    return [experiment.batch(part, seed).to(device) for part, seed in zip(parts, seeds, strict=True)]


def _validate(
    experiment: Experiment, model: nn.Module, state: TrainingState, *, folder: Path, log: TrainingLog
) -> TrainingState:
    """Evaluate the model and write the checkpoint of each task that improved.

    Every process evaluates, since all must agree on when to stop; the main process writes.
    """
    scores = experiment.validate(model)
    state, improved = state.with_scores({task: scores[name] for task, name in experiment.best_score.items()})
    log.write(state, scores)
    for task in improved if log.enabled else ():
        experiment.save_best(folder, task, model, scores)
    return state


def _is_validated(state: TrainingState, recipe: NetworkRecipe) -> bool:
    epoch = state.epoch + 1
    return epoch % recipe.validation.every_n_epochs == 0 or epoch == recipe.training.epochs


def _out_of_patience(state: TrainingState, recipe: NetworkRecipe) -> bool:
    return 0 < recipe.validation.patience <= state.n_without_improvement


def _seed(text: str) -> int:
    return zlib.crc32(text.encode())
