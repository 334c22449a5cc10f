"""Guided backpropagation's rule for ReLUs: a gradient passes where it and the input are positive.

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
    """While it is entered, every ReLU that is called, as a module, function or method, follows the rule.

    The model is not touched, and nothing is left in it afterwards: what was computed keeps the rule, nothing else does.

    Attributes:
        n_met: ReLUs called so far.
    """

    def __init__(self) -> None:
        super().__init__()
        self.n_met = 0

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """What a function of torch gives; a ReLU's with the rule in its gradient."""
        named = dict(kwargs or {})
        if func not in _COPYING and func not in _IN_PLACE:
            return func(*args, **named)
        self.n_met += 1
        x = args[0] if args else named["input"]
        rectified = _Rectified.apply(x)  # type: ignore[no-untyped-call]
        in_place = func in _IN_PLACE or named.get("inplace", False) or (len(args) > 1 and args[1])
        return x.copy_(rectified) if in_place else rectified
