"""The state of a training run on disk. A killed run resumes from it and ends with the same weights, byte for byte.

No random state is stored: order and captions of an epoch follow from seed and epoch, dropout from seed and step.
"""

from __future__ import annotations

import dataclasses
import json
import pickle
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.errors import TrainError
from cinescribe.store import writing
from cinescribe.train.recipes.recipe import Recipe

STATE = "state.pt"


@dataclass(frozen=True)
class TrainingState:
    """The progress of a run.

    Args:
        epoch: the current epoch, from 0.
        epoch_step: steps done in this epoch.
        step: steps done in all.
        best: the best score so far of each task.
        n_without_improvement: validations since a score last improved.
    """

    epoch: int = 0
    epoch_step: int = 0
    step: int = 0
    best: dict[str, float] = field(default_factory=dict)
    n_without_improvement: int = 0

    def after_step(self) -> TrainingState:
        """Return the state one step later."""
        return dataclasses.replace(self, epoch_step=self.epoch_step + 1, step=self.step + 1)

    def after_epoch(self) -> TrainingState:
        """Return the state at the start of the next epoch."""
        return dataclasses.replace(self, epoch=self.epoch + 1, epoch_step=0)

    def with_scores(self, scores: dict[str, float]) -> tuple[TrainingState, list[str]]:
        """Return the state after a validation, and the tasks whose score is a new best."""
        improved = [task for task, score in scores.items() if score > self.best.get(task, float("-inf"))]
        best = {**self.best, **{task: scores[task] for task in improved}}
        n_without_improvement = 0 if improved else self.n_without_improvement + 1
        return dataclasses.replace(self, best=best, n_without_improvement=n_without_improvement), improved


def write_state(
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, state: TrainingState, recipe: Recipe
) -> None:
    """Write the state of a run atomically."""
    values = {
        "state": dataclasses.asdict(state),
        "recipe": _recipe_json(recipe),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    with writing(Path(folder) / STATE) as beside:
        torch.save(values, beside)


def read_state(folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, recipe: Recipe) -> TrainingState:
    """Load the state of a run into its model and optimizer, and return its progress; a new run starts at 0.

    Raises:
        TrainError: when the folder belongs to a run of another recipe or data, or its state is damaged.
    """
    path = Path(folder) / STATE
    if not path.exists():
        return TrainingState()
    values = _load(path)
    if values["recipe"] != _recipe_json(recipe):
        raise TrainError(
            f"{str(folder)!r} holds a run of another recipe ({_difference(values['recipe'], _recipe_json(recipe))}); "
            "name another folder, or remove this one"
        )
    try:
        model.load_state_dict(values["model"])
    except RuntimeError as error:
        raise TrainError(
            f"{str(folder)!r} holds a run whose model had other sizes, as from another corpus; name another folder"
        ) from error
    optimizer.load_state_dict(values["optimizer"])
    return TrainingState(**values["state"])


def _load(path: Path) -> Any:
    try:
        return torch.load(path, weights_only=True)
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError, zipfile.BadZipFile) as error:
        raise TrainError(f"{str(path)!r} is damaged; remove it to start the run again") from error


def _recipe_json(recipe: Recipe) -> str:
    return json.dumps(recipe.to_dict(), sort_keys=True)


def _difference(old: str, new: str) -> str:
    """The first key in which two recipes differ."""
    before, after = _flat(json.loads(old)), _flat(json.loads(new))
    name = next(name for name in {**before, **after} if before.get(name) != after.get(name))
    return f"{name} was {before.get(name)!r}, and is {after.get(name)!r}"


def _flat(values: dict[str, Any], section: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        flat |= _flat(value, f"{section}{name}.") if isinstance(value, dict) else {f"{section}{name}": value}
    return flat
