"""Keys and values worked out once and looked at often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True)
class KeysValues:
    """What attention looks at. Nobody writes into it: to go on reading is to make a longer one.

    A longer one is a copy. At the sizes at hand that costs a few hundredths of a step, and two continuations of one
    past, as beams are, cannot disturb each other.

    Args:
        keys: (R, H, T, D / H).
        values: likewise.
    """

    keys: Tensor
    values: Tensor

    @property
    def n_rows(self) -> int:
        return len(self.keys)

    def joined(self, later: KeysValues) -> KeysValues:
        """These and then the later ones, (R, H, T + T', D / H)."""
        if self.keys.shape[2] == 0:
            return later
        return KeysValues(torch.cat([self.keys, later.keys], 2), torch.cat([self.values, later.values], 2))

    def laid_out(self) -> KeysValues:
        """The same, each head's rows side by side in store: a third faster to look at, worth it from a few looks on."""
        return KeysValues(self.keys.contiguous(), self.values.contiguous())

    def select(self, rows: Tensor) -> Self:
        """Some rows, by number, (R',); a row may come several times."""
        return type(self)(self.keys.index_select(0, rows), self.values.index_select(0, rows))
