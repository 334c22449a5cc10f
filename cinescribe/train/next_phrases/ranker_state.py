"""The state of a ranker's training on disk, after each epoch. A killed training resumes from it.

No random state is stored: the order of an epoch and its dropout follow from the seed and the epoch.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch import nn

from cinescribe.arrays import open_arrays, read_arrays, write_arrays
from cinescribe.errors import RecordError, TrainError
from cinescribe.parsing import parse_json

STATE = "state.safetensors"
_WEIGHT, _MOMENTS = "weight.", ("exp_avg", "exp_avg_sq")


def write_state(
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, epoch: int, recipe: dict[str, Any]
) -> None:
    """Write the state after an epoch.

    Args:
        folder: of the run.
        model: what is trained.
        optimizer: AdamW.
        epoch: epochs done.
        recipe: the recipe and digests of the data: what another run must not go on from.

    Raises:
        OutputError: when it cannot be written.
    """
    arrays = {f"{_WEIGHT}{name}": value.numpy() for name, value in model.state_dict().items()}
    for number, values in optimizer.state_dict()["state"].items():
        arrays |= {f"{name}.{number}": values[name].numpy() for name in _MOMENTS}
        arrays[f"step.{number}"] = values["step"].reshape(1).numpy()
    notes = {"epoch": str(epoch), "recipe": json.dumps(recipe, sort_keys=True)}
    write_arrays(Path(folder) / STATE, arrays, notes=notes)


def read_state(folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, *, recipe: dict[str, Any]) -> int:
    """Load the state of a run into its model and optimizer, and return the epochs done; a new run has done 0.

    Raises:
        TrainError: when the state is of another recipe or other data, or damaged.
    """
    path = Path(folder) / STATE
    if not path.is_file():
        return 0
    try:
        notes = open_arrays(path)[1]
        written, epoch = parse_json(notes.get("recipe", "{}"), str(path)), int(notes.get("epoch", ""))
        if written != recipe:
            changed = next((name for name in recipe if written.get(name) != recipe[name]), "another key")
            raise TrainError(
                f"{str(folder)!r} holds a training with another recipe or other data ({changed}); name another folder"
            )
        arrays = {name: torch.from_numpy(array) for name, array in read_arrays(path).items()}
        model.load_state_dict(
            {name.removeprefix(_WEIGHT): value for name, value in arrays.items() if name.startswith(_WEIGHT)}
        )
        values = optimizer.state_dict()
        numbers = [int(name.partition(".")[2]) for name in arrays if name.startswith("step.")]
        values["state"] = {
            n: {"step": arrays[f"step.{n}"][0], **{name: arrays[f"{name}.{n}"] for name in _MOMENTS}} for n in numbers
        }
        optimizer.load_state_dict(values)
    except (RecordError, LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise TrainError(f"{str(path)!r} is damaged ({error}); remove it, and training starts anew") from error
    return epoch
