"""Keys and values worked out once and looked at often."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

import torch
from torch import Tensor


@dataclass
class _Room:
    """Places in store, (R, H, C, D / H), of which the first `n_taken` belong to what was read."""

    keys: Tensor
    values: Tensor
    n_taken: int

    @classmethod
    def of(cls, read: KeysValues, *, n_places: int) -> _Room:
        """Room of so many places, what was read in the first."""
        n_taken = read.keys.shape[2]
        keys, values = (part.new_empty(*part.shape[:2], n_places, part.shape[3]) for part in (read.keys, read.values))
        keys[:, :, :n_taken], values[:, :, :n_taken] = read.keys, read.values
        return cls(keys, values, n_taken)

    def takes(self, later: KeysValues) -> KeysValues:
        """All that was read, `later` with it."""
        n_before, self.n_taken = self.n_taken, self.n_taken + later.keys.shape[2]
        self.keys[:, :, n_before : self.n_taken], self.values[:, :, n_before : self.n_taken] = later.keys, later.values
        return KeysValues(self.keys[:, :, : self.n_taken], self.values[:, :, : self.n_taken], self)


@dataclass(frozen=True)
class KeysValues:
    """What attention looks at. What it holds never changes: to go on reading is to make a longer one.

    Args:
        keys: (R, H, T, D / H).
        values: likewise.
        room: where they lie, if more may be written behind them.
    """

    keys: Tensor
    values: Tensor
    room: _Room | None = field(default=None, repr=False, compare=False)

    @property
    def n_rows(self) -> int:
        return len(self.keys)

    def joined(self, later: KeysValues) -> KeysValues:
        """These and then the later ones, (R, H, T + T', D / H)."""
        if self.keys.shape[2] == 0:
            return later
        return KeysValues(torch.cat([self.keys, later.keys], 2), torch.cat([self.values, later.values], 2))

    def read_on(self, later: KeysValues) -> KeysValues:
        """As `joined`, for a past that grows token by token, which would be copied for each: a tenth of a wide beam.

        Without gradients the later ones are written behind these where there is room. Of two that go on from one past
        the first gets it and the other a copy, so that they cannot disturb each other.
        """
        n_read = self.keys.shape[2]
        if torch.is_grad_enabled() or n_read == 0:
            return self.joined(later)
        n_wanted, room = n_read + later.keys.shape[2], self.room
        if room is None or room.n_taken != n_read or room.keys.shape[2] < n_wanted:
            room = _Room.of(self, n_places=2 * n_wanted)
        return room.takes(later)

    def laid_out(self) -> KeysValues:
        """The same, each head's rows side by side in store: a third faster to look at, worth it from a few looks on."""
        return KeysValues(self.keys.contiguous(), self.values.contiguous())

    def select(self, rows: Tensor) -> Self:
        """Some rows, by number, (R',); a row may come several times."""
        return type(self)(self.keys.index_select(0, rows), self.values.index_select(0, rows))
