"""Guided backpropagation's rule for ReLUs: a gradient passes only where it and the input are positive.

Springenberg et al., "Striving for simplicity: the all convolutional net" (2015).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

_COPYING: frozenset[Any] = frozenset([torch.relu, Tensor.relu, F.relu])
_IN_PLACE: frozenset[Any] = frozenset([torch.relu_, Tensor.relu_, F.relu_])


class _Rectified(torch.autograd.Function):
    """max(x, 0), with a gradient that is itself rectified."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        out = x.clamp(min=0)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Tensor:
        (out,) = ctx.saved_tensors
        passed: Tensor = gradients[0].clamp(min=0) * (out > 0)
        return passed


class GuidedReLUs(TorchFunctionMode):
    """A context manager under which every ReLU call, as a module, function or method, follows the rule.

    The model itself does not change. Tensors computed inside keep the rule in their backward pass.

    Attributes:
        n_calls: ReLU calls so far.
    """

    def __init__(self) -> None:
        super().__init__()
        self.n_calls = 0

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Call a function of torch; a ReLU gets the rule in its gradient."""
        named = dict(kwargs or {})
        if func not in _COPYING and func not in _IN_PLACE:
            return func(*args, **named)
        self.n_calls += 1
        x = args[0] if args else named["input"]
        rectified = _Rectified.apply(x)  # type: ignore[no-untyped-call]
        in_place = func in _IN_PLACE or named.get("inplace", False) or (len(args) > 1 and args[1])
        return x.copy_(rectified) if in_place else rectified
