"""The usual M²: modules with the published names, and the usual beam search.

Tests compare its outputs with ours, benchmarks its time. The design is that of the published code: modules hold the
state between steps; the inputs of all words so far and the encoder's levels are mapped to keys and values at every
step, levels for every beam; beams are rows of the batch, and all state is gathered when their order changes; the
candidates of a step are sorted as a whole.

Legend: `B` pictures, `M` regions, `K` beams, `R` rows, `L` tokens, `n` levels, `D` width, `V` vocabulary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

FAR = -999.0  # score of a hypothesis that is no candidate


@dataclass(frozen=True)
class PlainSizes:
    """The sizes of a plain M²; by default the published ones."""

    n_words: int
    region_width: int = 2048
    n_places: int = 54
    n_layers: int = 3
    n_slots: int = 40
    width: int = 512
    n_heads: int = 8
    ff_width: int = 2048
    pad: int = 0


class PlainScores(nn.Module):
    """Scaled dot-product attention, with memory slots if any."""

    def __init__(self, sizes: PlainSizes, *, n_slots: int = 0) -> None:
        super().__init__()
        self.n_heads, self.n_slots = sizes.n_heads, n_slots
        self.fc_q = nn.Linear(sizes.width, sizes.width)
        self.fc_k = nn.Linear(sizes.width, sizes.width)
        self.fc_v = nn.Linear(sizes.width, sizes.width)
        self.fc_o = nn.Linear(sizes.width, sizes.width)
        if n_slots:
            self.m_k = nn.Parameter(torch.randn(1, n_slots, sizes.width) / (sizes.width // sizes.n_heads))
            self.m_v = nn.Parameter(torch.randn(1, n_slots, sizes.width) / n_slots)

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, hidden: Tensor) -> Tensor:
        """Attend from (R, S, D) to (R, M, D); `hidden` (R or 1, 1, S or 1, M) is True where attention is masked."""
        n_seen, keys, values = keys.shape[1], self.fc_k(keys), self.fc_v(values)
        head_width = keys.shape[-1] // self.n_heads
        if self.n_slots:
            keys = torch.cat([keys, math.sqrt(head_width) * self.m_k.expand(len(keys), -1, -1)], 1)
            values = torch.cat([values, math.sqrt(self.n_slots) * self.m_v.expand(len(keys), -1, -1)], 1)
        q, k, v = (x.view(*x.shape[:2], self.n_heads, -1).transpose(1, 2) for x in (self.fc_q(queries), keys, values))
        scores = q @ k.transpose(2, 3) / math.sqrt(head_width)
        if self.n_slots:
            scores[..., :n_seen] = scores[..., :n_seen].masked_fill(hidden, -torch.inf)
        else:
            scores = scores.masked_fill(hidden, -torch.inf)
        out: Tensor = self.fc_o((scores.softmax(-1) @ v).transpose(1, 2).reshape(queries.shape))
        return out


class PlainAttention(nn.Module):
    """Attention, residual sum, normalisation."""

    def __init__(self, sizes: PlainSizes, *, n_slots: int = 0) -> None:
        super().__init__()
        self.attention = PlainScores(sizes, n_slots=n_slots)
        self.layer_norm = nn.LayerNorm(sizes.width)
        self.held_keys = self.held_values = torch.empty(0)  # the inputs of the words so far, (R, L, D)

    def forward(self, queries: Tensor, keys: Tensor, values: Tensor, hidden: Tensor) -> Tensor:
        out: Tensor = self.layer_norm(queries + self.attention(queries, keys, values, hidden))
        return out

    def decode_step(self, word: Tensor, hidden: Tensor) -> Tensor:
        """Attend from one more word per row, (R, 1, D), to the words before."""
        self.held_keys = torch.cat([self.held_keys.view(len(word), -1, word.shape[-1]), word], 1)
        self.held_values = torch.cat([self.held_values.view(len(word), -1, word.shape[-1]), word], 1)
        return self.forward(word, self.held_keys, self.held_values, hidden)


class PlainFeedForward(nn.Module):
    """Two linear layers, residual sum, normalisation."""

    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.fc1 = nn.Linear(sizes.width, sizes.ff_width)
        self.fc2 = nn.Linear(sizes.ff_width, sizes.width)
        self.layer_norm = nn.LayerNorm(sizes.width)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.layer_norm(x + self.fc2(self.fc1(x).relu()))
        return out


class PlainEncoderLayer(nn.Module):
    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.mhatt = PlainAttention(sizes, n_slots=sizes.n_slots)
        self.pwff = PlainFeedForward(sizes)

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        out: Tensor = self.pwff(self.mhatt(x, x, x, hidden))
        return out


class PlainEncoder(nn.Module):
    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.fc = nn.Linear(sizes.region_width, sizes.width)
        self.layer_norm = nn.LayerNorm(sizes.width)
        self.layers = nn.ModuleList(PlainEncoderLayer(sizes) for _ in range(sizes.n_layers))

    def forward(self, regions: Tensor, hidden: Tensor) -> Tensor:
        """Encode regions (B, M, Dr) to levels (B, n, M, D)."""
        x, levels = self.layer_norm(self.fc(regions).relu()), []
        for layer in self.layers:
            x = layer(x, hidden)
            levels.append(x)
        return torch.stack(levels, 1)


class PlainDecoderLayer(nn.Module):
    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.self_att = PlainAttention(sizes)
        self.enc_att = PlainAttention(sizes)
        self.pwff = PlainFeedForward(sizes)
        self.n_levels = sizes.n_layers
        for level in range(1, self.n_levels + 1):
            setattr(self, f"fc_alpha{level}", nn.Linear(2 * sizes.width, sizes.width))

    def forward(self, read: Tensor, levels: Tensor, hidden: Tensor) -> Tensor:
        """Attend from words (R, S, D) to each level of (R, n, M, D), and gate the results."""
        found = [self.enc_att(read, levels[:, level], levels[:, level], hidden) for level in range(self.n_levels)]
        gated = [
            torch.sigmoid(getattr(self, f"fc_alpha{level}")(torch.cat([read, one], -1))) * one
            for level, one in enumerate(found, 1)
        ]
        out: Tensor = self.pwff(sum(gated) / math.sqrt(self.n_levels))
        return out


class PlainDecoder(nn.Module):
    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.word_emb = nn.Embedding(sizes.n_words, sizes.width)
        self.pos_emb = nn.Embedding(sizes.n_places + 1, sizes.width).requires_grad_(False)
        with torch.no_grad():
            self.pos_emb.weight.copy_(sinusoids(sizes.n_places + 1, sizes.width))
        self.layers = nn.ModuleList(PlainDecoderLayer(sizes) for _ in range(sizes.n_layers))
        self.fc = nn.Linear(sizes.width, sizes.n_words, bias=False)

    def forward(self, words: Tensor, levels: Tensor, hidden: Tensor) -> Tensor:
        """Return log-probabilities (R, L, V) of whole prefixes (R, L)."""
        x = self.word_emb(words) + self.pos_emb(torch.arange(1, words.shape[1] + 1))
        ahead = torch.ones(words.shape[1], words.shape[1], dtype=torch.bool).triu(1)
        for layer in self._typed_layers:
            x = layer(layer.self_att(x, x, x, ahead), levels, hidden)
        logits: Tensor = self.fc(x)
        return logits.log_softmax(-1)

    def decode_step(self, words: Tensor, place: int, levels: Tensor, hidden: Tensor) -> Tensor:
        """Return log-probabilities (R, V) after one more word per row, (R, 1)."""
        x = self.word_emb(words) + self.pos_emb(torch.tensor([place]))
        unread = torch.zeros(len(words), 1, 1, place, dtype=torch.bool)
        for layer in self._typed_layers:
            x = layer(layer.self_att.decode_step(x, unread), levels, hidden)
        logits: Tensor = self.fc(x)
        return logits[:, 0].log_softmax(-1)

    def reorder(self, parents: Tensor) -> None:
        """Gather the state for beams that continue the `parents` (B, K)."""
        for layer in self._typed_layers:
            held = layer.self_att
            held.held_keys = gathered(held.held_keys, parents)
            held.held_values = gathered(held.held_values, parents)

    def reset(self) -> None:
        """Clear the state."""
        for layer in self._typed_layers:
            layer.self_att.held_keys = layer.self_att.held_values = torch.empty(0)

    @property
    def _typed_layers(self) -> list[PlainDecoderLayer]:
        return [cast(PlainDecoderLayer, layer) for layer in self.layers]


class PlainM2(nn.Module):
    """The whole captioner; its state dict has the published names."""

    def __init__(self, sizes: PlainSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.encoder = PlainEncoder(sizes)
        self.decoder = PlainDecoder(sizes)

    def levels(self, regions: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the encoder's levels, (B, n, M, D), and their mask, True where hidden, (B, 1, 1, M)."""
        hidden = ~mask[:, None, None]
        return self.encoder(regions, hidden), hidden

    @torch.no_grad()
    def beams(
        self, regions: Tensor, mask: Tensor, *, n_beams: int, n_tokens: int, start: int, end: int
    ) -> tuple[Tensor, Tensor]:
        """Return the hypotheses of each picture, best first, (B, K, L), padded, and their log-probabilities, (B, K)."""
        levels, hidden = self.levels(regions, mask)
        n_items, n_now = len(regions), 1
        words, sums, going = torch.full((n_items, 1), start), torch.zeros(n_items, 1, 1), torch.ones(n_items, 1, 1)
        written = list[Tensor]()
        for place in range(1, n_tokens + 1):
            log_probs = self.decoder.decode_step(words, place, levels, hidden).view(n_items, n_now, -1)
            itself = sums.repeat(1, 1, log_probs.shape[2])
            itself[:, :, 1:] = FAR
            candidates = going * (sums + log_probs) + (1 - going) * itself
            ranked = candidates.view(n_items, -1).sort(dim=1, descending=True, stable=True)
            sums, picked = ranked.values[:, :n_beams, None], ranked.indices[:, :n_beams]
            parents, chosen = picked // log_probs.shape[2], picked % log_probs.shape[2]
            self.decoder.reorder(parents)
            regions, levels, hidden = (gathered(each, parents) for each in (regions, levels, hidden))
            going = going.gather(1, parents[:, :, None])
            chosen = chosen.where(going[:, :, 0] > 0, self.sizes.pad)
            written = [one.gather(1, parents) for one in written] + [chosen]
            going = going * (chosen != end)[:, :, None]
            words, n_now = chosen.view(-1, 1), n_beams
        self.decoder.reset()
        return torch.stack(written, 2), sums[:, :, 0]


def gathered(rows: Tensor, parents: Tensor) -> Tensor:
    """Return the rows (B * K, ...) of the parents (B, K') of beams, (B * K', ...)."""
    beams = rows.view(len(parents), -1, *rows.shape[1:])
    index = parents.view(*parents.shape, *[1] * (rows.ndim - 1)).expand(*parents.shape, *rows.shape[1:])
    return beams.gather(1, index).flatten(0, 1)


def sinusoids(n_places: int, width: int) -> Tensor:
    """Return the published position embeddings, (n, D); position 0 is for padding and zero."""
    places = torch.arange(n_places)[:, None].float()
    waves = 10_000 ** (2 * torch.arange(width // 2) / width)
    table = torch.zeros(n_places, width)
    table[:, ::2], table[:, 1::2] = (places / waves).sin(), (places / waves).cos()
    table[0] = 0
    return table
