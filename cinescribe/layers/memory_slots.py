"""Learned keys and values that attention sees beside those of its tokens."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from cinescribe.layers.cache import KeysValues


class MemorySlots(nn.Module):
    """Learned M_k and M_v, appended to the keys and values of every head (memory-augmented attention, eq. 7).

    They are stored as the authors of M² publish them: smaller than when used, by (D / H)^1/2 in keys and by n^1/2 in
    values, so that slots start at the scale of the keys and values of tokens and learn faster.

    Args:
        width: width of tokens, D.
        n_heads: heads, H.
        n_slots: slots, n_m.
    """

    def __init__(self, width: int, n_heads: int, *, n_slots: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.keys = nn.Parameter(torch.empty(n_slots, width).normal_(std=n_heads / width))
        self.values = nn.Parameter(torch.empty(n_slots, width).normal_(std=1 / n_slots))

    def forward(self, memory: KeysValues, mask: Tensor | None = None) -> tuple[KeysValues, Tensor | None]:
        """Append the slots to keys and values (B, H, M, D / H) and to their mask (..., M), which keeps all slots."""
        n_slots, width = self.keys.shape
        keys = self._in_heads(self.keys * (width // self.n_heads) ** 0.5, n_rows=memory.n_rows)
        values = self._in_heads(self.values * n_slots**0.5, n_rows=memory.n_rows)
        mask = None if mask is None else F.pad(mask, (0, n_slots), value=True)
        return memory.joined(KeysValues(keys, values)), mask

    def _in_heads(self, slots: Tensor, *, n_rows: int) -> Tensor:
        """(n, D) as (B, H, n, D / H), the same for every row."""
        return slots.view(1, len(slots), self.n_heads, -1).transpose(1, 2).expand(n_rows, -1, -1, -1)
