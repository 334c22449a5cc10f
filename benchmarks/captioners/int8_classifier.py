"""A classifier quantised to 8 bits: five times as fast on a CPU, with slightly different logits."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from cinescribe.layers.classifier import Classifier

_MAX_WEIGHT = 127  # of a signed 8-bit integer
# Seven bits, PyTorch's `reduce_range`: without VNNI instructions, two products of full range overflow 16 bits.
_MAX_INPUT = 63


class Int8Classifier(nn.Module):
    """A classifier with 8-bit weights, scaled per class, and 8-bit inputs, scaled per call.

    It is for inference only: it has no gradients and no weights to train or save. Logits are off by some hundredths of
    their standard deviation, so words that are about equally likely may change places.

    Args:
        exact: the classifier to quantise; it is not changed.
    """

    def __init__(self, exact: Classifier) -> None:
        super().__init__()
        weight = exact.weight.detach().T.contiguous()
        self._scales = weight.abs().amax(1).clamp(min=1e-12) / _MAX_WEIGHT
        rounded = (weight / self._scales[:, None]).round().to(torch.int8)
        self._packed = torch.ops.onednn.qlinear_prepack(rounded, None)
        self._zeros = torch.zeros(len(weight), dtype=torch.int32)
        self._bias = exact.bias.detach().clone()

    def forward(self, x: Tensor) -> Tensor:
        """Logits of all classes, (..., D) to (..., V)."""
        scale = float(x.abs().max().clamp(min=1e-12)) / _MAX_INPUT
        rounded = ((x / scale).round() + _MAX_INPUT + 1).to(torch.uint8)
        logits: Tensor = torch.ops.onednn.qlinear_pointwise(
            rounded, scale, _MAX_INPUT + 1, self._packed, self._scales, self._zeros, self._bias,
            1.0, 0, torch.float32, "none", [], "",
        )  # fmt: skip
        return logits
