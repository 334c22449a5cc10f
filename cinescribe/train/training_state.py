"""Where a training run is, on disk: killed at any moment, it goes on to the same weights, byte for byte.

Nothing random has a state to keep: order and words of an epoch follow from seed and epoch, dropout from seed and step.
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
from cinescribe.train.recipes.recipe import AnyRecipe

STATE = "state.pt"


@dataclass(frozen=True)
class Place:
    """How far a run is.

    Args:
        epoch: the one that is running, from 0.
        step: steps gone in it.
        gone: steps gone in all.
        best: the best score so far of each task.
        n_stale: judgements since any score was best.
    """

    epoch: int = 0
    step: int = 0
    gone: int = 0
    best: dict[str, float] = field(default_factory=dict)
    n_stale: int = 0

    def after_step(self) -> Place:
        """One step further."""
        return dataclasses.replace(self, step=self.step + 1, gone=self.gone + 1)

    def after_epoch(self) -> Place:
        """At the start of the next epoch."""
        return dataclasses.replace(self, epoch=self.epoch + 1, step=0)

    def judged(self, scores: dict[str, float]) -> tuple[Place, list[str]]:
        """The place after a judgement, and the tasks whose score is better than any before."""
        better = [task for task, score in scores.items() if score > self.best.get(task, float("-inf"))]
        best = {**self.best, **{task: scores[task] for task in better}}
        return dataclasses.replace(self, best=best, n_stale=0 if better else self.n_stale + 1), better


def write_state(
    folder: Path, model: nn.Module, optimiser: torch.optim.Optimizer, *, place: Place, recipe: AnyRecipe
) -> None:
    """Write where the run is, whole or not at all."""
    state = {
        "place": dataclasses.asdict(place),
        "recipe": _said(recipe),
        "model": model.state_dict(),
        "optimiser": optimiser.state_dict(),
    }
    with writing(Path(folder) / STATE) as beside:
        torch.save(state, beside)


def read_state(folder: Path, model: nn.Module, optimiser: torch.optim.Optimizer, *, recipe: AnyRecipe) -> Place:
    """Put model and optimiser where the run of a folder was, and give its place; the start where there was none.

    Raises:
        TrainError: when the folder holds a run of another recipe or data, or its state is damaged.
    """
    path = Path(folder) / STATE
    if not path.exists():
        return Place()
    state = _loaded(path)
    if state["recipe"] != _said(recipe):
        raise TrainError(
            f"{str(folder)!r} holds a run of another recipe ({_difference(state['recipe'], _said(recipe))}); "
            "name another folder, or remove this one"
        )
    try:
        model.load_state_dict(state["model"])
    except RuntimeError as error:
        raise TrainError(
            f"{str(folder)!r} holds a run whose model had other sizes, as from another corpus; name another folder"
        ) from error
    optimiser.load_state_dict(state["optimiser"])
    return Place(**state["place"])


def _loaded(path: Path) -> Any:
    try:
        return torch.load(path, weights_only=True)
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError, zipfile.BadZipFile) as error:
        raise TrainError(f"{str(path)!r} is damaged; remove it, and the run starts anew") from error


def _said(recipe: AnyRecipe) -> str:
    return json.dumps(recipe.to_dict(), sort_keys=True)


def _difference(old: str, new: str) -> str:
    """The first line in which two recipes differ."""
    before, after = _lines(json.loads(old)), _lines(json.loads(new))
    name = next(name for name in {**before, **after} if before.get(name) != after.get(name))
    return f"{name} was {before.get(name)!r}, and is {after.get(name)!r}"


def _lines(values: dict[str, Any], section: str = "") -> dict[str, Any]:
    lines: dict[str, Any] = {}
    for name, value in values.items():
        lines |= _lines(value, f"{section}{name}.") if isinstance(value, dict) else {f"{section}{name}": value}
    return lines
