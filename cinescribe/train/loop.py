"""The loop of every training run: epochs of steps, judgements between them, the best weights of each task kept."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from torch import nn

from cinescribe.errors import TrainError
from cinescribe.progress import Progress, no_progress
from cinescribe.train.data.sampling import in_parts, in_steps
from cinescribe.train.distributed import Workers
from cinescribe.train.objectives.losses import Group
from cinescribe.train.recipes.recipe import AnyRecipe
from cinescribe.train.report import Report
from cinescribe.train.train_step import Batch, Learner
from cinescribe.train.training_state import Place, read_state, write_state

Scores: TypeAlias = Mapping[str, float]  # by task and metric, as `fill/class`
Item = TypeVar("Item")  # a clip set, or a still


@dataclass(frozen=True)
class Lessons(Generic[Item]):
    """What a run learns from and is judged by.

    Args:
        groups: the passes that batches take through the model, a step after each group.
        epoch: the items of an epoch, by its number from 0; each epoch has as many.
        batch: reads items; what is drawn by lot follows from a seed.
        judge: scores of the model, by task and metric.
        keep: told a task, the model and its scores whenever they are the task's best.
        best: by task, the score that says which weights are best.
    """

    groups: Sequence[Group]
    epoch: Callable[[int], Sequence[Item]]
    batch: Callable[[Sequence[Item], int], Batch]
    judge: Callable[[nn.Module], Scores]
    keep: Callable[[str, nn.Module, Scores], None]
    best: Mapping[str, str]


@dataclass(frozen=True)
class _Run:
    """What stays the same through a run."""

    learner: Learner
    lessons: Lessons[Any]
    recipe: AnyRecipe
    folder: Path
    workers: Workers
    report: Report | None
    progress: Progress


def learn(
    model: nn.Module,
    lessons: Lessons[Any],
    *,
    recipe: AnyRecipe,
    folder: Path,
    workers: Workers,
    progress: Progress = no_progress,
) -> Place:
    """Train a model, from where the folder's run was, to the end of its course or of its patience.

    Args:
        model: with its first weights, on its device.
        lessons: what it learns, from what, and how it is judged.
        recipe: what to follow.
        folder: of the state and the logs.
        workers: the processes that take part.
        progress: told the epoch and how much of it is done.

    Returns:
        Where the run ended, with the best score of each task.

    Raises:
        TrainError: when there is nothing to learn from, a loss is not finite, or the folder's run is another's.
    """
    learner = Learner(model, lessons.groups, recipe=recipe, workers=workers, folder=folder)
    place = read_state(folder, model, learner.optimiser, recipe=recipe)
    report = Report(folder, gone=place.gone) if workers.writes else None
    run = _Run(learner, lessons, recipe, folder, workers, report, progress)
    try:
        while place.epoch < recipe.course.n_epochs and not _is_stale(place, recipe):
            place = _epoch(run, place)
    finally:
        if report is not None:
            report.close()
    return place


def _epoch(run: _Run, place: Place) -> Place:
    """What is left of an epoch, and the judgement after it."""
    course = run.recipe.course
    steps = in_steps(run.lessons.epoch(place.epoch), course.batch_size)
    if not steps:
        raise TrainError(
            "there is nothing to train on; name a split with captions by drawing.split, or keep longer ones by n_tokens"
        )
    for items in steps[place.step :]:
        place = _step(run, place, items=items, total=len(steps) * course.n_epochs)
        run.progress(f"epoch {place.epoch + 1}", place.step / len(steps))
        if course.n_state_steps and place.gone % course.n_state_steps == 0:
            _save(run, place)
    if (place.epoch + 1) % run.recipe.judging.n_epochs == 0 or place.epoch + 1 == course.n_epochs:
        place = _judged(run, place)
    place = place.after_epoch()
    _save(run, place)
    return place


def _step(run: _Run, place: Place, *, items: Sequence[Any], total: int) -> Place:
    began = time.perf_counter()
    parts = in_parts(run.workers.share(items), run.recipe.course.n_accumulated)
    batches = [_batch(run, part, f"{place.gone} {number}") for number, part in enumerate(parts)]
    read = time.perf_counter()
    stepped = run.learner.step(batches, gone=place.gone, total=total)
    place = place.after_step()
    if run.report is not None:
        seconds = {"seconds/read": read - began, "seconds/learn": time.perf_counter() - read}
        run.report.tell(place.gone, {**stepped.to_dict(), **seconds}, epoch=place.epoch + 1)
    return place


def _batch(run: _Run, items: Sequence[Any], lot: str) -> Batch:
    return run.lessons.batch(items, zlib.crc32(f"{run.recipe.seed} {run.workers.rank} {lot}".encode()))


def _judged(run: _Run, place: Place) -> Place:
    """The place after a judgement, the weights kept of each task that is better than before.

    Every process judges, since all must agree on whether to go on; the first one writes.
    """
    run.progress(f"judging {place.epoch + 1}", 0.0)
    model = run.learner.model.eval()
    scores = run.lessons.judge(model)
    place, better = place.judged({task: scores[name] for task, name in run.lessons.best.items()})
    if run.report is not None:
        run.report.tell(place.gone, scores, epoch=place.epoch + 1)
        for task in better:
            run.lessons.keep(task, model, scores)
    return place


def _is_stale(place: Place, recipe: AnyRecipe) -> bool:
    return 0 < recipe.judging.patience <= place.n_stale


def _save(run: _Run, place: Place) -> None:
    if run.workers.writes:
        write_state(run.folder, run.learner.model, run.learner.optimiser, place=place, recipe=run.recipe)
