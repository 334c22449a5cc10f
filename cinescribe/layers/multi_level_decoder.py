"""Decoders that attend to several levels of an encoder, with a cache that the beams of one item share.

Legend: `B` items, `K` rows of an item, `R` = B · K rows, those of one item side by side, `S` tokens decoded at once,
`T` tokens that any row of an item has decoded, `M` columns of a memory, `n` levels, `D` width, `H` heads.
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
from cinescribe.layers.masks import attention_mask
from cinescribe.layers.meshed_attention import Mesh


@dataclass(frozen=True)
class MultiLevelDecoderState:
    """The state of a decoder, as a value: decoding further gives a new one.

    An item's keys and values are stored once, whatever the number of its rows: those of the memory, and those of all
    tokens that any of its rows has decoded. `own` says which of these tokens are a row's own past, so that reordering
    the rows of an item, as beams are after every token, moves only these booleans.

    Args:
        memories: keys and values of the memory's levels for each block, (n · B, H, M, D / H), level after level.
        memory_mask: (n · B, 1, 1, M); None where everything is kept.
        pasts: keys and values of the tokens so far, for each block, (B, H, T, D / H).
        own: which of these tokens are each row's own, (R, T).
        n_read: number of tokens so far, the same in every row.
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
        """Return some rows, by number, (R',); a row may come several times. What items keep is not copied."""
        items, counts = torch.unique_consecutive(rows * self.n_items // len(self.own), return_counts=True)
        if len(counts.unique()) > 1:  # each row becomes an item
            items = items.repeat_interleave(counts)
        is_unchanged = torch.equal(items, torch.arange(self.n_items, device=rows.device))
        return dataclasses.replace(self if is_unchanged else self._with_items(items), own=self.own[rows])

    def _with_items(self, items: Tensor) -> Self:
        n_levels = self.memories[0].n_rows // self.n_items
        starts = torch.arange(n_levels, device=items.device) * self.n_items
        in_levels = (starts[:, None] + items).flatten()
        return dataclasses.replace(
            self,
            memories=tuple(memory.select(in_levels) for memory in self.memories),
            memory_mask=None if self.memory_mask is None else self.memory_mask[in_levels],
            pasts=tuple(past.select(items) for past in self.pasts),
        )

    def causal_mask(self, n_rows: int, n_new: int) -> tuple[Tensor | None, Tensor]:
        """Return which of the past and of each other the next tokens attend to, and the next `own`.

        Args:
            n_rows: R.
            n_new: S.

        Returns:
            The mask, (B, 1, K · S, T + K · S), None where everything is kept; and the next `own`, (R, T + K · S).
        """
        n_beams = n_rows // max(self.n_items, 1)
        itself = torch.eye(n_beams, dtype=torch.bool, device=self.own.device)[:, None, :, None]  # (K, 1, K, 1)
        before = itself.new_ones(n_new, n_new).tril()[:, None]  # (S, 1, S)
        new = (itself & before).flatten(2).expand(self.n_items, -1, -1, -1).flatten(0, 1)  # (R, S, K * S)
        mask = torch.cat([self.own[:, None].expand(-1, n_new, -1), new], 2)
        own = mask[:, -1]
        if n_beams == n_new == 1 and bool(own.all()):
            return None, own
        return mask.view(self.n_items, 1, n_beams * n_new, -1), own


class MultiLevelBlock(nn.Module):
    """Causal self-attention, cross-attention to each level of a memory, and a feed-forward part.

    The cross-attention of each level is added to the tokens and normalised; gates combine several levels into one.

    Args:
        sizes: those of the block, which is post-norm.
        n_levels: levels, n.
    """

    def __init__(self, sizes: BlockSizes, *, n_levels: int) -> None:
        super().__init__()
        # Checkpoints hold weights by these names: self-attention, cross-attention.
        self.reading = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.looking = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.mesh = Mesh(sizes.width, n_levels=n_levels) if n_levels > 1 else None
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(3))
        self.dropout = nn.Dropout(sizes.dropout)

    def self_attended(self, x: Tensor, past: KeysValues, mask: Tensor | None) -> tuple[Tensor, KeysValues]:
        """Return tokens (B, K · S, D) after self-attention, likewise, and the past with them in it."""
        queries, new = self.reading.queries_keys_values(x)
        past = past.extended(new)
        out: Tensor = self.norms[0](x + self.dropout(self.reading.attend(queries, past, mask)))
        return out, past

    def cross_attended(self, x: Tensor, memory: KeysValues, mask: Tensor | None) -> Tensor:
        """Return tokens (B, K · S, D) after cross-attention and the feed-forward part, likewise."""
        n_levels = memory.n_rows // max(len(x), 1)
        queries = self.looking.queries(x).repeat(n_levels, 1, 1, 1)
        attended = self.dropout(self.looking.attend(queries, memory, mask))
        levels = self.norms[1](x + attended.view(n_levels, *x.shape))
        x = levels[0] if self.mesh is None else self.mesh(x, levels)
        out: Tensor = self.norms[2](x + self.dropout(self.feed_forward(x)))
        return out


class MultiLevelDecoder(nn.Module):
    """A stack of such blocks.

    Args:
        sizes: those of a block.
        n_layers: blocks.
        n_levels: levels of the memory.
    """

    def __init__(self, sizes: BlockSizes, *, n_layers: int, n_levels: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(MultiLevelBlock(sizes, n_levels=n_levels) for _ in range(n_layers))

    def start(self, levels: Tensor, mask: Tensor) -> MultiLevelDecoderState:
        """Return the state before the first word, for levels (n, B, M, D) of which `mask` (B, M) keeps columns."""
        n_levels, n_items = levels.shape[:2]
        memories = tuple(block.looking.keys_values(levels.flatten(0, 1)).contiguous() for block in self._typed_blocks)
        return MultiLevelDecoderState(
            memories=memories,
            memory_mask=attention_mask(mask.repeat(n_levels, 1)),
            pasts=tuple(KeysValues(some.keys[:n_items, :, :0], some.values[:n_items, :, :0]) for some in memories),
            own=mask[:, :0],
            n_read=0,
        )

    def forward(self, x: Tensor, state: MultiLevelDecoderState) -> tuple[Tensor, MultiLevelDecoderState]:
        """Decode the next words (R, S, D); gives the output of the last block, (R, S, D), and the state after them."""
        mask, own = state.causal_mask(*x.shape[:2])
        out, pasts = x.reshape(state.n_items, -1, x.shape[-1]), []
        for block, memory, before in zip(self._typed_blocks, state.memories, state.pasts, strict=True):
            out, past = block.self_attended(out, before, mask)
            out = block.cross_attended(out, memory, state.memory_mask)
            pasts.append(past)
        n_read = state.n_read + x.shape[1]
        return out.view(x.shape), dataclasses.replace(state, pasts=tuple(pasts), own=own, n_read=n_read)

    @property
    def _typed_blocks(self) -> list[MultiLevelBlock]:
        return [cast(MultiLevelBlock, block) for block in self.blocks]
