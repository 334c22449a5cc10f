"""Decoders that look at levels of an encoder, and a past that the beams of one item share.

Legend: `B` items, `K` rows of an item, `R` = B · K rows, those of one item side by side, `S` tokens read at once,
`T` tokens that any row of an item has read, `M` places of a memory, `n` levels, `D` width, `H` heads.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Self, cast

import torch
from torch import Tensor, nn

from cinescribe.layers.attention import Attention
from cinescribe.layers.blocks import BlockSizes, FeedForward
from cinescribe.layers.cache import KeysValues
from cinescribe.layers.masks import visible
from cinescribe.layers.meshed_attention import Mesh


@dataclass(frozen=True)
class LevelReading:
    """How far a decoder has read in every row, as a value: reading on gives another one.

    An item's keys and values are there once, whatever its rows: those of the memory, and those of all tokens that any
    of its rows has read. Which of the latter are a row's own past is told by `own`, so that rows of one item that
    change places, as beams do after every token, move these booleans and nothing else.

    Args:
        memories: keys and values of the memory's levels for each block, (n · B, H, M, D / H), a level after the other.
        memory_mask: (n · B, 1, 1, M); None where nothing of it is hidden.
        pasts: keys and values of what was read, for each block, (B, H, T, D / H).
        own: which of it each row has read, (R, T).
        n_read: tokens read so far, the same number in every row.
    """

    memories: tuple[KeysValues, ...]
    memory_mask: Tensor | None
    pasts: tuple[KeysValues, ...]
    own: Tensor
    n_read: int

    @property
    def n_items(self) -> int:
        """B."""
        return self.pasts[0].n_rows

    def select(self, rows: Tensor) -> Self:
        """Some rows, by number, (R',); a row may come several times. What items keep is not copied."""
        items, counts = torch.unique_consecutive(rows * self.n_items // len(self.own), return_counts=True)
        if len(counts.unique()) > 1:  # each row becomes an item
            items = items.repeat_interleave(counts)
        kept_whole = torch.equal(items, torch.arange(self.n_items, device=rows.device))
        return dataclasses.replace(self if kept_whole else self._keeping(items), own=self.own[rows])

    def _keeping(self, items: Tensor) -> Self:
        n_levels = self.memories[0].n_rows // self.n_items
        starts = torch.arange(n_levels, device=items.device) * self.n_items
        in_levels = (starts[:, None] + items).flatten()
        return dataclasses.replace(
            self,
            memories=tuple(memory.select(in_levels) for memory in self.memories),
            memory_mask=None if self.memory_mask is None else self.memory_mask[in_levels],
            pasts=tuple(past.select(items) for past in self.pasts),
        )

    def onward(self, n_rows: int, n_new: int) -> tuple[Tensor | None, Tensor]:
        """What the next tokens see of the past and of each other, and what is then their rows' past.

        Args:
            n_rows: R.
            n_new: S.

        Returns:
            (B, 1, K · S, T + K · S), None where nothing is hidden; and the later `own`, (R, T + K · S).
        """
        n_beams = n_rows // max(self.n_items, 1)
        itself = torch.eye(n_beams, dtype=torch.bool, device=self.own.device)[:, None, :, None]  # (K, 1, K, 1)
        before = itself.new_ones(n_new, n_new).tril()[:, None]  # (S, 1, S)
        new = (itself & before).flatten(2).expand(self.n_items, -1, -1, -1).flatten(0, 1)  # (R, S, K * S)
        seen = torch.cat([self.own[:, None].expand(-1, n_new, -1), new], 2)
        own = seen[:, -1]
        if n_beams == n_new == 1 and bool(own.all()):
            return None, own
        return seen.view(self.n_items, 1, n_beams * n_new, -1), own


class LevelBlock(nn.Module):
    """Tokens that look at what was read before them, then at each level of a memory.

    What they find at a level is added to them and normalised, level by level; of several such levels gates make one.

    Args:
        sizes: those of the block, which is normalised after every sum.
        n_levels: levels, n.
    """

    def __init__(self, sizes: BlockSizes, *, n_levels: int) -> None:
        super().__init__()
        self.reading = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.looking = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.mesh = Mesh(sizes.width, n_levels=n_levels) if n_levels > 1 else None
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(3))
        self.dropout = nn.Dropout(sizes.dropout)

    def read(self, x: Tensor, past: KeysValues, mask: Tensor | None) -> tuple[Tensor, KeysValues]:
        """Tokens (B, K · S, D) after what was read, likewise, and the past with them in it."""
        queries, new = self.reading.queries_keys_values(x)
        past = past.read_on(new)
        read: Tensor = self.norms[0](x + self.dropout(self.reading.look(queries, past, mask)))
        return read, past

    def look(self, x: Tensor, memory: KeysValues, mask: Tensor | None) -> Tensor:
        """Tokens (B, K · S, D) after what they see and think, likewise."""
        n_levels = memory.n_rows // max(len(x), 1)
        queries = self.looking.asked(x).repeat(n_levels, 1, 1, 1)
        looked = self.dropout(self.looking.look(queries, memory, mask))
        found = self.norms[1](x + looked.view(n_levels, *x.shape))
        x = found[0] if self.mesh is None else self.mesh(x, found)
        thought: Tensor = self.norms[2](x + self.dropout(self.feed_forward(x)))
        return thought


class LevelDecoder(nn.Module):
    """Such blocks on top of each other.

    Args:
        sizes: those of a block.
        n_layers: blocks.
        n_levels: levels of the memory.
    """

    def __init__(self, sizes: BlockSizes, *, n_layers: int, n_levels: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(LevelBlock(sizes, n_levels=n_levels) for _ in range(n_layers))

    def start(self, levels: Tensor, mask: Tensor) -> LevelReading:
        """Nothing read yet, before levels (n, B, M, D) of which `mask` (B, M) keeps what may be seen."""
        n_levels, n_items = levels.shape[:2]
        memories = tuple(block.looking.keys_values(levels.flatten(0, 1)).laid_out() for block in self._level_blocks)
        return LevelReading(
            memories=memories,
            memory_mask=visible(mask.repeat(n_levels, 1)),
            pasts=tuple(KeysValues(seen.keys[:n_items, :, :0], seen.values[:n_items, :, :0]) for seen in memories),
            own=mask[:, :0],
            n_read=0,
        )

    def forward(self, x: Tensor, reading: LevelReading) -> tuple[Tensor, LevelReading]:
        """Read on: the next words (R, S, D) as the last block leaves them, and the reading with them in it."""
        mask, own = reading.onward(*x.shape[:2])
        out, pasts = x.reshape(reading.n_items, -1, x.shape[-1]), []
        for block, memory, before in zip(self._level_blocks, reading.memories, reading.pasts, strict=True):
            out, past = block.read(out, before, mask)
            out = block.look(out, memory, reading.memory_mask)
            pasts.append(past)
        n_read = reading.n_read + x.shape[1]
        return out.view(x.shape), dataclasses.replace(reading, pasts=tuple(pasts), own=own, n_read=n_read)

    @property
    def _level_blocks(self) -> list[LevelBlock]:
        return [cast(LevelBlock, block) for block in self.blocks]
