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
        self.of_found = nn.Parameter(torch.empty(n_levels, width, width))  # (n, in, out)
        reach = (6 / (3 * width)) ** 0.5  # Glorot's for each gate as a whole, 2 D to D
        nn.init.uniform_(self.of_tokens.weight, -reach, reach)
        nn.init.uniform_(self.of_found, -reach, reach)
        nn.init.zeros_(self.of_tokens.bias)

    def forward(self, x: Tensor, found: Tensor) -> Tensor:
        """Tokens (R, S, D) and what they found at each level, (n, R, S, D), to one (R, S, D)."""
        n_levels, width = found.shape[0], found.shape[-1]
        levels = found.reshape(n_levels, -1, width)
        from_tokens = self.of_tokens(x).view(-1, n_levels, width).transpose(0, 1)
        gates = torch.baddbmm(from_tokens, levels, self.of_found).sigmoid()
        return (gates * levels).sum(0).view(x.shape) * n_levels**-0.5
