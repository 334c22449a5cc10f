"""A linear map of which runs of outputs can be asked alone."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F


class Linear(nn.Module):
    """A linear map, weight for weight as `torch.nn.Linear`, all of it or a run of its outputs.

    Args:
        n_inputs: width of what comes in.
        n_outputs: width of what goes out.
    """

    def __init__(self, n_inputs: int, n_outputs: int) -> None:
        super().__init__()
        start = nn.Linear(n_inputs, n_outputs)
        self.weight, self.bias = start.weight, start.bias

    def forward(self, x: Tensor) -> Tensor:
        """All outputs, (..., n_inputs) to (..., n_outputs)."""
        return F.linear(x, self.weight, self.bias)

    def among(self, x: Tensor, outputs: range) -> Tensor:
        """A run of outputs, (..., n_inputs) to (..., len(outputs))."""
        run = slice(outputs.start, outputs.stop)
        return F.linear(x, self.weight[run], self.bias[run])
