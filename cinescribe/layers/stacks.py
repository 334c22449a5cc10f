"""Encoders and decoders as stacks of blocks, and the state of a decoder."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self, cast

import torch
from torch import Tensor, nn

from cinescribe.layers.blocks import BlockContext, BlockSizes, DecoderBlock, EncoderBlock
from cinescribe.layers.cache import KeysValues
from cinescribe.layers.masks import attention_mask, causal_mask, leading


class Encoder(nn.Module):
    """Encoder blocks, and a last normalisation if they are pre-norm; without blocks, the identity."""

    def __init__(self, sizes: BlockSizes, *, n_layers: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(EncoderBlock(sizes) for _ in range(n_layers))
        self.norm = nn.LayerNorm(sizes.width) if sizes.pre_norm and n_layers else nn.Identity()

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Tokens (B, M, D) to (B, M, D); `mask` (B, M) keeps those attended to."""
        *_, last = x, *self._through(x, mask)
        out: Tensor = self.norm(last)
        return out

    def levels(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the output of each block, (n, B, M, D), for tokens (B, M, D); needs at least one block."""
        return torch.stack([self.norm(level) for level in self._through(x, mask)])

    def _through(self, x: Tensor, mask: Tensor) -> Iterator[Tensor]:
        kept = attention_mask(mask)
        for block in self.blocks:
            x = block(x, kept)
            yield x


@dataclass(frozen=True)
class DecoderState:
    """The state of a decoder, as a value: decoding further gives a new one.

    R rows of words share the B rows of memory evenly, those of one memory side by side; R is B until rows are
    repeated.

    Args:
        memories: keys and values of the memory for each block, (B, H, M, D / H).
        memory_mask: (B, 1, 1, M); None where everything is kept.
        pasts: keys and values of the words so far for each block, (R, H, T, D / H).
        word_mask: which of the T columns are words of their row, (R, T): rows decoded in runs of unequal length have
            gaps.
    """

    memories: tuple[KeysValues, ...]
    memory_mask: Tensor | None
    pasts: tuple[KeysValues, ...]
    word_mask: Tensor

    @property
    def n_read(self) -> Tensor:
        """Number of words so far, (R,)."""
        return self.word_mask.sum(1)

    def select(self, rows: Tensor) -> Self:
        """Return some rows, by number, (R',); a row may come several times. Memory they still share is not copied."""
        n_memories = self.memories[0].n_rows
        items, counts = torch.unique_consecutive(rows * n_memories // len(self.word_mask), return_counts=True)
        if len(counts.unique()) > 1:
            items = items.repeat_interleave(counts)
        is_unchanged = torch.equal(items, torch.arange(n_memories, device=rows.device))
        return dataclasses.replace(
            self if is_unchanged else self._with_memories(items),
            pasts=tuple(past.select(rows) for past in self.pasts),
            word_mask=self.word_mask[rows],
        )

    def _with_memories(self, items: Tensor) -> Self:
        return dataclasses.replace(
            self,
            memories=tuple(memory.select(items) for memory in self.memories),
            memory_mask=None if self.memory_mask is None else self.memory_mask[items],
        )


class Decoder(nn.Module):
    """Decoder blocks, and a last normalisation if they are pre-norm."""

    def __init__(self, sizes: BlockSizes, *, n_layers: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(DecoderBlock(sizes) for _ in range(n_layers))
        self.norm = nn.LayerNorm(sizes.width) if sizes.pre_norm else nn.Identity()

    def start(self, memory: Tensor, mask: Tensor) -> DecoderState:
        """Return the state before the first word, for a memory (B, M, D) of which `mask` (B, M) keeps columns."""
        memories = tuple(block.looking.keys_values(memory).contiguous() for block in self._typed_blocks)
        return DecoderState(
            memories=memories,
            memory_mask=attention_mask(mask),
            pasts=tuple(KeysValues(memory.keys[:, :, :0], memory.values[:, :, :0]) for memory in memories),
            word_mask=mask[:, :0],
        )

    def forward(self, x: Tensor, state: DecoderState, n_words: Tensor | None = None) -> tuple[Tensor, DecoderState]:
        """Decode the next words of each row.

        Args:
            x: the next words, (R, S, D).
            state: the state before them.
            n_words: how many of them, from the first, are words of each row, (R,); None for all.

        Returns:
            The output of the last block, (R, S, D), without meaning beyond `n_words`; and the state after the words.
        """
        x, pasts = self._through(self._typed_blocks, x, state)
        new = x.new_ones(x.shape[:2], dtype=torch.bool) if n_words is None else leading(n_words, x.shape[1])
        word_mask = torch.cat([state.word_mask, new], 1)
        return self.norm(x), dataclasses.replace(state, pasts=pasts, word_mask=word_mask)

    def attention_weights(self, x: Tensor, state: DecoderState) -> Tensor:
        """Return the weights of the next words (R, S, D) over the memory in the last block, (R, S, M)."""
        *before, last = self._typed_blocks
        x, _ = self._through(before, x, state)
        return last.attention_weights(x, self._contexts(x, state)[-1])

    @property
    def _typed_blocks(self) -> list[DecoderBlock]:
        return [cast(DecoderBlock, block) for block in self.blocks]

    def _through(
        self, blocks: Sequence[DecoderBlock], x: Tensor, state: DecoderState
    ) -> tuple[Tensor, tuple[KeysValues, ...]]:
        pasts = []
        for block, context in zip(blocks, self._contexts(x, state), strict=False):
            x, past = block(x, context)
            pasts.append(past)
        return x, tuple(pasts)

    def _contexts(self, x: Tensor, state: DecoderState) -> list[BlockContext]:
        past_mask = causal_mask(x.shape[1], state.word_mask)
        return [
            BlockContext(memory, past, state.memory_mask, past_mask)
            for memory, past in zip(state.memories, state.pasts, strict=True)
        ]
