"""Small picture networks on disk: weights in half precision, and beside them their sizes and recipe.

The description is written last and holds the weights' digest, so that a folder half-written is not taken for whole.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import torch
from torch import nn

from cinescribe.errors import ModelError, RecordError
from cinescribe.store import digest, read_arrays, read_text, write_arrays, write_text

WEIGHTS = "encoder.safetensors"
ABOUT = "encoder.json"

Net = TypeVar("Net", bound=nn.Module)
Sizes = TypeVar("Sizes")


class Sized(Protocol):
    """A network that tells its sizes, a dataclass."""

    @property
    def sizes(self) -> Any: ...

    def state_dict(self) -> Mapping[str, torch.Tensor]: ...


def frame_weights() -> Path:
    """The folder of the frame network that comes with cinescribe."""
    return _shipped("frames")


def action_weights() -> Path:
    """The folder of the action network that comes with cinescribe."""
    return _shipped("actions")


def write_encoder(folder: Path, net: Sized, recipe: Mapping[str, Any]) -> None:
    """Write a trained network to a folder.

    Args:
        folder: where to; made when it is missing.
        net: the network.
        recipe: how it was trained; for the reader.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {name: value.numpy() for name, value in net.state_dict().items()}
    halved = {name: np.asarray(a, np.float16) if a.dtype == np.float32 else a for name, a in arrays.items()}
    write_arrays(folder / WEIGHTS, halved)
    about = {"sizes": asdict(net.sizes), "recipe": dict(recipe), "weights": digest(folder / WEIGHTS)}
    write_text(folder / ABOUT, json.dumps(about, indent=1) + "\n")


def read_encoder(folder: Path, build: Callable[[Sizes], Net], sizes: Callable[..., Sizes]) -> Net:
    """The trained network of a folder, ready to be asked.

    Args:
        folder: as `write_encoder` wrote it.
        build: the network from its sizes.
        sizes: the sizes from their names.

    Raises:
        ModelError: when the weights are missing, or do not belong to the sizes.
    """
    try:
        found = json.loads(read_text(folder / ABOUT))
        if digest(folder / WEIGHTS) != found["weights"]:
            raise ModelError(f"{str(folder)!r} holds weights of another training than its {ABOUT}; train it again")
        net = build(sizes(**{name: _frozen(value) for name, value in found["sizes"].items()}))
        arrays = read_arrays(folder / WEIGHTS)
        net.load_state_dict({name: torch.from_numpy(a) for name, a in arrays.items()})
    except (OSError, RecordError, LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise ModelError(
            f"{str(folder)!r} holds no network of this kind ({error}); install cinescribe again, or train one by "
            "python -m cinescribe.train.encoders.train_encoders"
        ) from error
    return channels_last(net.eval().requires_grad_(False))


def channels_last(net: Net) -> Net:
    """A network with its weights laid out channels last, a third faster on one core; the same network."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return net


def _frozen(value: Any) -> Any:
    """A size as it was before JSON knew lists alone."""
    return tuple(value) if isinstance(value, list) else value


def _shipped(name: str) -> Path:
    return Path(str(files("cinescribe") / "weights" / name))
