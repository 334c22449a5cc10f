"""Transformer blocks with the weights of those of `torch.nn`, and a cache that is a value."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor, nn

from cinescribe.layers.attention import Attention
from cinescribe.layers.cache import KeysValues
from cinescribe.layers.memory_slots import MemorySlots


@dataclass(frozen=True)
class BlockSizes:
    """The sizes of one block.

    Args:
        width: width of tokens, D.
        n_heads: attention heads, H.
        ff_width: inner width of the feed-forward part.
        dropout: share dropped in training, inside attention and before every sum.
        pre_norm: layers are normalised before attention and feed-forward, not after the sum (Xiong et al. 2020).
        n_slots: learned slots that the tokens of an encoder also attend to; see `MemorySlots`.
    """

    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    dropout: float = 0.1
    pre_norm: bool = False
    n_slots: int = 0


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between, applied to each token.

    The ReLU is a module, so that attribution methods can find and replace it.
    """

    def __init__(self, sizes: BlockSizes) -> None:
        super().__init__()
        self.wider = nn.Linear(sizes.width, sizes.ff_width)
        self.relu = nn.ReLU()
        self.narrower = nn.Linear(sizes.ff_width, sizes.width)
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Tokens (R, S, D) to (R, S, D)."""
        out: Tensor = self.narrower(self.dropout(self.relu(self.wider(x))))
        return out


class EncoderBlock(nn.Module):
    """Self-attention, also over learned slots where there are any, and a feed-forward part."""

    def __init__(self, sizes: BlockSizes) -> None:
        super().__init__()
        self.pre_norm = sizes.pre_norm
        self.attention = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.slots = MemorySlots(sizes.width, sizes.n_heads, n_slots=sizes.n_slots) if sizes.n_slots else None
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(2))
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Tokens (B, M, D) to (B, M, D); `mask` (B, 1, 1, M) keeps those attended to."""
        if self.pre_norm:
            x = x + self._attended(self.norms[0](x), mask)
            return x + self._fed_forward(self.norms[1](x))
        x = self.norms[0](x + self._attended(x, mask))
        x = self.norms[1](x + self._fed_forward(x))
        return x

    def _attended(self, x: Tensor, mask: Tensor | None) -> Tensor:
        queries, memory = self.attention.queries_keys_values(x)
        if self.slots is not None:
            memory, mask = self.slots(memory, mask)
        attended: Tensor = self.dropout(self.attention.attend(queries, memory, mask))
        return attended

    def _fed_forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.dropout(self.feed_forward(x))
        return out


@dataclass(frozen=True)
class BlockContext:
    """What one decoder block attends to.

    Args:
        memory: keys and values of the memory, (B, H, M, D / H).
        past: keys and values of the tokens before, (R, H, T, D / H).
        memory_mask: (B, 1, 1, M), None keeps everything.
        past_mask: which of the past and of each other tokens attend to, broadcasts to (R, 1, S, T + S); None for all.
    """

    memory: KeysValues
    past: KeysValues
    memory_mask: Tensor | None
    past_mask: Tensor | None


class DecoderBlock(nn.Module):
    """Causal self-attention, cross-attention to a memory, and a feed-forward part."""

    def __init__(self, sizes: BlockSizes) -> None:
        super().__init__()
        self.pre_norm = sizes.pre_norm
        # Checkpoints hold weights by these names: self-attention, cross-attention.
        self.reading = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.looking = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(3))
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, context: BlockContext) -> tuple[Tensor, KeysValues]:
        """Tokens (R, S, D) to (R, S, D), and the past with these tokens in it."""
        x, past = self._self_attended(x, context)
        if self.pre_norm:
            x = x + self._cross_attended(self.norms[1](x), context)
            return x + self._fed_forward(self.norms[2](x)), past
        x = self.norms[1](x + self._cross_attended(x, context))
        return self.norms[2](x + self._fed_forward(x)), past

    def attention_weights(self, x: Tensor, context: BlockContext) -> Tensor:
        """Return the weights of tokens (R, S, D) over the memory, averaged over heads, (R, S, M)."""
        x, _ = self._self_attended(x, context)
        x = self.norms[1](x) if self.pre_norm else x
        return self.looking.weights(x, context.memory, context.memory_mask)

    def _self_attended(self, x: Tensor, context: BlockContext) -> tuple[Tensor, KeysValues]:
        queries, new = self.reading.queries_keys_values(self.norms[0](x) if self.pre_norm else x)
        past = context.past.joined(new)
        x = x + self.dropout(self.reading.attend(queries, past, context.past_mask))
        return x if self.pre_norm else self.norms[0](x), past

    def _cross_attended(self, x: Tensor, context: BlockContext) -> Tensor:
        attended: Tensor = self.dropout(self.looking(x, context.memory, context.memory_mask))
        return attended

    def _fed_forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.dropout(self.feed_forward(x))
        return out
