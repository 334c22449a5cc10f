"""The state of a training run on disk. A killed run resumes from it and ends with the same weights, byte for byte.

No random state is stored: order and captions of an epoch follow from seed and epoch, dropout from seed and step.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import mmap
import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import torch
from torch import nn

from cinescribe.errors import RecordError, TrainError, brief
from cinescribe.input_files import open_input
from cinescribe.models.fields import from_fields
from cinescribe.store import writing

STATE = "state.pt"
_DIGEST_BYTES = hashlib.sha256().digest_size
_PARTS = {"state": dict, "recipe": str, "model": dict, "optimizer": dict}


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
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, state: TrainingState, recipe: Mapping[str, Any]
) -> None:
    """Write the state of a run atomically: a file of torch, followed by the SHA-256 of all its bytes.

    Args:
        folder: of the run.
        model: the model.
        optimizer: its optimizer, whose moments are kept.
        state: the progress of the run.
        recipe: all settings of the run as JSON values; a run with other settings does not resume from this state.

    Raises:
        OutputError: when the folder cannot be written, or the disk is full.
    """
    values = {
        "state": dataclasses.asdict(state),
        "recipe": json.dumps(recipe, sort_keys=True),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
    }
    with writing(Path(folder) / STATE) as beside, open(beside, "w+b") as opened:
        _save(values, opened)
        opened.seek(0)
        opened.write(hashlib.file_digest(opened, "sha256").digest())  # at the end, which the digest has read up to


def _save(values: dict[str, Any], opened: BinaryIO) -> None:
    """Write values to an open file: torch would put the name of a path, here a temporary one, into what it writes."""
    try:
        torch.save(values, opened)
    except RuntimeError as error:  # what torch makes of a full disk
        if isinstance(error.__context__, OSError):
            raise error.__context__ from None
        raise


def read_state(
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, recipe: Mapping[str, Any]
) -> TrainingState:
    """Load the state of a run into its model and optimizer, and return its progress; a new run starts at 0.

    Raises:
        TrainError: when the folder belongs to a run of another recipe or data, or its state is not what was written.
    """
    path = Path(folder) / STATE
    if not path.exists():
        return TrainingState()
    values = _load(path)
    try:
        difference = _difference(values["recipe"], json.dumps(recipe, sort_keys=True))
        if difference:
            raise TrainError(
                f"{str(folder)!r} holds a run of another recipe or other data ({difference}); name another folder, or "
                "remove this one"
            )
        _load_model(folder, model, values["model"])
        optimizer.load_state_dict(values["optimizer"])
        return _progress(values["state"])
    except (RecordError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise TrainError(_damaged(path, str(error))) from error


def _load_model(folder: Path, model: nn.Module, weights: Any) -> None:
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise TrainError(
            f"{str(folder)!r} holds a run whose model had other sizes, as from another corpus; name another folder"
        ) from error


def _progress(values: Any) -> TrainingState:
    state = from_fields(TrainingState, values, where="state")
    if not all(isinstance(score, float) for score in state.best.values()):
        raise RecordError(f"state: best is {brief(state.best)}; expected a number for each task")
    return state


def _load(path: Path) -> dict[str, Any]:
    """Return the values of a state whose bytes have their digest: torch reads only what was written."""
    try:
        with open_input(path) as opened:
            if not _is_whole(opened):
                raise TrainError(_damaged(path, "it is not what was written, or an older release wrote it"))
            values = torch.load(opened, map_location="cpu", weights_only=True)
    except RecordError as error:
        raise TrainError(_damaged(path, str(error))) from error
    except (RuntimeError, EOFError, LookupError, TypeError, ValueError, pickle.UnpicklingError) as error:
        raise TrainError(_damaged(path, "torch cannot read it")) from error
    if not isinstance(values, dict):
        raise TrainError(_damaged(path, f"it holds {brief(values)}"))
    for name, kind in _PARTS.items():
        if not isinstance(values.get(name), kind):
            raise TrainError(_damaged(path, f"its {name} is {brief(values.get(name))}"))
    return values


def _is_whole(opened: BufferedReader) -> bool:
    """Whether a file ends with the digest of all bytes before; it is at its start afterwards."""
    n_bytes = opened.seek(0, os.SEEK_END) - _DIGEST_BYTES
    opened.seek(0)
    if n_bytes <= 0:
        return False
    with mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as whole:
        return hashlib.sha256(whole[:n_bytes]).digest() == whole[n_bytes:]


def _damaged(path: Path, why: str) -> str:
    return f"{str(path)!r} is damaged ({why}); remove it to start the run again"


def _difference(old: str, new: str) -> str:
    """The first key in which two recipes differ; empty if there is none."""
    before, after = _flat(json.loads(old)), _flat(json.loads(new))
    name = next((name for name in {**before, **after} if before.get(name) != after.get(name)), None)
    return "" if name is None else f"{name} was {before.get(name)!r}, and is {after.get(name)!r}"


def _flat(values: dict[str, Any], section: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        flat |= _flat(value, f"{section}{name}.") if isinstance(value, dict) else {f"{section}{name}": value}
    return flat
