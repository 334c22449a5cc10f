"""Who may look at what, as booleans: True keeps."""

from __future__ import annotations

import torch
from torch import Tensor


def leading(counts: Tensor, length: int) -> Tensor:
    """The first places of every row kept, (R, length), as many as `counts` says, (R,)."""
    return torch.arange(length, device=counts.device) < counts[:, None]


def visible(mask: Tensor) -> Tensor | None:
    """A mask of what is looked at, (B, M), ready for every head and query, (B, 1, 1, M); None where nothing is hidden.

    Attention without a mask is faster, and whole sets are common.
    """
    return None if bool(mask.all()) else mask[:, None, None]


def onward(n_new: int, past: Tensor) -> Tensor | None:
    """What new tokens see of those already read and of each other: each itself and what came before.

    Args:
        n_new: tokens read now, S.
        past: tokens kept of what was read before, (R, T); T may be 0.

    Returns:
        (R, 1, S, T + S); (1, 1, S, T + S) where nothing of the past is hidden; None where nothing is hidden at all,
        as for one token after a whole past.
    """
    among = torch.ones(n_new, n_new, dtype=torch.bool, device=past.device).tril()
    if not bool(past.all()):
        return torch.cat([past[:, None].expand(-1, n_new, -1), among.expand(len(past), -1, -1)], 2)[:, None]
    if n_new == 1:
        return None
    return torch.cat([among.new_ones(n_new, past.shape[1]), among], 1)[None, None]
