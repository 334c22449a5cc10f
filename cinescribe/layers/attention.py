"""Attention with several heads, its keys and values worked out apart from the looking."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.layers.cache import KeysValues
from cinescribe.layers.linear import Linear


class Attention(nn.Module):
    """Attention with several heads (Vaswani et al. 2017, §3.2), weight for weight as `torch.nn.MultiheadAttention`.

    Queries may outnumber what they look at: where x has K times the rows of the keys, each row of keys serves K
    rows of x that lie side by side, as the beams of one item do, and is read once for all of them.
    Who sees nothing gets zeros.

    Args:
        width: width of tokens, D.
        n_heads: heads, H.
        dropout: share of the attention left out in training.
    """

    def __init__(self, width: int, n_heads: int, *, dropout: float = 0.0) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.dropout = dropout
        self.runs = (range(width), range(width, 3 * width))  # queries; keys and values
        self.inputs = Linear(width, 3 * width)  # queries, keys and values in one product
        self.output = nn.Linear(width, width)
        nn.init.xavier_uniform_(self.inputs.weight)
        nn.init.zeros_(self.inputs.bias)
        nn.init.zeros_(self.output.bias)

    def keys_values(self, memory: Tensor) -> KeysValues:
        """What is looked at, from a memory (B, M, D)."""
        keys, values = self.inputs.among(memory, self.runs[1]).chunk(2, -1)
        return KeysValues(self._in_heads(keys), self._in_heads(values))

    def queries_keys_values(self, x: Tensor) -> tuple[Tensor, KeysValues]:
        """Queries, (R, H, S, D / H), and keys and values, all of the same tokens (R, S, D)."""
        queries, keys, values = (self._in_heads(part) for part in self.inputs(x).chunk(3, -1))
        return queries, KeysValues(keys, values)

    def forward(self, x: Tensor, seen: KeysValues, mask: Tensor | None = None) -> Tensor:
        """What tokens (R, S, D) find in what is seen, (R, S, D); the mask broadcasts to (B, H, S, M)."""
        return self.look(self.queries(x, seen), seen, mask).view(x.shape)

    def look(self, queries: Tensor, seen: KeysValues, mask: Tensor | None = None) -> Tensor:
        """What queries (B, H, S, D / H) find, (B, S, D)."""
        found = F.scaled_dot_product_attention(
            queries, seen.keys, seen.values, mask, dropout_p=self.dropout if self.training else 0.0
        )
        output: Tensor = self.output(found.transpose(1, 2).flatten(2))
        return output

    def queries(self, x: Tensor, seen: KeysValues) -> Tensor:
        """The queries of tokens (R, S, D), those that look at one row of keys side by side, (B, H, K * S, D / H)."""
        n_looking = x.shape[0] * x.shape[1] // max(seen.n_rows, 1)
        return self.asked(x.reshape(seen.n_rows, n_looking, x.shape[-1]))

    def asked(self, x: Tensor) -> Tensor:
        """The queries of tokens (R, S, D), (R, H, S, D / H)."""
        return self._in_heads(self.inputs.among(x, self.runs[0]))

    def weights(self, x: Tensor, seen: KeysValues, mask: Tensor | None = None) -> Tensor:
        """How much tokens (R, S, D) look at each place of what is seen, heads averaged, (R, S, M); rows add up to 1."""
        queries = self.queries(x, seen)
        scores = queries @ seen.keys.transpose(2, 3) * queries.shape[-1] ** -0.5
        if mask is not None:
            scores = scores.masked_fill(~mask, -torch.inf)
        weights = scores.softmax(-1).nan_to_num(0.0)  # nan where nothing may be seen
        averaged: Tensor = weights.mean(1)
        return averaged.view(*x.shape[:2], seen.keys.shape[2])

    def _in_heads(self, x: Tensor) -> Tensor:
        """(R, S, D) as (R, H, S, D / H)."""
        return x.view(*x.shape[:2], self.n_heads, x.shape[-1] // self.n_heads).transpose(1, 2)
