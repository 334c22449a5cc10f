"""What tokens find at several levels of an encoder, weighed and added up."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Mesh(nn.Module):
    """Gates over the levels of an encoder (meshed cross-attention, eq. 8 and 9).

    A gate is alpha_i = sigmoid(W_i [Y, C_i] + b_i), number by number. The sum of gated levels is divided by the root
    of their number: the paper's eq. 8 does not say so, the code that its authors publish does it. W_i is kept in two
    halves: the one for Y makes one product for all levels.

    Args:
        width: width of tokens, D.
        n_levels: levels, n.
    """

    def __init__(self, width: int, *, n_levels: int) -> None:
        super().__init__()
        self.of_tokens = nn.Linear(width, n_levels * width)
        self.of_found = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(n_levels))
        reach = (6 / (3 * width)) ** 0.5  # Glorot's for each gate as a whole, 2 D to D
        for half in (self.of_tokens, *self.of_found):
            nn.init.uniform_(half.weight, -reach, reach)
        nn.init.zeros_(self.of_tokens.bias)

    def forward(self, x: Tensor, found: Tensor) -> Tensor:
        """Tokens (R, S, D) and what they found at each level, (n, R, S, D), to one (R, S, D)."""
        halves = self.of_tokens(x).chunk(len(found), -1)
        gated = [
            level * torch.sigmoid(half + gate(level))
            for level, half, gate in zip(found, halves, self.of_found, strict=True)
        ]
        summed: Tensor = torch.stack(gated).sum(0) * len(found) ** -0.5
        return summed
