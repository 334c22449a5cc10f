"""The blocks of a Transformer, weight for weight as those of `torch.nn`, with a past that is a value."""

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
        dropout: share left out in training, inside attention and before every sum.
        pre_norm: layers are normalised before attention and feed-forward, not after the sum (Xiong et al. 2020).
        n_slots: learned slots that tokens of an encoder see beside each other; see `MemorySlots`.
    """

    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    dropout: float = 0.1
    pre_norm: bool = False
    n_slots: int = 0


class FeedForward(nn.Module):
    """Two linear maps with a ReLU between, token by token.

    The ReLU is a module, so that who explains the model can find it.
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
    """Tokens that look at each other, and at learned slots where there are any."""

    def __init__(self, sizes: BlockSizes) -> None:
        super().__init__()
        self.pre_norm = sizes.pre_norm
        self.attention = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.slots = MemorySlots(sizes.width, sizes.n_heads, n_slots=sizes.n_slots) if sizes.n_slots else None
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(2))
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        """Tokens (B, M, D) to (B, M, D); `mask` (B, 1, 1, M) keeps those that may be seen."""
        if self.pre_norm:
            x = x + self._mixed(self.norms[0](x), mask)
            return x + self._thought(self.norms[1](x))
        x = self.norms[0](x + self._mixed(x, mask))
        x = self.norms[1](x + self._thought(x))
        return x

    def _mixed(self, x: Tensor, mask: Tensor | None) -> Tensor:
        queries, seen = self.attention.queries_keys_values(x)
        if self.slots is not None:
            seen, mask = self.slots(seen, mask)
        mixed: Tensor = self.dropout(self.attention.look(queries, seen, mask))
        return mixed

    def _thought(self, x: Tensor) -> Tensor:
        thought: Tensor = self.dropout(self.feed_forward(x))
        return thought


@dataclass(frozen=True)
class Sight:
    """What one decoder block sees besides its tokens.

    Args:
        memory: keys and values of the memory, (B, H, M, D / H).
        past: keys and values of the tokens read before, (R, H, T, D / H).
        memory_mask: (B, 1, 1, M), None where all is kept.
        past_mask: what the tokens see of the past and of each other, broadcasts to (R, 1, S, T + S); None for all.
    """

    memory: KeysValues
    past: KeysValues
    memory_mask: Tensor | None
    past_mask: Tensor | None


class DecoderBlock(nn.Module):
    """Tokens that look at what was read before them, then at a memory."""

    def __init__(self, sizes: BlockSizes) -> None:
        super().__init__()
        self.pre_norm = sizes.pre_norm
        self.reading = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.looking = Attention(sizes.width, sizes.n_heads, dropout=sizes.dropout)
        self.feed_forward = FeedForward(sizes)
        self.norms = nn.ModuleList(nn.LayerNorm(sizes.width) for _ in range(3))
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(self, x: Tensor, sight: Sight) -> tuple[Tensor, KeysValues]:
        """Tokens (R, S, D) to (R, S, D), and the past with them in it."""
        x, past = self._read(x, sight)
        if self.pre_norm:
            x = x + self._looked(self.norms[1](x), sight)
            return x + self._thought(self.norms[2](x)), past
        x = self.norms[1](x + self._looked(x, sight))
        return self.norms[2](x + self._thought(x)), past

    def looks(self, x: Tensor, sight: Sight) -> Tensor:
        """How much tokens (R, S, D) look at each place of the memory, heads averaged, (R, S, M)."""
        x, _ = self._read(x, sight)
        x = self.norms[1](x) if self.pre_norm else x
        return self.looking.weights(x, sight.memory, sight.memory_mask)

    def _read(self, x: Tensor, sight: Sight) -> tuple[Tensor, KeysValues]:
        queries, new = self.reading.queries_keys_values(self.norms[0](x) if self.pre_norm else x)
        past = sight.past.joined(new)
        x = x + self.dropout(self.reading.look(queries, past, sight.past_mask))
        return x if self.pre_norm else self.norms[0](x), past

    def _looked(self, x: Tensor, sight: Sight) -> Tensor:
        looked: Tensor = self.dropout(self.looking(x, sight.memory, sight.memory_mask))
        return looked

    def _thought(self, x: Tensor) -> Tensor:
        thought: Tensor = self.dropout(self.feed_forward(x))
        return thought
