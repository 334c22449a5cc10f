"""Multi-head attention that computes keys and values apart from the attention itself."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.layers.cache import KeysValues
from cinescribe.layers.linear import Linear


class Attention(nn.Module):
    """Multi-head attention (Vaswani et al. 2017, §3.2), with the weights of `torch.nn.MultiheadAttention`.

    There may be more rows of queries than rows of keys: where x has K times the rows of the keys, each row of keys
    serves K adjacent rows of x, as the beams of one item do, and is read once for all of them.
    A query whose keys are all masked gets zeros.

    Args:
        width: width of tokens, D.
        n_heads: heads, H.
        dropout: share of the attention weights dropped in training.
    """

    def __init__(self, width: int, n_heads: int, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.output_slices = (range(width), range(width, 3 * width))  # queries; keys and values
        self.inputs = Linear(width, 3 * width)  # queries, keys and values in one product
        self.output = nn.Linear(width, width)
        nn.init.xavier_uniform_(self.inputs.weight)
        nn.init.zeros_(self.inputs.bias)
        nn.init.zeros_(self.output.bias)

    def keys_values(self, memory: Tensor) -> KeysValues:
        """Return the keys and values of a memory (B, M, D)."""
        keys, values = self.inputs.output_slice(memory, self.output_slices[1]).chunk(2, -1)
        return KeysValues(self._in_heads(keys), self._in_heads(values))

    def queries_keys_values(self, x: Tensor) -> tuple[Tensor, KeysValues]:
        """Return queries, (R, H, S, D / H), and keys and values, all of the same tokens (R, S, D)."""
        queries, keys, values = (self._in_heads(part) for part in self.inputs(x).chunk(3, -1))
        return queries, KeysValues(keys, values)

    def forward(self, x: Tensor, memory: KeysValues, mask: Tensor | None = None) -> Tensor:
        """Attend from tokens (R, S, D) to a memory; gives (R, S, D). The mask broadcasts to (B, H, S, M)."""
        return self.attend(self.grouped_queries(x, memory), memory, mask).view(x.shape)

    def attend(self, queries: Tensor, memory: KeysValues, mask: Tensor | None = None) -> Tensor:
        """Attend from queries (B, H, S, D / H) to a memory; gives (B, S, D)."""
        attended = F.scaled_dot_product_attention(
            queries, memory.keys, memory.values, mask, dropout_p=self.dropout if self.training else 0.0
        )
        output: Tensor = self.output(attended.transpose(1, 2).flatten(2))
        return output

    def grouped_queries(self, x: Tensor, memory: KeysValues) -> Tensor:
        """Return the queries of tokens (R, S, D), those of one row of keys side by side, (B, H, K * S, D / H)."""
        n_queries = x.shape[0] * x.shape[1] // max(memory.n_rows, 1)
        return self.queries(x.reshape(memory.n_rows, n_queries, x.shape[-1]))

    def queries(self, x: Tensor) -> Tensor:
        """Return the queries of tokens (R, S, D), (R, H, S, D / H)."""
        return self._in_heads(self.inputs.output_slice(x, self.output_slices[0]))

    def weights(self, x: Tensor, memory: KeysValues, mask: Tensor | None = None) -> Tensor:
        """Return the attention weights of tokens (R, S, D), averaged over heads, (R, S, M); rows add up to 1."""
        queries = self.grouped_queries(x, memory)
        scores = queries @ memory.keys.transpose(2, 3) * queries.shape[-1] ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = scores.softmax(-1).nan_to_num(0.0)  # nan where everything is masked
        averaged: Tensor = weights.mean(1)
        return averaged.view(*x.shape[:2], memory.keys.shape[2])

    def _in_heads(self, x: Tensor) -> Tensor:
        """(R, S, D) as (R, H, S, D / H)."""
        return x.view(*x.shape[:2], self.n_heads, x.shape[-1] // self.n_heads).transpose(1, 2)
