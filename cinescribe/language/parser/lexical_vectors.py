"""What a sentence encoder knows of single words: the vectors from which the parser learns of words it never saw.

A treebank has some ten thousand words. MiniLM read far more text, and its lower layers tell verbs from nouns: the
vector of a word is its embedding and its state after two layers, read alone, in their first principal components.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from transformers import AutoModel, AutoTokenizer
from transformers.utils import logging

_LAYER = 2  # of six; of all layers the one whose states tell features of unseen words best
_N_COMPONENTS = 96
_BATCH = 1024  # words
_WORD = re.compile(r"[a-z]+|'[a-z]+|\d+|[^\w\s]")  # pieces that are whole words
_LARGEST = 127  # of a signed byte


@dataclass(frozen=True)
class WordVectors:
    """Vectors of lower-case words, a byte a number.

    Attributes:
        words: in the order of the rows.
        table: (n, D), int8.
        scale: what a number of each column stands for, (D,).
    """

    words: tuple[str, ...]
    table: NDArray[np.int8]
    scale: NDArray[np.float32]

    @property
    def values(self) -> NDArray[np.float32]:
        """The vectors, (n, D)."""
        return self.table * self.scale


def word_vectors(folder: Path, extra: Sequence[str]) -> WordVectors:
    """Vectors of the words that the encoder in a folder has whole, and of these."""
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    pieces = tokenizer.get_vocab()
    known = {word for word in pieces if _WORD.fullmatch(word)} | {word.lower() for word in extra}
    words = sorted(known, key=lambda word: (len(word), word))  # like lengths together, so that little is padded
    states = torch.cat([_states(words[at : at + _BATCH], tokenizer, model) for at in range(0, len(words), _BATCH)])
    values = _principal(states.numpy().astype(np.float64))
    scale = np.abs(values).max(0) / _LARGEST
    return WordVectors(tuple(words), np.rint(values / scale).astype(np.int8), scale.astype(np.float32))


@torch.inference_mode()
def _states(words: Sequence[str], tokenizer: Any, model: Any) -> Tensor:
    """Embedding and inner state of each word, mean over its pieces, (n, 2 * D)."""
    coded = tokenizer(list(words), padding=True, return_tensors="pt", return_special_tokens_mask=True)
    keep = (1 - coded.pop("special_tokens_mask"))[..., None]  # (n, pieces, 1)
    layers = model(**coded, output_hidden_states=True).hidden_states
    both = torch.cat([layers[0], layers[_LAYER]], -1)  # (n, pieces, 2 * D)
    mean: Tensor = (both * keep).sum(1) / keep.sum(1).clamp(min=1)
    return mean


def _principal(states: NDArray[np.float64]) -> NDArray[np.float64]:
    """The first principal components of the standardised columns, at unit variance over all numbers."""
    standard = (states - states.mean(0)) / (states.std(0) + 1e-6)
    _, axes = np.linalg.eigh(standard.T @ standard)
    kept: NDArray[np.float64] = standard @ axes[:, ::-1][:, :_N_COMPONENTS]
    return kept / float(kept.std())
