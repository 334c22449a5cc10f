"""Attention masks: True keeps."""

from __future__ import annotations

import torch
from torch import Tensor


def leading(counts: Tensor, length: int) -> Tensor:
    """Return a mask (R, length) that keeps the first `counts` (R,) columns of each row."""
    return torch.arange(length, device=counts.device) < counts[:, None]


def attention_mask(mask: Tensor) -> Tensor | None:
    """Return a mask of keys, (B, M), shaped for every head and query, (B, 1, 1, M); None where it keeps everything.

    Attention without a mask is faster, and full sets are common.
    """
    return None if bool(mask.all()) else mask[:, None, None]


def causal_mask(n_new: int, past: Tensor) -> Tensor | None:
    """Return which tokens new tokens attend to: those of the past, earlier new ones, and themselves.

    Args:
        n_new: number of new tokens, S.
        past: which columns of the past are tokens, (R, T); T may be 0.

    Returns:
        (R, 1, S, T + S); (1, 1, S, T + S) where the whole past is kept; None where everything is kept, as for one token
        after a whole past.
    """
    new = torch.ones(n_new, n_new, dtype=torch.bool, device=past.device).tril()
    if not bool(past.all()):
        return torch.cat([past[:, None].expand(-1, n_new, -1), new.expand(len(past), -1, -1)], 2)[:, None]
    if n_new == 1:
        return None
    return torch.cat([new.new_ones(n_new, past.shape[1]), new], 1)[None, None]
