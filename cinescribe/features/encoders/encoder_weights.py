"""Reads and writes our small picture networks: weights in 16 bits, and a card with sizes and recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeVar

import torch
from torch import nn

from cinescribe.layers.weight_shapes import weight_shapes
from cinescribe.model_folder import ModelFolder, as_fp16

ENCODER = ModelFolder(
    "picture network", "encoder.safetensors", "encoder.json", "install cinescribe again, or train the network again"
)

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


def appearance_weights() -> Path:
    """Return the folder of the appearance network that comes with cinescribe."""
    return _shipped("appearance")


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
    ENCODER.write(folder, as_fp16(arrays), {"sizes": asdict(net.sizes), "recipe": dict(recipe)})


def read_encoder(folder: Path, build: Callable[[_Sizes], Net], sizes: Callable[..., _Sizes]) -> Net:
    """Load the trained network of a folder, in evaluation mode.

    Args:
        folder: written by `write_encoder`.
        build: returns the network for its sizes.
        sizes: returns the sizes for named values.

    Raises:
        ModelError: when the weights are missing, or do not fit the sizes.
    """
    card = ENCODER.read_card(folder)
    try:
        known = sizes(**{name: _frozen(value) for name, value in card["sizes"].items()})
        shapes = weight_shapes(lambda: build(known))
    except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        raise ENCODER.damaged(folder / ENCODER.card, error) from error
    arrays = ENCODER.read_weights(folder, card, shapes)
    net = build(known)
    net.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
    return channels_last(net.eval().requires_grad_(False))


def channels_last(net: Net) -> Net:
    """Convert a network's weights to channels last, a third faster on one core, and return it."""
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return net


def _frozen(value: Any) -> Any:
    """Return a size with tuples in place of JSON's lists."""
    return tuple(value) if isinstance(value, list) else value


def _shipped(name: str) -> Path:
    return Path(str(files("cinescribe") / "weights" / name))
