"""Token vectors in context, from one layer of a text encoder of `transformers`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import ModuleList
from transformers import AutoConfig, AutoModel, AutoTokenizer, T5EncoderModel

from cinescribe.errors import ModelError
from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import loaded, loading
from cinescribe.language.vectors.token_embeddings import Embedded

# The layer whose vectors agree best with human judgement of translations (WMT16), as the authors of BERTScore
# measured and use them; other models are read at their last layer unless a layer is named.
BEST_LAYERS = {
    "bert-base-uncased": 9,
    "bert-large-uncased": 18,
    "distilbert-base-uncased": 5,
    "distilroberta-base": 5,
    "facebook/bart-large-mnli": 11,
    "microsoft/deberta-base-mnli": 9,
    "microsoft/deberta-large-mnli": 18,
    "microsoft/deberta-v3-large": 12,
    "microsoft/deberta-xlarge-mnli": 40,
    "microsoft/mpnet-base": 8,
    "roberta-base": 10,
    "roberta-large": 17,
    "roberta-large-mnli": 19,
}
_AT_ONCE = 64  # texts
_LONGEST = 512  # tokens, where neither tokenizer nor model tells
_NEVER_LONGER = 100_000  # tokens: tokenizers that do not know write 10^30
# Families that know most words with a blank before them. BERTScore's authors set one before the first word too, but
# their package no longer does under transformers 5, which passes over the setting where they make it.
_SPACED = ("gpt2", "roberta")


@dataclass(frozen=True)
class ContextualVectors:
    """Token vectors by an encoder cut off after one layer; an `Embedder`.

    Texts longer than the model can read are read as far as it can.

    Attributes:
        name: model and layer, as `roberta-large/17`.
        model: the encoder.
        tokenizer: cuts texts into word pieces.
        longest: tokens that the model can read.
    """

    name: str
    model: Any
    tokenizer: Any
    longest: int

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """The word pieces of each text, the model's marks included, (S,) each."""
        if not texts:
            return []
        cut = self.tokenizer(
            [text.strip() for text in texts],
            truncation=True,
            max_length=self.longest,
            padding=False,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        return [np.array(tokens, np.int64) for tokens in cut["input_ids"]]

    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        """Each text with the vectors of its word pieces, of length 1."""
        tokens = self.tokens(texts)
        marks = [self.tokenizer.cls_token_id, self.tokenizer.sep_token_id]
        marks = [mark for mark in marks if mark is not None]
        found: dict[int, Embedded] = {}
        for rows in _batches([len(each) for each in tokens]):
            for row, vectors in zip(rows, self._vectors([tokens[row] for row in rows]), strict=True):
                found[row] = Embedded(tokens[row], vectors, ~np.isin(tokens[row], marks))
        return [found[row] for row in range(len(texts))]

    def _vectors(self, tokens: Sequence[NDArray[np.int64]]) -> Iterator[NDArray[np.float32]]:
        longest = max(map(len, tokens))
        padded = np.full((len(tokens), longest), self.tokenizer.pad_token_id or 0)  # (B, S)
        keep = np.zeros_like(padded)
        for row, each in enumerate(tokens):
            padded[row, : len(each)], keep[row, : len(each)] = each, 1
        device = self.model.device
        with torch.inference_mode():
            given = {"input_ids": torch.from_numpy(padded), "attention_mask": torch.from_numpy(keep)}
            hidden = self.model(**{key: value.to(device) for key, value in given.items()}).last_hidden_state
            hidden = torch.nn.functional.normalize(hidden, dim=-1).cpu().numpy()  # (B, S, D)
        for row, each in enumerate(tokens):
            yield hidden[row, : len(each)]


def contextual_vectors(
    name: str = PACKAGED,
    *,
    layer: int | None = None,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    device: str = "cpu",
) -> ContextualVectors:
    """Token vectors by a model that is here, or may be fetched.

    Args:
        name: `all-MiniLM-L6-v2`, which is always here; an id of the hub, as `roberta-large`; or a folder in its layout.
        layer: after which layer vectors are read, from 1; the one of `BEST_LAYERS`, or else the last, unless told.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, is no text encoder, or has no such layer.
    """
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a text encoder of transformers"):
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        settings = {"add_prefix_space": True} if config.model_type in _SPACED else {}
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **settings)
        # T5's decoder wants input of its own, which a text under test has not.
        family: Any = T5EncoderModel if config.model_type in {"t5", "mt5", "umt5"} else AutoModel
        model = loaded(family, folder, name=name).model
        n_layers = int(config.num_hidden_layers)
    chosen = _layer(name, n_layers, layer)
    encoder = _cut(model.encoder if config.is_encoder_decoder else model, chosen, name).to(device)
    return ContextualVectors(f"{encoder_name(name)}/{chosen}", encoder, tokenizer, _longest(tokenizer, config))


def _layer(name: str, n_layers: int, layer: int | None) -> int:
    chosen = BEST_LAYERS.get(name, n_layers) if layer is None else layer
    if not 1 <= chosen <= n_layers:
        raise ModelError(f"layer {chosen} of the model {name!r} was asked for; it has layers 1 to {n_layers}")
    return chosen


def _cut(model: Any, n_layers: int, name: str) -> Any:
    """The model without the layers above, which need not be computed; its closing norm, where it has one, stays."""
    whole = model.config.num_hidden_layers
    for module in list(model.modules()):
        for child, layers in list(module.named_children()):
            if isinstance(layers, ModuleList) and len(layers) == whole:
                setattr(module, child, layers[:n_layers])
    model.config.num_hidden_layers = n_layers
    if _n_layers(model) != n_layers:
        raise ModelError(f"the model {name!r} cannot be cut off after layer {n_layers}; name its last, {whole}")
    return model


def _n_layers(model: Any) -> int | None:
    """How many layers really compute; None where the model fails, as one does that keeps a count of its own."""
    one = torch.ones((1, 1), dtype=torch.long)
    try:
        with torch.inference_mode():
            tried = model(input_ids=one, attention_mask=one, output_hidden_states=True)
    except IndexError:
        return None
    return len(tried.hidden_states) - 1


def _longest(tokenizer: Any, config: Any) -> int:
    told = int(tokenizer.model_max_length)
    return told if told < _NEVER_LONGER else int(getattr(config, "max_position_embeddings", _LONGEST))


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Rows of texts of like lengths, a batch at a time, the longest first."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    for start in range(0, len(order), _AT_ONCE):
        yield order[start : start + _AT_ONCE]
