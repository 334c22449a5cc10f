"""A linear layer that can compute a slice of its outputs."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F


class Linear(nn.Module):
    """A linear layer with the weights of `torch.nn.Linear` that can compute a slice of its outputs.

    Args:
        n_inputs: width of the input.
        n_outputs: width of the output.
    """

    def __init__(self, n_inputs: int, n_outputs: int) -> None:
        super().__init__()
        initial = nn.Linear(n_inputs, n_outputs)
        self.weight, self.bias = initial.weight, initial.bias

    def forward(self, x: Tensor) -> Tensor:
        """All outputs, (..., n_inputs) to (..., n_outputs)."""
        return F.linear(x, self.weight, self.bias)

    def output_slice(self, x: Tensor, outputs: range) -> Tensor:
        """Some outputs, (..., n_inputs) to (..., len(outputs))."""
        part = slice(outputs.start, outputs.stop)
        return F.linear(x, self.weight[part], self.bias[part])
