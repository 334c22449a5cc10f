"""T5 and GPT-2 as set captioners (MICap, table 6): a language model of `transformers` behind features as tokens.

T5 reads the features in its encoder and writes in its decoder. GPT-2 reads what a few learned queries make of them, as
in BLIP-2 and ClipCap, before its text. The paper tells no more than that; both write captionsets from start to end, as
MICap does. Neither fills in blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor, nn
from transformers import DynamicCache, EncoderDecoderCache, GPT2Config, GPT2Model, T5Config, T5ForConditionalGeneration

from cinescribe.errors import ModelError
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.language.tokens.vocabulary import N_PEOPLE, Tokens
from cinescribe.language.vectors.hub_loading import loaded, loading
from cinescribe.models.prefix_tokens import STREAMS, Prefix, PrefixSizes, PrefixTokens, prefix_sizes

KeysValues: TypeAlias = tuple[tuple[Tensor, Tensor], ...]  # of each layer, (R, H, T, D / H)


@dataclass(frozen=True)
class T5PrefixSizes:
    """The sizes of a T5 behind features; by default T5-Base's.

    Args:
        n_words, first_person, n_people: of the vocabulary: V, and where in it people are.
        streams, frame_width, action_width, face_width, n_clips, n_segments, n_clusters: as of `PrefixSizes`.
        width, head_width, ff_width: of tokens, of one head, inside the feed-forward part.
        n_layers, n_heads: of encoder and decoder alike.
        gated: feed-forward parts as in T5 1.1, and logits that are not scaled.
        dropout: share of activations left out in training.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    streams: tuple[str, ...] = STREAMS
    frame_width: int = 512
    action_width: int = 1024
    face_width: int = 512
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64
    width: int = 768
    head_width: int = 64
    ff_width: int = 3072
    n_layers: int = 12
    n_heads: int = 12
    gated: bool = False
    dropout: float = 0.1

    @property
    def prefix(self) -> PrefixSizes:
        """How features become tokens."""
        return prefix_sizes(self)


@dataclass(frozen=True)
class T5State:
    """What a T5 has read.

    Args:
        prefix: the encoded features, a row for each text.
        past: keys and values of the words read.
        looks: keys and values of the features; None before the first word, never written to afterwards.
    """

    prefix: Prefix
    past: KeysValues
    looks: DynamicCache | None


class T5Prefix(nn.Module):
    """Features in the encoder, words in the decoder; a `Step`.

    Args:
        sizes: its sizes.
        t5: the language model; made with random weights where none is given.
    """

    def __init__(self, sizes: T5PrefixSizes, t5: T5ForConditionalGeneration | None = None) -> None:
        super().__init__()
        self.sizes = sizes
        self.shown = PrefixTokens(sizes.prefix, sizes.width)
        self.t5 = t5 or T5ForConditionalGeneration(_t5_config(sizes))

    def memory(self, batch: SetBatch, *, blanks: bool) -> Prefix:
        """The encoded features of every set, (B, M, D).

        Raises:
            ModelError: when blanks are asked for.
            FeatureError: as `PrefixTokens`.
        """
        _no_blanks("T5", blanks)
        shown = self.shown(batch)
        encoded = self.t5.encoder(inputs_embeds=shown.tokens, attention_mask=shown.mask.long()).last_hidden_state
        return Prefix(encoded, shown.mask)

    def hidden(self, words: Tensor, memory: Prefix) -> Tensor:
        """What is known before each next word, (B, L, D), of words (B, L) as they are given."""
        hidden: Tensor = self._decoded(words, memory, None).last_hidden_state
        return hidden

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Of the next word, (..., D) to (..., V)."""
        scale = self.sizes.width**-0.5 if self.t5.config.scale_decoder_outputs else 1.0
        logits: Tensor = self.t5.lm_head(hidden * scale)
        return logits

    def start(self, batch: SetBatch) -> T5State:
        """The state before the first token, a row for each set; errors as `memory`."""
        return T5State(self.memory(batch, blanks=False), (), None)

    def step(self, tokens: Tensor, state: T5State) -> tuple[Tensor, T5State]:
        """Read one token a row, (R,); gives the logits of the next, (R, V), and the state after it."""
        cache = EncoderDecoderCache(DynamicCache(state.past), state.looks or DynamicCache())
        hidden = self._decoded(tokens[:, None], state.prefix, cache).last_hidden_state
        after = T5State(state.prefix, _pairs(cache.self_attention_cache), cache.cross_attention_cache)
        return self.word_logits(hidden[:, -1]), after

    def select(self, state: T5State, rows: Tensor) -> T5State:
        """The state of some rows, by number."""
        looks = None if state.looks is None else DynamicCache(_selected(_pairs(state.looks), rows))
        return T5State(state.prefix.select(rows), _selected(state.past, rows), looks)

    def _decoded(self, words: Tensor, prefix: Prefix, cache: EncoderDecoderCache | None) -> Any:
        return self.t5.decoder(
            input_ids=words,
            encoder_hidden_states=prefix.tokens,
            encoder_attention_mask=prefix.mask.long(),
            past_key_values=cache,
            use_cache=cache is not None,
        )


@dataclass(frozen=True)
class Gpt2PrefixSizes:
    """The sizes of a GPT-2 behind features; by default those of the smallest published.

    Args:
        n_words, first_person, n_people: of the vocabulary: V, and where in it people are.
        streams, frame_width, action_width, face_width, n_clips, n_segments, n_clusters: as of `PrefixSizes`.
        n_queries, n_query_layers: learned queries that read the features, and the layers they read in.
        n_positions: queries and tokens together, at most.
        width, n_layers, n_heads: of the language model.
        dropout: share of activations left out in training.
    """

    n_words: int
    first_person: int
    n_people: int = N_PEOPLE
    streams: tuple[str, ...] = STREAMS
    frame_width: int = 512
    action_width: int = 1024
    face_width: int = 512
    n_clips: int = 5
    n_segments: int = 5
    n_clusters: int = 64
    n_queries: int = 32
    n_query_layers: int = 2
    n_positions: int = 1024
    width: int = 768
    n_layers: int = 12
    n_heads: int = 12
    dropout: float = 0.1

    @property
    def prefix(self) -> PrefixSizes:
        """How features become tokens."""
        return prefix_sizes(self)


@dataclass(frozen=True)
class Gpt2State:
    """What a GPT-2 has read: keys and values of queries and words, (R, H, T, D / H) of each layer."""

    past: KeysValues


class FeatureQueries(nn.Module):
    """Learned queries that look at each other and at the features of a set, like BLIP-2's."""

    def __init__(self, sizes: Gpt2PrefixSizes) -> None:
        super().__init__()
        self.shown = PrefixTokens(sizes.prefix, sizes.width)
        self.nothing = nn.Parameter(0.02 * torch.randn(sizes.width))  # to look at where a set shows nothing
        self.queries = nn.Parameter(torch.randn(sizes.n_queries, sizes.width))
        self.layers = nn.ModuleList(
            nn.TransformerDecoderLayer(
                sizes.width, sizes.n_heads, 4 * sizes.width, sizes.dropout, batch_first=True, norm_first=True
            )
            for _ in range(sizes.n_query_layers)
        )
        self.out = nn.Linear(sizes.width, sizes.width)

    def forward(self, batch: SetBatch) -> Prefix:
        """A token for each query, (B, Q, D)."""
        shown, n_sets = self.shown(batch), len(batch)
        tokens = torch.cat([self.nothing.expand(n_sets, 1, -1), shown.tokens], dim=1)
        mask = torch.cat([shown.mask.new_ones(n_sets, 1), shown.mask], dim=1)
        hidden = self.queries.expand(n_sets, -1, -1)
        for layer in self.layers:
            hidden = layer(hidden, tokens, memory_key_padding_mask=~mask)
        return Prefix(self.out(hidden), mask.new_ones(hidden.shape[:2]))


class Gpt2Prefix(nn.Module):
    """What queries make of the features, then words, in one decoder; a `Step`.

    Args:
        sizes: its sizes.
        gpt2: the language model; made with random weights where none is given.
    """

    def __init__(self, sizes: Gpt2PrefixSizes, gpt2: GPT2Model | None = None) -> None:
        super().__init__()
        self.sizes = sizes
        self.queries = FeatureQueries(sizes)
        self.gpt2 = gpt2 or GPT2Model(_gpt2_config(sizes))

    def memory(self, batch: SetBatch, *, blanks: bool) -> Prefix:
        """The queries' tokens of every set, (B, Q, D).

        Raises:
            ModelError: when blanks are asked for.
            FeatureError: as `PrefixTokens`.
        """
        _no_blanks("GPT-2", blanks)
        prefix: Prefix = self.queries(batch)
        return prefix

    def hidden(self, words: Tensor, memory: Prefix) -> Tensor:
        """What is known before each next word, (B, L, D), of words (B, L) as they are given.

        Raises:
            ModelError: for more words than the model has positions for.
        """
        rows = torch.cat([memory.tokens, self.gpt2.wte(words)], dim=1)
        hidden: Tensor = self._read(rows, DynamicCache()).last_hidden_state
        return hidden[:, memory.tokens.shape[1] :]

    def word_logits(self, hidden: Tensor) -> Tensor:
        """Of the next word, (..., D) to (..., V), by the words' own vectors."""
        return hidden @ self.gpt2.wte.weight.T

    def start(self, batch: SetBatch) -> Gpt2State:
        """The state before the first token, a row for each set; errors as `memory`."""
        cache = DynamicCache()
        self._read(self.memory(batch, blanks=False).tokens, cache)
        return Gpt2State(_pairs(cache))

    def step(self, tokens: Tensor, state: Gpt2State) -> tuple[Tensor, Gpt2State]:
        """Read one token a row, (R,); gives the logits of the next, (R, V), and the state after it.

        Raises:
            ModelError: when there is no position left.
        """
        cache = DynamicCache(state.past)
        hidden = self._read(self.gpt2.wte(tokens[:, None]), cache).last_hidden_state
        return self.word_logits(hidden[:, -1]), Gpt2State(_pairs(cache))

    def select(self, state: Gpt2State, rows: Tensor) -> Gpt2State:
        """The state of some rows, by number."""
        return Gpt2State(_selected(state.past, rows))

    def _read(self, rows: Tensor, cache: DynamicCache) -> Any:
        n_read = cache.get_seq_length() + rows.shape[1]
        if n_read > self.sizes.n_positions:
            raise ModelError(
                f"queries and words came to {n_read} places, but this GPT-2 has {self.sizes.n_positions}; "
                "write shorter captions, or make one with more positions"
            )
        return self.gpt2(inputs_embeds=rows, past_key_values=cache, use_cache=True)


def pretrained_t5(folder: Path, *, tokens: Tokens, prefix: PrefixSizes) -> T5Prefix:
    """A T5 of the hub behind features.

    Args:
        folder: that holds it, as `language.hub_files.model_folder` finds.
        tokens: its own vocabulary with what was added to it; the vectors of that are new.
        prefix: how features become tokens.

    Raises:
        ModelError: when the folder holds no T5.
    """
    t5 = _of_folder(T5ForConditionalGeneration, folder)
    t5.resize_token_embeddings(len(tokens))
    config = t5.config
    sizes = T5PrefixSizes(
        len(tokens), tokens.first_person, tokens.n_people, **vars(prefix), width=config.d_model,
        head_width=config.d_kv, ff_width=config.d_ff, n_layers=config.num_layers, n_heads=config.num_heads,
        gated=config.is_gated_act, dropout=config.dropout_rate,
    )  # fmt: skip
    return T5Prefix(sizes, t5)


def pretrained_gpt2(folder: Path, *, tokens: Tokens, prefix: PrefixSizes) -> Gpt2Prefix:
    """A GPT-2 of the hub behind features; arguments and errors as those of `pretrained_t5`."""
    gpt2 = _of_folder(GPT2Model, folder)
    gpt2.resize_token_embeddings(len(tokens))
    config = gpt2.config
    sizes = Gpt2PrefixSizes(
        len(tokens), tokens.first_person, tokens.n_people, **vars(prefix), n_positions=config.n_positions,
        width=config.n_embd, n_layers=config.n_layer, n_heads=config.n_head, dropout=config.embd_pdrop,
    )  # fmt: skip
    return Gpt2Prefix(sizes, gpt2)


def _of_folder(kind: Any, folder: Path) -> Any:
    with loading(str(folder), wanted=f"a {kind.__name__} of transformers"):
        return loaded(kind, folder, name=str(folder)).model


def _t5_config(sizes: T5PrefixSizes) -> T5Config:
    settings: dict[str, Any] = {
        "vocab_size": sizes.n_words, "d_model": sizes.width, "d_kv": sizes.head_width, "d_ff": sizes.ff_width,
        "num_layers": sizes.n_layers, "num_heads": sizes.n_heads, "dropout_rate": sizes.dropout,
        "feed_forward_proj": "gated-gelu" if sizes.gated else "relu",
        "tie_word_embeddings": not sizes.gated,  # tells transformers whether outputs are scaled; it ties them anyway
    }  # fmt: skip
    return T5Config(**settings)


def _gpt2_config(sizes: Gpt2PrefixSizes) -> GPT2Config:
    return GPT2Config(
        vocab_size=sizes.n_words, n_positions=sizes.n_positions, n_embd=sizes.width, n_layer=sizes.n_layers,
        n_head=sizes.n_heads, resid_pdrop=sizes.dropout, embd_pdrop=sizes.dropout, attn_pdrop=sizes.dropout,
        bos_token_id=None, eos_token_id=None,
    )  # fmt: skip


def _no_blanks(name: str, blanks: bool) -> None:
    if blanks:
        raise ModelError(f"{name} behind features fills in no blanks; train it on captions (objective 'xe')")


def _pairs(cache: Any) -> KeysValues:
    """Keys and values as a value: the cache's own tensors are replaced, not written into, as it grows."""
    return tuple((layer.keys, layer.values) for layer in cache.layers)


def _selected(pairs: KeysValues, rows: Tensor) -> KeysValues:
    return tuple((keys[rows], values[rows]) for keys, values in pairs)
