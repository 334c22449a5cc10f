"""A training run from recipe and corpus to checkpoints, whatever it is that a model reads."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch
from torch import nn

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.core.stills import read_stills
from cinescribe.progress import Progress, no_progress
from cinescribe.store import write_text
from cinescribe.train.distributed import workers
from cinescribe.train.experiments.clip_experiment import set_room
from cinescribe.train.experiments.image_experiment import still_room
from cinescribe.train.loop import Lessons, learn
from cinescribe.train.recipes.image_recipe import StillRecipe
from cinescribe.train.recipes.recipe import AnyRecipe

SCORES = "scores.json"


@dataclass(frozen=True)
class Trained:
    """What a run left.

    Args:
        checkpoints: by task, `captions` and `fill`, the folder of the weights that were best at it.
        scores: by task and metric, as `fill/class`, each of its own task's checkpoint.
    """

    checkpoints: dict[str, Path]
    scores: dict[str, float]

    @property
    def checkpoint(self) -> Path:
        """The folder of the weights that write best, or fill in best where none write."""
        return next(iter(self.checkpoints.values()))


def train_model(
    recipe: AnyRecipe,
    corpus: Path,
    folder: Path,
    *,
    device: str | None = None,
    fetch: bool = False,
    progress: Progress = no_progress,
) -> Trained:
    """Train a model on a corpus, from where the folder's run was, and judge its best weights.

    Args:
        recipe: what to follow.
        corpus: a folder with clips or stills, whichever the recipe's model reads, captions and features.
        folder: where the checkpoints, the logs and the state of the run go.
        device: where torch computes; a GPU where there is one.
        fetch: consent to fetch from the hub the encoder that the recipe names.
        progress: told what is being done and how much of it is.

    Raises:
        CorpusError, RecordError, FeatureError: when corpus or features are not what the recipe needs.
        ModelError: when the encoder of blanks is not here.
        TrainError: as `loop.learn`; when the recipe starts from a checkpoint that does not fit, or from none and must.
    """
    folder = Path(folder)
    with workers() as team:
        room = _room(recipe, Path(corpus), fetch=fetch)
        torch.manual_seed(recipe.seed)
        model = room.model().to(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        lessons = room.lessons(folder)
        learn(model, lessons, recipe=recipe, folder=folder, workers=team, progress=progress)
        if team.writes and not (folder / SCORES).exists():
            progress("scoring", 0.0)
            write_text(folder / SCORES, json.dumps(room.final_scores(folder), indent=1) + "\n")
        team.wait()
    return Trained({task: folder / task for task in lessons.best}, json.loads((folder / SCORES).read_text()))


class _Room(Protocol):
    """What a recipe and a corpus make together."""

    def model(self) -> nn.Module:
        """The recipe's model with its first weights."""

    def lessons(self, folder: Path) -> Lessons[Any]:
        """What the run learns; its best weights go into a folder."""

    def final_scores(self, folder: Path) -> dict[str, float]:
        """All scores of the best weights of each task."""


def _room(recipe: AnyRecipe, corpus: Path, *, fetch: bool) -> _Room:
    if isinstance(recipe, StillRecipe):
        return still_room(recipe, read_stills(corpus))
    return set_room(recipe, read_corpus(corpus), fetch=fetch)
