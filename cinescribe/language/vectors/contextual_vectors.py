"""Contextual token vectors from one layer of a text encoder of `transformers`."""

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
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import load_pretrained, loading
from cinescribe.language.vectors.token_embeddings import TokenEmbeddings

# Layers whose vectors agree best with human judgement of translations (WMT16), as measured and used by the authors of
# BERTScore; other models default to their last layer.
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
_BATCH = 64  # texts
_DEFAULT_MAX_LENGTH = 512  # tokens, where neither tokenizer nor model has a limit
_LARGEST_LIMIT = 100_000  # tokens: tokenizers without a limit give 10^30
# Families whose vocabulary has most words with a space before them. BERTScore's authors add one before the first word,
# but their package no longer does under transformers 5, which ignores the setting where they make it.
_SPACED = ("gpt2", "roberta")


@dataclass(frozen=True)
class ContextualVectors:
    """Token vectors of an encoder truncated after one layer; an `Embedder`.

    Texts longer than the model's limit are truncated.

    Attributes:
        name: model and layer, such as `roberta-large/17`.
        model: the encoder.
        tokenizer: splits texts into word pieces.
        max_length: the model's limit in tokens.
    """

    name: str
    model: Any
    tokenizer: Any
    max_length: int

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """Return the word pieces of each text, with start and end tokens, (S,) each."""
        if not texts:
            return []
        encoded = self.tokenizer(
            [text.strip() for text in texts],
            truncation=True,
            max_length=self.max_length,
            padding=False,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        return [np.array(tokens, np.int64) for tokens in encoded["input_ids"]]

    def embed(self, texts: Sequence[str]) -> list[TokenEmbeddings]:
        """Return each text with the unit vectors of its word pieces."""
        tokens = self.tokens(texts)
        special = [self.tokenizer.cls_token_id, self.tokenizer.sep_token_id]
        special = [token for token in special if token is not None]
        embeddings: dict[int, TokenEmbeddings] = {}
        for rows in _batches([len(each) for each in tokens]):
            for row, vectors in zip(rows, self._vectors([tokens[row] for row in rows]), strict=True):
                embeddings[row] = TokenEmbeddings(tokens[row], vectors, ~np.isin(tokens[row], special))
        return [embeddings[row] for row in range(len(texts))]

    def _vectors(self, tokens: Sequence[NDArray[np.int64]]) -> Iterator[NDArray[np.float32]]:
        longest = max(map(len, tokens))
        padded = np.full((len(tokens), longest), self.tokenizer.pad_token_id or 0)  # (B, S)
        keep = np.zeros_like(padded)
        for row, each in enumerate(tokens):
            padded[row, : len(each)], keep[row, : len(each)] = each, 1
        device = self.model.device
        with torch.inference_mode():
            inputs = {"input_ids": torch.from_numpy(padded), "attention_mask": torch.from_numpy(keep)}
            hidden = self.model(**{key: value.to(device) for key, value in inputs.items()}).last_hidden_state
            hidden = torch.nn.functional.normalize(hidden, dim=-1).cpu().numpy()  # (B, S, D)
        for row, each in enumerate(tokens):
            yield hidden[row, : len(each)]


def contextual_vectors(
    name: str = PACKAGED_ENCODER,
    *,
    layer: int | None = None,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    device: str = "cpu",
) -> ContextualVectors:
    """Return a model for contextual token vectors.

    Args:
        name: `all-MiniLM-L6-v2`, which is always available; an id of the hub, such as `roberta-large`; or a folder.
        layer: the layer to use, from 1; by default the one in `BEST_LAYERS` (also of a folder with such a name), or
            else the last.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line with size and licence before a download.
        device: torch device.

    Raises:
        ModelError: when the model is missing, cannot be downloaded, is no text encoder, or has no such layer.
    """
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    with loading(name, wanted="a text encoder of transformers"):
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        settings = {"add_prefix_space": True} if config.model_type in _SPACED else {}
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False, **settings)
        # T5's decoder needs input of its own, so only its encoder is loaded.
        family: Any = T5EncoderModel if config.model_type in {"t5", "mt5", "umt5"} else AutoModel
        model = load_pretrained(family, folder, name=name).model
        n_layers = int(config.num_hidden_layers)
    chosen = _layer(name, n_layers, layer)
    encoder = _truncated(model.encoder if config.is_encoder_decoder else model, chosen, name).to(device)
    return ContextualVectors(f"{encoder_name(name)}/{chosen}", encoder, tokenizer, _max_length(tokenizer, config))


def _layer(name: str, n_layers: int, layer: int | None) -> int:
    chosen = BEST_LAYERS.get(encoder_name(name), n_layers) if layer is None else layer
    if not 1 <= chosen <= n_layers:
        raise ModelError(f"layer {chosen} of the model {name!r} was asked for; it has layers 1 to {n_layers}")
    return chosen


def _truncated(model: Any, n_layers: int, name: str) -> Any:
    """The model without the layers above `n_layers`; a final norm remains."""
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
    """The number of layers that run; None if the model fails, as one that keeps its own layer count does."""
    one = torch.ones((1, 1), dtype=torch.long)
    try:
        with torch.inference_mode():
            tried = model(input_ids=one, attention_mask=one, output_hidden_states=True)
    except IndexError:
        return None
    return len(tried.hidden_states) - 1


def _max_length(tokenizer: Any, config: Any) -> int:
    limit = int(tokenizer.model_max_length)
    return limit if limit < _LARGEST_LIMIT else int(getattr(config, "max_position_embeddings", _DEFAULT_MAX_LENGTH))


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Batches of indices of texts of similar length, the longest first."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]
