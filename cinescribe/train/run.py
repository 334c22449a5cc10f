"""Trains a model from a recipe and a corpus, and scores its best checkpoints."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.stills import read_stills
from cinescribe.corpus.datasets.sidecar_annotations import read_annotated
from cinescribe.errors import ParameterError, TrainError
from cinescribe.models.checkpoint import CHECKPOINT
from cinescribe.models.fitted.fitted_checkpoint import read_fitted
from cinescribe.output_folder import claim_folder, first_line_holds_keys
from cinescribe.parallel import Backend
from cinescribe.progress import Progress, no_progress
from cinescribe.store import read_json, write_text
from cinescribe.train.distributed import Workers, process_group
from cinescribe.train.experiments.clip_experiment import build_clip_experiment
from cinescribe.train.experiments.commonsense_experiment import TASK as COMMONSENSE
from cinescribe.train.experiments.commonsense_experiment import build_commonsense_experiment
from cinescribe.train.experiments.image_experiment import build_image_experiment
from cinescribe.train.experiments.question_experiment import TASK as ANSWERS
from cinescribe.train.experiments.question_experiment import build_question_experiment
from cinescribe.train.experiments.video_experiment import build_video_experiment
from cinescribe.train.fit import Experiment, fit
from cinescribe.train.fitted.fit_corpus import fit_corpus
from cinescribe.train.ray_workers import run_on_ray
from cinescribe.train.recipes.clip_recipe import ClipRecipe
from cinescribe.train.recipes.commonsense_recipe import CommonsenseRecipe
from cinescribe.train.recipes.fitted_recipe import FittedRecipe
from cinescribe.train.recipes.image_recipe import ImageRecipe
from cinescribe.train.recipes.question_recipe import QuestionRecipe
from cinescribe.train.recipes.recipe import Recipe, read_recipe
from cinescribe.train.recipes.video_recipe import VideoRecipe
from cinescribe.train.training_log import BOARD, LOG

_SCORES = "scores.json"
CAPTIONS, FILL = "captions", "fill"
_TASKS = (CAPTIONS, FILL, COMMONSENSE, ANSWERS)  # folders of their best checkpoints
EXPERIMENTS: dict[type, Callable[[Any, Path, str, bool], Experiment]] = {  # recipe, corpus, device, fetch
    ClipRecipe: lambda recipe, corpus, _, fetch: build_clip_experiment(recipe, read_corpus(corpus), fetch=fetch),
    CommonsenseRecipe: lambda recipe, corpus, _, __: build_commonsense_experiment(recipe, read_annotated(corpus)),
    ImageRecipe: lambda recipe, corpus, _, __: build_image_experiment(recipe, read_stills(corpus)),
    VideoRecipe: lambda recipe, corpus, device, fetch: build_video_experiment(
        recipe, corpus, device=device, fetch=fetch
    ),
    QuestionRecipe: lambda recipe, corpus, _, __: build_question_experiment(recipe, read_corpus(corpus)),
}


@dataclass(frozen=True)
class TrainingResult:
    """The checkpoints of a run and their scores.

    Args:
        checkpoints: by task, `captions`, `fill`, `commonsense` and `answers`, the folder of its best checkpoint.
        scores: by task and metric, such as `fill/class`, each of its own task's checkpoint.
    """

    checkpoints: dict[str, Path]
    scores: dict[str, float]

    @property
    def checkpoint(self) -> Path:
        """The best captioning checkpoint, or the best fill-in checkpoint of a model that does not caption."""
        return next(iter(self.checkpoints.values()))


def train_model(
    recipe: str | Path | Recipe,
    corpus: str | Path,
    folder: str | Path,
    *,
    changes: Sequence[str] = (),
    device: str | None = None,
    fetch: bool = False,
    workers: int = 1,
    backend: Backend = "local",
    progress: Progress = no_progress,
) -> TrainingResult:
    """Train a model on a corpus, or resume its training, and score its best checkpoints.

    On one machine, `torchrun` starts several processes, each of which calls this function.

    Args:
        recipe: a recipe's file, or a recipe as `read_recipe` returns it.
        corpus: a folder with captions and features of clips or stills, whichever the recipe's model reads.
        folder: the folder of the run: checkpoints, logs and state.
        changes: keys of a recipe's file with other values for this run, such as `training.epochs=2`.
        device: the torch device; a GPU where there is one.
        fetch: whether the models that the recipe names, such as its text encoder, may be downloaded from the hub.
        workers: processes that train together on Ray.
        backend: `ray` trains in processes of the cluster that `RAY_ADDRESS` names, which must see the same folders, or
            of one started here; when one dies, all are started again and go on. `local` trains in this process.
        progress: called with the current stage and its finished share.

    Raises:
        RecipeError: when the recipe cannot be read, or a change does not fit it.
        ParameterError: when changes come with a recipe that is not a file, or several workers with `local`.
        CorpusError, RecordError, FeatureError: when corpus or features do not fit the recipe.
        ModelError: when a model that the recipe names is missing.
        OutputError: when the folder holds anything but a run, a part of it is a link, or it cannot be written.
        TrainError: as `fit`; when `init_checkpoint` does not fit, or is empty where the objective needs it.
        WorkError: when Ray is asked for and not installed, or its processes died too often.
    """
    corpus, folder = Path(corpus), Path(folder)
    if isinstance(recipe, str | Path):
        recipe = read_recipe(Path(recipe), changes=changes)
    elif changes:
        raise ParameterError("`changes` do not apply to a recipe that is read already; give them to `read_recipe`")
    if backend == "ray":
        _train_on_ray(recipe, corpus, folder, workers, device=device, fetch=fetch, progress=progress)
    elif workers > 1:
        raise ParameterError(
            f"{workers} local workers were asked for; start them with torchrun --nproc-per-node {workers}, "
            'or name the `backend` "ray"'
        )
    else:
        _train(recipe, corpus, folder, device=device, fetch=fetch, progress=progress)
    tasks = [task for task in _TASKS if (folder / task).exists()]
    return TrainingResult({task: folder / task for task in tasks}, read_json(folder / _SCORES))


def _train(recipe: Recipe, corpus: Path, folder: Path, *, device: str | None, fetch: bool, progress: Progress) -> None:
    """Train as one of the processes that were started together."""
    with process_group() as team:
        if team.is_main:
            claim_folder(folder, "training run", is_older=_is_run, parts=(*_TASKS, BOARD))
        team.wait()
        _TRAININGS[type(recipe)](recipe, corpus, folder, team, device=device, fetch=fetch, progress=progress)
        team.wait()


def _train_on_ray(
    recipe: Recipe,
    corpus: Path,
    folder: Path,
    n_workers: int,
    *,
    device: str | None,
    fetch: bool,
    progress: Progress,
) -> None:
    corpus, folder = corpus.absolute(), folder.absolute()  # Ray's processes run in folders of their own

    def train(progress: Progress) -> None:
        _train(recipe, corpus, folder, device=device, fetch=fetch, progress=progress)

    folder.parent.mkdir(parents=True, exist_ok=True)
    run_on_ray(train, n_workers=n_workers, device=device, folder=folder.parent, progress=progress)


def _train_network(
    recipe: Any, corpus: Path, folder: Path, team: Workers, *, device: str | None, fetch: bool, progress: Progress
) -> None:
    """Train a network in epochs."""
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    experiment = EXPERIMENTS[type(recipe)](recipe, corpus, device, fetch)
    fit(experiment, folder=folder, workers=team, device=device, progress=progress)
    if team.is_main and not (folder / _SCORES).exists():
        progress("scoring", 0.0)
        _write_scores(folder, experiment.final_scores(folder))


def _fit_model(
    recipe: FittedRecipe, corpus: Path, folder: Path, team: Workers, *, progress: Progress, **_: object
) -> None:
    """Fit a model in one pass; it needs neither a device nor a download."""
    if team.is_main and not _is_fitted(folder, recipe):
        scores = fit_corpus(recipe, read_corpus(corpus), folder / CAPTIONS, progress=progress)
        _write_scores(folder, {f"{CAPTIONS}/{name}": value for name, value in scores.items()})


_TRAININGS: dict[type, Callable[..., None]] = {
    **dict.fromkeys(EXPERIMENTS, _train_network),
    FittedRecipe: _fit_model,
}


def _write_scores(folder: Path, scores: Mapping[str, float]) -> None:
    write_text(folder / _SCORES, json.dumps(scores, indent=1) + "\n")


def _is_fitted(folder: Path, recipe: FittedRecipe) -> bool:
    """Whether a folder holds the finished run of a recipe; raises if it holds a run of another one."""
    if not (folder / CAPTIONS / CHECKPOINT.card).is_file():
        return False
    if read_fitted(folder / CAPTIONS).card.recipe != recipe.to_dict():
        raise TrainError(f"{str(folder)!r} holds a run of another recipe; name another folder, or remove this one")
    return (folder / _SCORES).exists()


def _is_run(folder: Path) -> bool:
    return first_line_holds_keys(folder / LOG, "step", "epoch")
