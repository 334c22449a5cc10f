"""Encoders and decoders: blocks on top of each other, and how far a decoder has read."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self, cast

import torch
from torch import Tensor, nn

from cinescribe.layers.blocks import BlockSizes, DecoderBlock, EncoderBlock, Sight
from cinescribe.layers.cache import KeysValues
from cinescribe.layers.masks import leading, onward, visible


class Encoder(nn.Module):
    """Encoder blocks, and a last normalisation where they are normalised first; without blocks, nothing at all."""

    def __init__(self, sizes: BlockSizes, *, n_layers: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(EncoderBlock(sizes) for _ in range(n_layers))
        self.norm = nn.LayerNorm(sizes.width) if sizes.pre_norm and n_layers else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Tokens (B, M, D) to (B, M, D); `mask` (B, M) keeps those that may be seen."""
        *_, last = x, *self._through(x, mask)
        out: Tensor = self.norm(last)
        return out

    def levels(self, x: Tensor, mask: Tensor) -> Tensor:
        """Tokens (B, M, D) as each block leaves them, (n, B, M, D), the last block's last; at least one is wanted."""
        return torch.stack([self.norm(level) for level in self._through(x, mask)])

    def _through(self, x: Tensor, mask: Tensor) -> Iterator[Tensor]:
        seen = visible(mask)
        for block in self.blocks:
            x = block(x, seen)
            yield x


@dataclass(frozen=True)
class Reading:
    """How far a decoder has read in every row, as a value: reading on gives another one.

    R rows share the B rows of memory evenly, those of one memory side by side; R is B until rows are repeated.

    Args:
        memories: keys and values of the memory for each block, (B, H, M, D / H).
        memory_mask: (B, 1, 1, M); None where nothing of it is hidden.
        pasts: keys and values of what was read for each block, (R, H, T, D / H).
        kept: which of the T columns were words of their row, (R, T): rows read in runs of unequal length have gaps.
    """

    memories: tuple[KeysValues, ...]
    memory_mask: Tensor | None
    pasts: tuple[KeysValues, ...]
    kept: Tensor

    @property
    def n_read(self) -> Tensor:
        """Words read so far, (R,)."""
        return self.kept.sum(1)

    def select(self, rows: Tensor) -> Self:
        """Some rows, by number, (R',); a row may come several times. What rows keep sharing is not copied."""
        n_memories = self.memories[0].n_rows
        items, counts = torch.unique_consecutive(rows * n_memories // len(self.kept), return_counts=True)
        if len(counts.unique()) > 1:
            items = items.repeat_interleave(counts)
        kept_whole = torch.equal(items, torch.arange(n_memories, device=rows.device))
        return dataclasses.replace(
            self if kept_whole else self._remembering(items),
            pasts=tuple(past.select(rows) for past in self.pasts),
            kept=self.kept[rows],
        )

    def _remembering(self, items: Tensor) -> Self:
        return dataclasses.replace(
            self,
            memories=tuple(memory.select(items) for memory in self.memories),
            memory_mask=None if self.memory_mask is None else self.memory_mask[items],
        )


class Decoder(nn.Module):
    """Decoder blocks, and a last normalisation where they are normalised first."""

    def __init__(self, sizes: BlockSizes, *, n_layers: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(DecoderBlock(sizes) for _ in range(n_layers))
        self.norm = nn.LayerNorm(sizes.width) if sizes.pre_norm else nn.Identity()

    def start(self, memory: Tensor, mask: Tensor) -> Reading:
        """Nothing read yet, before a memory (B, M, D) of which `mask` (B, M) keeps what may be seen."""
        memories = tuple(block.looking.keys_values(memory).laid_out() for block in self._decoder_blocks)
        return Reading(
            memories=memories,
            memory_mask=visible(mask),
            pasts=tuple(KeysValues(seen.keys[:, :, :0], seen.values[:, :, :0]) for seen in memories),
            kept=mask[:, :0],
        )

    def forward(self, x: Tensor, reading: Reading, n_words: Tensor | None = None) -> tuple[Tensor, Reading]:
        """Read on.

        Args:
            x: the next words, (R, S, D).
            reading: what was read before.
            n_words: how many of them are words of each row, the first ones, (R,); all where None.

        Returns:
            The words as the last block leaves them, (R, S, D), without meaning beyond `n_words`; and the reading with
            them in it.
        """
        x, pasts = self._through(self._decoder_blocks, x, reading)
        new = x.new_ones(x.shape[:2], dtype=torch.bool) if n_words is None else leading(n_words, x.shape[1])
        kept = torch.cat([reading.kept, new], 1)
        return self.norm(x), dataclasses.replace(reading, pasts=pasts, kept=kept)

    def looks(self, x: Tensor, reading: Reading) -> Tensor:
        """How much the next words (R, S, D) look at each place of the memory in the last block, (R, S, M)."""
        *before, last = self._decoder_blocks
        x, _ = self._through(before, x, reading)
        return last.looks(x, self._sights(x, reading)[-1])

    @property
    def _decoder_blocks(self) -> list[DecoderBlock]:
        return [cast(DecoderBlock, block) for block in self.blocks]

    def _through(
        self, blocks: Sequence[DecoderBlock], x: Tensor, reading: Reading
    ) -> tuple[Tensor, tuple[KeysValues, ...]]:
        pasts = []
        for block, sight in zip(blocks, self._sights(x, reading), strict=False):
            x, past = block(x, sight)
            pasts.append(past)
        return x, tuple(pasts)

    def _sights(self, x: Tensor, reading: Reading) -> list[Sight]:
        before = onward(x.shape[1], reading.kept)
        return [
            Sight(memory, past, reading.memory_mask, before)
            for memory, past in zip(reading.memories, reading.pasts, strict=True)
        ]
