"""Reads and writes our small picture networks: weights in half precision, and a description with sizes and recipe.

The description is written last and holds the weights' digest, so that an incomplete folder is detected.
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

from cinescribe.arrays import read_arrays, write_arrays
from cinescribe.errors import ModelError, RecordError
from cinescribe.input_files import digest, read_text
from cinescribe.parsing import parse_json
from cinescribe.store import write_text

ENCODER_FILE = "encoder.safetensors"
ABOUT = "encoder.json"

Net = TypeVar("Net", bound=nn.Module)
_Sizes = TypeVar("_Sizes")


class Sized(Protocol):
    """A network with its sizes, a dataclass."""

    @property
    def sizes(self) -> Any:
        """The sizes of the network."""

    def state_dict(self) -> Mapping[str, torch.Tensor]:
        """Return the weights by name."""


def frame_weights() -> Path:
    """Return the folder of the frame network that comes with cinescribe."""
    return _shipped("frames")


def action_weights() -> Path:
    """Return the folder of the action network that comes with cinescribe."""
    return _shipped("actions")


def body_weights() -> Path:
    """Return the folder of the body network that comes with cinescribe."""
    return _shipped("bodies")


def looks_weights() -> Path:
    """Return the folder of the network of looks that comes with cinescribe."""
    return _shipped("looks")


def git_weights() -> Path:
    """Return the folder of the small GIT that comes with cinescribe."""
    return _shipped("git")


def write_encoder(folder: Path, net: Sized, recipe: Mapping[str, Any]) -> None:
    """Write a trained network to a folder.

    Args:
        folder: where to write; created if it does not exist.
        net: the network.
        recipe: settings of its training, for information.

    Raises:
        OutputError: when the folder cannot be written.
    """
    arrays = {name: value.numpy() for name, value in net.state_dict().items()}
    halved = {name: np.asarray(a, np.float16) if a.dtype == np.float32 else a for name, a in arrays.items()}
    write_arrays(folder / ENCODER_FILE, halved)
    about = {"sizes": asdict(net.sizes), "recipe": dict(recipe), "weights": digest(folder / ENCODER_FILE)}
    write_text(folder / ABOUT, json.dumps(about, indent=1) + "\n")


def read_encoder(folder: Path, build: Callable[[_Sizes], Net], sizes: Callable[..., _Sizes]) -> Net:
    """Load the trained network of a folder, in evaluation mode.

    Args:
        folder: written by `write_encoder`.
        build: returns the network for its sizes.
        sizes: returns the sizes for named values.

    Raises:
        ModelError: when the weights are missing, or do not fit the sizes.
    """
    try:
        about = parse_json(read_text(folder / ABOUT), repr(str(folder / ABOUT)))
        if digest(folder / ENCODER_FILE) != about["weights"]:
            raise ModelError(f"{str(folder)!r} holds weights that do not belong to its {ABOUT}; train it again")
        known = sizes(**{name: _frozen(value) for name, value in about["sizes"].items()})
        arrays = read_arrays(folder / ENCODER_FILE)
        _check(build, known, {name: a.shape for name, a in arrays.items()})
        net = build(known)
        net.load_state_dict({name: torch.from_numpy(a) for name, a in arrays.items()})
    except (OSError, RecordError, LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise ModelError(
            f"{str(folder)!r} holds no network of this kind ({error}); install cinescribe again, or train one by "
            "python -m cinescribe.train.encoders.train_encoders"
        ) from error
    return channels_last(net.eval().requires_grad_(False))


def _check(build: Callable[[_Sizes], nn.Module], sizes: _Sizes, found: Mapping[str, tuple[int, ...]]) -> None:
    """Refuse sizes of which no network with these shapes of weights is built, before memory is allocated for it."""
    with torch.device("meta"):
        # The shipped files hold a single number as an array of one.
        wanted = {name: tuple(value.shape) or (1,) for name, value in build(sizes).state_dict().items()}
    found = {name: shape or (1,) for name, shape in found.items()}
    if found != wanted:
        name = next(name for name in {**wanted, **found} if wanted.get(name) != found.get(name))
        raise ValueError(f"its weight {name} is {found.get(name)}, its sizes make {wanted.get(name)}")


def channels_last(net: Net) -> Net:
    """Convert a network's weights to channels last, a third faster on one core, and return it."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return net


def _frozen(value: Any) -> Any:
    """Return a size with tuples in place of JSON's lists."""
    return tuple(value) if isinstance(value, list) else value


def _shipped(name: str) -> Path:
    return Path(str(files("cinescribe") / "weights" / name))
