"""Sentence vectors: how near two texts are in meaning, by a sentence-transformers model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import loading

_OWNER = "sentence-transformers"  # of the hub's models that are named without an owner
_AT_ONCE = 64  # texts


@dataclass(frozen=True)
class SentenceVectors:
    """Vectors of whole texts; a `Similarity`. What was encoded once is kept, as metrics ask for the same texts again.

    Attributes:
        name: what stands in a score's signature, as `all-MiniLM-L6-v2`.
        model: the model, which encodes.
    """

    name: str
    model: SentenceTransformer
    _kept: dict[str, NDArray[np.float32]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Cosine similarity of each of `left` to each of `right`, (left, right), in [-1, 1]."""
        return np.clip(self.vectors(left) @ self.vectors(right).T, -1, 1)

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """The vector of each text, of length 1, (texts, D)."""
        if new := [text for text in dict.fromkeys(texts) if text not in self._kept]:
            self._kept.update(zip(new, self._encoded(new), strict=True))
        if not texts:
            return np.zeros((0, int(self.model.get_embedding_dimension() or 0)))
        return np.array([self._kept[text] for text in texts], np.float64)

    def _encoded(self, texts: list[str]) -> NDArray[np.float32]:
        found = self.model.encode(
            texts, batch_size=_AT_ONCE, show_progress_bar=False, convert_to_numpy=True, normalize_embeddings=True
        )
        return np.asarray(found, np.float32)


def sentence_vectors(
    name: str = PACKAGED, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr, device: str = "cpu"
) -> SentenceVectors:
    """Sentence vectors by a model that is here, or may be fetched.

    Args:
        name: `all-MiniLM-L6-v2`, which is always here; another model of sentence-transformers, as `all-mpnet-base-v2`;
            any id of the hub, `owner/model`; or a folder in the hub's layout.
        fetch: consent to fetch the model when it is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.
        device: where torch computes.

    Raises:
        ModelError: when the model is not here, cannot be fetched, or is none that encodes texts.
    """
    asked = name if "/" in name or Path(name).is_dir() or name == PACKAGED else f"{_OWNER}/{name}"
    folder = encoder_folder(asked, fetch=fetch, announce=announce)
    with loading(name, wanted="a model of sentence-transformers"):
        model = SentenceTransformer(str(folder), device=device, local_files_only=True, trust_remote_code=False)
    return SentenceVectors(encoder_name(name), model.eval())
