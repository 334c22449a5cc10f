"""The loop of every training run: epochs of steps, judgements between them, the best weights of each task kept."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from torch import nn

from cinescribe.errors import TrainError
from cinescribe.features.set_batch import SetBatch
from cinescribe.language.vocabulary import Tokens
from cinescribe.schema import ClipSet
from cinescribe.train.drawing import in_parts, in_steps
from cinescribe.train.dropping import with_drops
from cinescribe.train.learner import Learner
from cinescribe.train.recipe import Recipe
from cinescribe.train.report import Report
from cinescribe.train.run_state import Place, read_state, write_state
from cinescribe.train.workers import Workers

Progress: TypeAlias = Callable[[str, float], None]  # what is being done, and the share of it that is
Scores: TypeAlias = Mapping[str, float]  # by task and metric, as `fill/class`


@dataclass(frozen=True)
class Lessons:
    """What a run learns from and is judged by.

    Args:
        epoch: the sets of an epoch, by its number from 0; each epoch has as many.
        batch: reads sets.
        judge: scores of the model, by task and metric.
        keep: told a task, the model and its scores whenever they are the task's best.
        best: by task, the score that says which weights are best.
    """

    epoch: Callable[[int], Sequence[ClipSet]]
    batch: Callable[[Sequence[ClipSet]], SetBatch]
    judge: Callable[[nn.Module], Scores]
    keep: Callable[[str, nn.Module, Scores], None]
    best: Mapping[str, str]


@dataclass(frozen=True)
class _Run:
    """What stays the same through a run."""

    learner: Learner
    lessons: Lessons
    recipe: Recipe
    folder: Path
    workers: Workers
    report: Report | None
    progress: Progress


def learn(
    model: nn.Module,
    tokens: Tokens,
    *,
    recipe: Recipe,
    lessons: Lessons,
    folder: Path,
    workers: Workers,
    progress: Progress = lambda stage, share: None,
) -> Place:
    """Train a model, from where the folder's run was, to the end of its course or of its patience.

    Args:
        model: with its first weights, on its device.
        tokens: its vocabulary.
        recipe: what to follow.
        lessons: data and judge.
        folder: of the state and the logs.
        workers: the processes that take part.
        progress: told the epoch and how much of it is done.

    Returns:
        Where the run ended, with the best score of each task.

    Raises:
        TrainError: when there is nothing to learn from, a loss is not finite, or the folder's run is another's.
    """
    learner = Learner(model, tokens, recipe=recipe, workers=workers, folder=folder)
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
        raise TrainError("there is no set to train on; name a split with clips by drawing.split")
    for sets in steps[place.step :]:
        place = _step(run, place, sets=sets, total=len(steps) * course.n_epochs)
        run.progress(f"epoch {place.epoch + 1}", place.step / len(steps))
        if course.n_state_steps and place.gone % course.n_state_steps == 0:
            _save(run, place)
    if (place.epoch + 1) % run.recipe.judging.n_epochs == 0 or place.epoch + 1 == course.n_epochs:
        place = _judged(run, place)
    place = place.after_epoch()
    _save(run, place)
    return place


def _step(run: _Run, place: Place, *, sets: Sequence[ClipSet], total: int) -> Place:
    began = time.perf_counter()
    parts = in_parts(run.workers.share(sets), run.recipe.course.n_accumulated)
    batches = [_batch(run, part, f"{place.gone} {number}") for number, part in enumerate(parts)]
    read = time.perf_counter()
    stepped = run.learner.step(batches, gone=place.gone, total=total)
    place = place.after_step()
    if run.report is not None:
        seconds = {"seconds/read": read - began, "seconds/learn": time.perf_counter() - read}
        run.report.tell(place.gone, {**stepped.to_dict(), **seconds}, epoch=place.epoch + 1)
    return place


def _batch(run: _Run, sets: Sequence[ClipSet], lot: str) -> SetBatch:
    drawing = run.recipe.drawing
    seed = zlib.crc32(f"{run.recipe.seed} {run.workers.rank} {lot}".encode())
    return with_drops(run.lessons.batch(sets), frames=drawing.frames_dropped, faces=drawing.faces_dropped, seed=seed)


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


def _is_stale(place: Place, recipe: Recipe) -> bool:
    return 0 < recipe.judging.patience <= place.n_stale


def _save(run: _Run, place: Place) -> None:
    if run.workers.writes:
        write_state(run.folder, run.learner.model, run.learner.optimiser, place=place, recipe=run.recipe)
