"""Meshed attention: a gated sum over the levels of an encoder."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Mesh(nn.Module):
    """Gates over the levels of an encoder (meshed cross-attention, eq. 8 and 9).

    A gate is alpha_i = sigmoid(W_i [Y, C_i] + b_i), elementwise. The sum of gated levels is divided by the root of
    their number: the authors' code does so, although the paper's eq. 8 does not say it. W_i is stored in two halves,
    so that the half for Y is one product for all levels.

    Args:
        width: width of tokens, D.
        n_levels: levels, n.
    """

    def __init__(self, width: int, *, n_levels: int) -> None:
        super().__init__()
        self.of_tokens = nn.Linear(width, n_levels * width)
        self.of_found = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(n_levels))
        bound = (6 / (3 * width)) ** 0.5  # Glorot's for each gate as a whole, 2 D to D
        for half in (self.of_tokens, *self.of_found):
            nn.init.uniform_(half.weight, -bound, bound)
        nn.init.zeros_(self.of_tokens.bias)

    def forward(self, x: Tensor, attended: Tensor) -> Tensor:
        """Combine tokens (R, S, D) with what they attended to at each level, (n, R, S, D), into (R, S, D)."""
        halves = self.of_tokens(x).chunk(len(attended), -1)
        gated = [
            level * torch.sigmoid(half + gate(level))
            for level, half, gate in zip(attended, halves, self.of_found, strict=True)
        ]
        summed: Tensor = torch.stack(gated).sum(0) * len(attended) ** -0.5
        return summed
