"""T5 and GPT-2 as set captioners (MICap, table 6): a language model of `transformers` after a prefix of features.

T5 encodes the features and writes with its decoder. GPT-2 reads a few learned queries that attend to the features, as
in BLIP-2 and ClipCap, before its text. The paper gives no further details. Both write captionsets from start to end, as
MICap does. Neither fills in blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import torch
import transformers  # its models by their full names, so that they are loaded where they are used: seconds each
from torch import Tensor, nn

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.models.prefix_tokens import Prefix, PrefixSizes, PrefixTokens

_KeysValues: TypeAlias = tuple[tuple[Tensor, Tensor], ...]  # of each layer, (R, H, T, D / H)


@dataclass(frozen=True)
class T5PrefixSizes(PrefixSizes):
    """The sizes of a T5 after a prefix, besides those of `PrefixSizes`; by default T5-Base's.

    Args:
        width, head_width, ff_width: of tokens, of one head, inside the feed-forward part.
        n_layers, n_heads: of encoder and decoder each.
        gated: whether feed-forward parts are those of T5 1.1 and logits are not scaled.
        dropout: share of activations dropped in training.
    """

    width: int = 768
    head_width: int = 64
    ff_width: int = 3072
    n_layers: int = 12
    n_heads: int = 12
    gated: bool = False
    dropout: float = 0.1


@dataclass(frozen=True)
class T5State:
    """The decoding state of a T5, as a value.

    Args:
        prefix: the encoded features, a row for each text.
        past: keys and values of the words so far.
        cross: keys and values of the features; None before the first word, never written to afterwards.
    """

    prefix: Prefix
    past: _KeysValues
    cross: transformers.DynamicCache | None


class T5Prefix(nn.Module):
    """A T5 with features in the encoder and words in the decoder; a `Step`.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: T5PrefixSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.shown = PrefixTokens(sizes, sizes.width)
        self.t5 = transformers.T5ForConditionalGeneration(_t5_config(sizes))

    def memory(self, batch: SetBatch, *, blanks: bool) -> Prefix:
        """Return the encoded features of every set, (B, M, D).

        Raises:
            ModelError: with `blanks`.
            FeatureError: as `PrefixTokens`.
        """
        _refuse_blanks("T5", blanks)
        prefix = self.shown(batch)
        encoded = self.t5.encoder(inputs_embeds=prefix.tokens, attention_mask=prefix.mask.long()).last_hidden_state
        return Prefix(encoded, prefix.mask)

    def hidden(self, words: Tensor, memory: Prefix) -> Tensor:
        """Return the hidden state after each word (B, L), (B, L, D)."""
        hidden: Tensor = self._decoded(words, memory, None).last_hidden_state
        return hidden

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Hidden states (..., D) to logits of the next word, (..., V)."""
        scale = self.sizes.width**-0.5 if self.t5.config.scale_decoder_outputs else 1.0
        logits: Tensor = self.t5.lm_head(hidden * scale)
        return logits

    def start(self, batch: SetBatch) -> T5State:
        """Return the state before the first token, a row for each set; errors as `memory`."""
        return T5State(self.memory(batch, blanks=False), (), None)

    def step(self, tokens: Tensor, state: T5State) -> tuple[Tensor, T5State]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        cache = transformers.EncoderDecoderCache(
            transformers.DynamicCache(state.past), state.cross or transformers.DynamicCache()
        )
        hidden = self._decoded(tokens[:, None], state.prefix, cache).last_hidden_state
        after = T5State(state.prefix, _pairs(cache.self_attention_cache), cache.cross_attention_cache)
        return self.word_logits(hidden[:, -1]), after

    def select(self, state: T5State, rows: Tensor) -> T5State:
        """Return the state of some rows, by number."""
        cross = None if state.cross is None else transformers.DynamicCache(_selected(_pairs(state.cross), rows))
        return T5State(state.prefix.select(rows), _selected(state.past, rows), cross)

    def _decoded(self, words: Tensor, prefix: Prefix, cache: transformers.EncoderDecoderCache | None) -> Any:
        return self.t5.decoder(
            input_ids=words,
            encoder_hidden_states=prefix.tokens,
            encoder_attention_mask=prefix.mask.long(),
            past_key_values=cache,
            use_cache=cache is not None,
        )


@dataclass(frozen=True)
class Gpt2PrefixSizes(PrefixSizes):
    """The sizes of a GPT-2 after a prefix, besides those of `PrefixSizes`; by default the smallest GPT-2's.

    Args:
        n_queries, n_query_layers: learned queries that attend to the features, and the layers that do so.
        n_positions: queries and tokens together, at most.
        width, n_layers, n_heads: of the language model.
        dropout: share of activations dropped in training.
    """

    n_queries: int = 32
    n_query_layers: int = 2
    n_positions: int = 1024
    width: int = 768
    n_layers: int = 12
    n_heads: int = 12
    dropout: float = 0.1


@dataclass(frozen=True)
class Gpt2State:
    """The decoding state of a GPT-2: keys and values of queries and words, (R, H, T, D / H) of each layer."""

    past: _KeysValues


class FeatureQueries(nn.Module):
    """Learned queries that attend to each other and to the features of a set, like BLIP-2's."""

    def __init__(self, sizes: Gpt2PrefixSizes) -> None:
        super().__init__()
        self.shown = PrefixTokens(sizes, sizes.width)
        # Attended to where a set has no features.
        self.nothing = nn.Parameter(nn.init.normal_(torch.empty(sizes.width), std=0.02))
        self.queries = nn.Parameter(torch.randn(sizes.n_queries, sizes.width))
        self.layers = nn.ModuleList(
            nn.TransformerDecoderLayer(
                sizes.width, sizes.n_heads, 4 * sizes.width, sizes.dropout, batch_first=True, norm_first=True
            )
            for _ in range(sizes.n_query_layers)
        )
        self.out = nn.Linear(sizes.width, sizes.width)

    def forward(self, batch: SetBatch) -> Prefix:
        """Return a token for each query, (B, Q, D)."""
        prefix, n_sets = self.shown(batch), len(batch)
        tokens = torch.cat([self.nothing.expand(n_sets, 1, -1), prefix.tokens], dim=1)
        mask = torch.cat([prefix.mask.new_ones(n_sets, 1), prefix.mask], dim=1)
        hidden = self.queries.expand(n_sets, -1, -1)
        for layer in self.layers:
            hidden = layer(hidden, tokens, memory_key_padding_mask=~mask)
        return Prefix(self.out(hidden), mask.new_ones(hidden.shape[:2]))


class Gpt2Prefix(nn.Module):
    """A GPT-2 that reads the tokens of learned queries, then words; a `Step`.

    Args:
        sizes: its sizes.
    """

    def __init__(self, sizes: Gpt2PrefixSizes) -> None:
        super().__init__()
        self.sizes = sizes
        self.queries = FeatureQueries(sizes)
        self.gpt2 = transformers.GPT2Model(_gpt2_config(sizes))

    def memory(self, batch: SetBatch, *, blanks: bool) -> Prefix:
        """Return the tokens of the queries of every set, (B, Q, D).

        Raises:
            ModelError: with `blanks`.
            FeatureError: as `PrefixTokens`.
        """
        _refuse_blanks("GPT-2", blanks)
        prefix: Prefix = self.queries(batch)
        return prefix

    def hidden(self, words: Tensor, memory: Prefix) -> Tensor:
        """Return the hidden state after each word (B, L), (B, L, D).

        Raises:
            ModelError: for more words than the model has positions for.
        """
        tokens = torch.cat([memory.tokens, self.gpt2.wte(words)], dim=1)
        hidden: Tensor = self._read(tokens, transformers.DynamicCache()).last_hidden_state
        return hidden[:, memory.tokens.shape[1] :]

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Hidden states (..., D) to logits of the next word, (..., V), by the word embeddings."""
        logits: Tensor = hidden @ self.gpt2.wte.weight.T
        return logits

    def start(self, batch: SetBatch) -> Gpt2State:
        """Return the state before the first token, a row for each set; errors as `memory`."""
        cache = transformers.DynamicCache()
        self._read(self.memory(batch, blanks=False).tokens, cache)
        return Gpt2State(_pairs(cache))

    def step(self, tokens: Tensor, state: Gpt2State) -> tuple[Tensor, Gpt2State]:
        """Take one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: when there is no position left.
        """
        cache = transformers.DynamicCache(state.past)
        hidden = self._read(self.gpt2.wte(tokens[:, None]), cache).last_hidden_state
        return self.word_logits(hidden[:, -1]), Gpt2State(_pairs(cache))

    def select(self, state: Gpt2State, rows: Tensor) -> Gpt2State:
        """Return the state of some rows, by number."""
        return Gpt2State(_selected(state.past, rows))

    def _read(self, tokens: Tensor, cache: transformers.DynamicCache) -> Any:
        n_read = cache.get_seq_length() + tokens.shape[1]
        if n_read > self.sizes.n_positions:
            raise ModelError(
                f"queries and words take {n_read} positions, but this GPT-2 has {self.sizes.n_positions}; "
                "write shorter captions, or build one with more `n_positions`"
            )
        return self.gpt2(inputs_embeds=tokens, past_key_values=cache, use_cache=True)


def _t5_config(sizes: T5PrefixSizes) -> transformers.T5Config:
    settings: dict[str, Any] = {
        "vocab_size": sizes.n_words, "d_model": sizes.width, "d_kv": sizes.head_width, "d_ff": sizes.ff_width,
        "num_layers": sizes.n_layers, "num_heads": sizes.n_heads, "dropout_rate": sizes.dropout,
        "feed_forward_proj": "gated-gelu" if sizes.gated else "relu",
        "tie_word_embeddings": not sizes.gated,  # transformers scales outputs by this; it ties them anyway
    }  # fmt: skip
    return transformers.T5Config(**settings)


def _gpt2_config(sizes: Gpt2PrefixSizes) -> transformers.GPT2Config:
    return transformers.GPT2Config(
        vocab_size=sizes.n_words, n_positions=sizes.n_positions, n_embd=sizes.width, n_layer=sizes.n_layers,
        n_head=sizes.n_heads, resid_pdrop=sizes.dropout, embd_pdrop=sizes.dropout, attn_pdrop=sizes.dropout,
        bos_token_id=None, eos_token_id=None,
    )  # fmt: skip


def _refuse_blanks(name: str, blanks: bool) -> None:
    if blanks:
        raise ModelError(f"{name} after a prefix fills in no blanks; train it on captions (objective 'xe')")


def _pairs(cache: Any) -> _KeysValues:
    """Return keys and values as a value: a growing cache replaces its tensors and does not write into them."""
    return tuple((layer.keys, layer.values) for layer in cache.layers)


def _selected(pairs: _KeysValues, rows: Tensor) -> _KeysValues:
    return tuple((keys[rows], values[rows]) for keys, values in pairs)
