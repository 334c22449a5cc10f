"""The shapes of a model's weights, for checks of a file before anything is allocated for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import torch
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode


class HasWeights(Protocol):
    """A module, or a network that holds one."""

    def state_dict(self) -> Mapping[str, Tensor]:
        """Return weights and buffers by name."""


def weight_shapes(build: Callable[[], HasWeights]) -> dict[str, tuple[int, ...]]:
    """Return the shape of each weight and buffer of a model, by its name.

    Args:
        build: builds the model; it is called on the device `meta`, so no memory is taken.
    """
    with torch.device("meta"), _WithoutValues():
        return {name: tuple(value.shape) for name, value in build().state_dict().items()}


class _WithoutValues(TorchFunctionMode):
    """Leaves out the functions of first values that import PyTorch's compiler on `meta`: over a second for nothing."""

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        if func is torch.randn:
            return torch.empty(*args)
        if func is torch.eye:
            return torch.empty(*args, *args)
        if func in (Tensor.normal_, nn.init.normal_):
            return args[0] if args else (kwargs or {})["tensor"]
        return func(*args, **(kwargs or {}))
