"""Texts compared by BERTScore, each to each, as AutoAD II compares captions for R@k/N."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.vectors.token_embeddings import Embedded, Embedder
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.bertscore import bertscore


class BertScoreSimilarity:
    """BERTScore's F1 as a `Similarity`; the left side is the candidates'.

    Vectors are kept from one call to the next, and no longer: windows of a film share half their captions.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._seen: dict[str, Embedded] = {}

    @property
    def name(self) -> str:
        """What stands in a score's signature, as `BERTScore-all-MiniLM-L6-v2/6`."""
        return f"BERTScore-{self._embedder.name}"

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """BERTScore of each of `left` held to each of `right`, (left, right); 0 for an empty one of `left`.

        Raises:
            ScoreError: naming a text that is not empty, or one of `right`, without a token.
        """
        self._see([*left, *right])
        for text in (*filter(str.strip, left), *right):
            if not self._seen[text].keep.any():
                raise ScoreError(f"the text {text!r} has no token that the model knows; write words there")
        ids = [f"{row} beside {column}" for row in range(len(left)) for column in range(len(right))]
        candidates = [text for text in left for _ in right]
        references = [(text,) for _ in left for text in right]
        pairs = Pairs(tuple(ids), tuple(candidates), tuple(references), allow_empty=True)
        return np.array(list(bertscore(pairs, self)[-1].per_item.values())).reshape(len(left), len(right))

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """The tokens of texts, as the embedder's."""
        return self._embedder.tokens(texts)

    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        """The vectors of texts of the last `between`, which are kept."""
        return [self._seen[text] for text in texts]

    def _see(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._seen]
        found = self._seen | dict(zip(new, self._embedder.embed(new), strict=True))
        self._seen = {text: found[text] for text in texts}
