"""Records the attention weights of a model as it runs, without changing the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode


class AttentionRecorder(TorchFunctionMode):
    """A context manager that records the weights of every scaled dot-product attention, in the order of calls.

    Attributes:
        weights: for each call, averaged over heads, (B, S, M); rows sum to 1.
    """

    def __init__(self) -> None:
        super().__init__()
        self.weights: list[Tensor] = []

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Call a function of torch; record the weights where it is attention."""
        named = dict(kwargs or {})
        if func is F.scaled_dot_product_attention:
            self.weights.append(_weights(*args, **named))
        return func(*args, **named)


def _weights(queries: Tensor, keys: Tensor, values: Tensor, attn_mask: Tensor | None = None, **_: Any) -> Tensor:
    """Return the weights of queries (B, H, S, D / H) over keys (B, H, M, D / H), (B, S, M); True in a mask keeps."""
    scores = queries @ keys.transpose(2, 3) * queries.shape[-1] ** -0.5
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, -torch.inf)
    averaged: Tensor = scores.softmax(-1).mean(1)
    return averaged
