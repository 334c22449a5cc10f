"""Models for writing on a CPU: the same numbers out of weights laid out once as oneDNN multiplies them fastest.

PyTorch hands a product of floats to a library that lays weights out anew in every call. That is lost on the few rows
of a beam: laid out beforehand, five rows go through a map of 512 by 2048 three times as fast, fifty 1.4 times, and
250 through a classifier of 10,000 words nearly twice.
"""

from __future__ import annotations

import copy
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.layers.attention import Attention
from cinescribe.layers.classifier import Classifier
from cinescribe.layers.linear import Linear

Model = TypeVar("Model", bound=nn.Module)

_N_ROWS = 64  # rows that a layout is chosen for; every number above a few gives the same one


class PackedLinear(nn.Module):
    """A linear map laid out for the CPU, without gradients; it has no weights that could be trained or kept.

    Args:
        weight: (n_outputs, n_inputs), floats of 32 bits.
        bias: (n_outputs,), None for none.
        runs: the runs of outputs that are often asked alone, and packed for it.
    """

    def __init__(self, weight: Tensor, bias: Tensor | None, *, runs: tuple[range, ...] = ()) -> None:
        super().__init__()
        self.out_features, self.in_features = weight.shape
        self._whole = _Packed(weight, bias)
        self._plain = weight.detach(), None if bias is None else bias.detach()
        self._runs = {
            run: _Packed(weight[run.start : run.stop], None if bias is None else bias[run.start : run.stop])
            for run in runs
        }

    def forward(self, x: Tensor) -> Tensor:
        """All outputs, (..., n_inputs) to (..., n_outputs)."""
        return self._whole(x)

    def among(self, x: Tensor, outputs: range) -> Tensor:
        """A run of outputs, (..., n_inputs) to (..., len(outputs))."""
        if outputs in self._runs:
            return self._runs[outputs](x)
        weight, bias = self._plain
        run = slice(outputs.start, outputs.stop)
        return F.linear(x, weight[run], None if bias is None else bias[run])


class _Packed:
    """One product."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        weight = weight.detach().contiguous()
        self.weight = torch.ops.mkldnn._reorder_linear_weight(weight, _N_ROWS)
        self.bias = None if bias is None else bias.detach().clone()

    def __call__(self, x: Tensor) -> Tensor:
        out: Tensor = torch.ops.mkldnn._linear_pointwise(x, self.weight, self.bias, "none", [], "")
        return out


def packed(model: Model) -> Model:
    """A copy of a model that only writes, on this CPU, its linear maps packed and its dropout off.

    Weights that are not packed are shared. What changes in the model afterwards does not reach packed ones: a model
    that goes on learning is packed again. A model elsewhere than on a CPU with oneDNN, or of other numbers than floats
    of 32 bits, comes back as it is.

    Args:
        model: with gradients or without.
    """
    if not _can_be_packed(model):
        return model
    twin = copy.deepcopy(model, {id(weights): weights for weights in model.parameters()}).eval()
    for parent in list(twin.modules()):
        for name, child in list(parent.named_children()):
            found = _packed_map(parent, child)
            if found is not None:
                setattr(parent, name, found)
    return twin


def _can_be_packed(model: nn.Module) -> bool:
    return bool(torch.backends.mkldnn.is_available()) and all(  # type: ignore[no-untyped-call]
        weights.device.type == "cpu" and weights.dtype == torch.float32 for weights in model.parameters()
    )


def _packed_map(parent: nn.Module, child: Any) -> PackedLinear | None:
    """The packed form of a module's part; None where it is no linear map."""
    if isinstance(child, Classifier):
        return PackedLinear(child.weight.T, child.bias)
    if isinstance(child, nn.Linear | Linear):
        runs = parent.runs if isinstance(parent, Attention) and child is parent.inputs else ()
        return PackedLinear(child.weight, child.bias, runs=runs)
    return None
