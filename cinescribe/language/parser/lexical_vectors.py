"""Word vectors from a sentence encoder, which let the parser generalise to words that its treebank lacks.

A treebank has some ten thousand words. MiniLM was trained on far more text, and its lower layers separate verbs from
nouns. Each word is encoded by itself; its vector is the first principal components of its embedding and its state after
two layers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModel, AutoTokenizer
from transformers.utils import logging

from cinescribe.language.parser.word_classes import is_verb, third_person
from cinescribe.language.parser.word_vectors import WordVectors

_LAYER = 2  # of six; its states predict features of unseen words best
_N_COMPONENTS = 96
_BATCH = 1024  # words
_WORD = re.compile(r"[a-z]+|'[a-z]+|\d+|[^\w\s]")  # pieces that are whole words
_LARGEST = 127  # of a signed byte


def lexical_vectors(folder: Path, extra: Sequence[str]) -> WordVectors:
    """Return vectors of all whole words in the vocabulary of the encoder in `folder`, and of the `extra` words.

    Verbs among these words also come in the third person.
    """
    logging.disable_progress_bar()
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    logging.set_verbosity_error()  # it warns of the layers left out
    model = AutoModel.from_pretrained(folder, local_files_only=True, num_hidden_layers=_LAYER).eval()
    pieces = tokenizer.get_vocab()
    known = {word for word in pieces if _WORD.fullmatch(word)} | {word.lower() for word in extra}
    known |= {third_person(word) for word in known if is_verb(word)}  # a quarter of them are no whole words of it
    words = sorted(known, key=lambda word: (len(word), word))  # similar lengths together need little padding
    states = torch.cat([_states(words[at : at + _BATCH], tokenizer, model) for at in range(0, len(words), _BATCH)])
    values = _principal_components(states.numpy().astype(np.float64))
    scale = np.abs(values).max(0) / _LARGEST
    return WordVectors(tuple(words), np.rint(values / scale).astype(np.int8), scale.astype(np.float32))


@torch.inference_mode()
def _states(words: Sequence[str], tokenizer: Any, model: Any) -> Tensor:
    """Embedding and inner state of each word, mean over its pieces, (n, 2 * D)."""
    encoded = tokenizer(list(words), padding=True, return_tensors="pt", return_special_tokens_mask=True)
    keep = (1 - encoded.pop("special_tokens_mask"))[..., None]  # (n, pieces, 1)
    layers = model(**encoded, output_hidden_states=True).hidden_states
    both = torch.cat([layers[0], layers[-1]], -1)  # (n, pieces, 2 * D)
    mean: Tensor = (both * keep).sum(1) / keep.sum(1).clamp(min=1)
    return mean


def _principal_components(states: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first principal components of the standardised columns, scaled to unit variance overall."""
    standard = (states - states.mean(0)) / (states.std(0) + 1e-6)
    _, axes = np.linalg.eigh(standard.T @ standard)
    components: NDArray[np.float64] = standard @ axes[:, ::-1][:, :_N_COMPONENTS]
    return components / float(components.std())
