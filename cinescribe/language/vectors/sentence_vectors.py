"""Sentence vectors and similarities of texts, from a sentence-transformers model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cinescribe.language import vectors  # loaded with a model
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.language.vectors.hub_loading import loading

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

_OWNER = "sentence-transformers"  # default owner of a model on the hub
_BATCH = 64  # texts


@dataclass(frozen=True)
class SentenceVectors:
    """Vectors of whole texts, with a cache; a `Similarity`.

    Attributes:
        name: the model's name in a score's signature, such as `all-MiniLM-L6-v2`.
        model: the encoder.
    """

    name: str
    model: SentenceTransformer
    _cache: dict[str, NDArray[np.float32]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Return the cosine similarity of each text of `left` to each of `right`, (left, right), in [-1, 1]."""
        return np.clip(self.vectors(left) @ self.vectors(right).T, -1, 1)

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Return the unit vector of each text, (texts, D)."""
        if new := [text for text in dict.fromkeys(texts) if text not in self._cache]:
            self._cache.update(zip(new, self._encoded(new), strict=True))
        if not texts:
            return np.zeros((0, int(self.model.get_embedding_dimension() or 0)))
        return np.array([self._cache[text] for text in texts], np.float64)

    def _encoded(self, texts: list[str]) -> NDArray[np.float32]:
        vectors = self.model.encode(
            texts, batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True, normalize_embeddings=True
        )
        return np.asarray(vectors, np.float32)


def sentence_vectors(
    name: str = PACKAGED_ENCODER,
    *,
    fetch: bool = False,
    announce: Callable[[str], None] = to_stderr,
    device: str = "cpu",
) -> SentenceVectors:
    """Return a model for sentence vectors.

    Args:
        name: `all-MiniLM-L6-v2`, which is always available; another model of sentence-transformers, such as
            `all-mpnet-base-v2`; an id of the hub, `owner/model`; or a folder.
        fetch: whether a missing model may be downloaded from the hub.
        announce: receives one line with size and licence before a download.
        device: torch device.

    Raises:
        ModelError: when the model is missing, cannot be downloaded, or does not encode texts.
    """
    full_name = name if "/" in name or Path(name).is_dir() or name == PACKAGED_ENCODER else f"{_OWNER}/{name}"
    folder = encoder_folder(full_name, fetch=fetch, announce=announce)
    with loading(name, wanted="a model of sentence-transformers"):
        model = vectors.load_sentence_model(Path(folder), device=device)
    return SentenceVectors(encoder_name(name), model.eval())
