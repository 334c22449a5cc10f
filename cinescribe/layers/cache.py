"""Keys and values that are computed once and attended to often."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import torch
from torch import Tensor


@dataclass
class _Buffer:
    """Allocated storage, (R, H, C, D / H), of which the first `n_used` columns are in use."""

    keys: Tensor
    values: Tensor
    n_used: int

    @classmethod
    def of(cls, used: KeysValues, *, n_columns: int) -> _Buffer:
        """Return a buffer of so many columns that begins with a copy of `used`."""
        n_used = used.keys.shape[2]
        keys, values = (part.new_empty(*part.shape[:2], n_columns, part.shape[3]) for part in (used.keys, used.values))
        keys[:, :, :n_used], values[:, :, :n_used] = used.keys, used.values
        return cls(keys, values, n_used)

    def append(self, later: KeysValues) -> KeysValues:
        """Write `later` behind what is in use; gives everything in use."""
        n_before, self.n_used = self.n_used, self.n_used + later.keys.shape[2]
        self.keys[:, :, n_before : self.n_used], self.values[:, :, n_before : self.n_used] = later.keys, later.values
        return KeysValues(self.keys[:, :, : self.n_used], self.values[:, :, : self.n_used], self)


@dataclass(frozen=True)
class KeysValues:
    """Keys and values of an attention. Their content never changes: extending them gives longer ones.

    Args:
        keys: (R, H, T, D / H).
        values: likewise.
        buffer: the storage they lie in, if more may be written behind them.
    """

    keys: Tensor
    values: Tensor
    buffer: _Buffer | None = field(default=None, repr=False, compare=False)

    @property
    def n_rows(self) -> int:
        """R."""
        return len(self.keys)

    def joined(self, later: KeysValues) -> KeysValues:
        """Return these and then the later ones, (R, H, T + T', D / H), as a copy."""
        if self.keys.shape[2] == 0:
            return later
        return KeysValues(torch.cat([self.keys, later.keys], 2), torch.cat([self.values, later.values], 2))

    def extended(self, later: KeysValues) -> KeysValues:
        """Return the same as `joined`, without a copy for every token: that would be a tenth of a wide beam's time.

        Without gradients, the later ones are written behind these where the buffer has space. When two continuations
        extend the same past, the first gets the buffer and the other a copy, so that they cannot disturb each other.
        """
        n_past = self.keys.shape[2]
        if torch.is_grad_enabled() or n_past == 0:
            return self.joined(later)
        n_wanted, buffer = n_past + later.keys.shape[2], self.buffer
        if buffer is None or buffer.n_used != n_past or buffer.keys.shape[2] < n_wanted:
            buffer = _Buffer.of(self, n_columns=2 * n_wanted)
        return buffer.append(later)

    def contiguous(self) -> KeysValues:
        """Return the same with each head contiguous in memory: attention is a third faster, worth it if used often."""
        return KeysValues(self.keys.contiguous(), self.values.contiguous())

    def select(self, rows: Tensor) -> Self:
        """Return some rows, by number, (R',); a row may come several times."""
        return type(self)(self.keys.index_select(0, rows), self.values.index_select(0, rows))
