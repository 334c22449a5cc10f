"""BERTScore as a similarity between texts, as AutoAD II compares captions for R@k/N."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.vectors.token_embeddings import Embedder, TokenEmbeddings
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.embedding.bertscore import bertscore


class BertScoreSimilarity:
    """BERTScore's F1 as a `Similarity`; the left texts are the candidates.

    Vectors are kept until the next call, because consecutive windows of a film share half their captions.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._embedded: dict[str, TokenEmbeddings] = {}

    @property
    def name(self) -> str:
        """The name in signatures, as `BERTScore-all-MiniLM-L6-v2/6`."""
        return f"BERTScore-{self._embedder.name}"

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """Return the BERTScore of each of `left` against each of `right`, (left, right); 0 for an empty left text.

        Raises:
            ScoreError: naming a right text, or a left text that is not empty, without tokens.
        """
        self._embed_new([*left, *right])
        for text in (*filter(str.strip, left), *right):
            if not self._embedded[text].keep.any():
                raise ScoreError(f"the text {text!r} has no tokens that the model knows; write words")
        ids = [f"{row} against {column}" for row in range(len(left)) for column in range(len(right))]
        candidates = [text for text in left for _ in right]
        references = [(text,) for _ in left for text in right]
        pairs = Pairs(tuple(ids), tuple(candidates), tuple(references), allow_empty=True)
        return np.array(list(bertscore(pairs, self)[-1].per_item.values())).reshape(len(left), len(right))

    def tokens(self, texts: Sequence[str]) -> list[NDArray[np.int64]]:
        """Return the tokens of each text, from the embedder."""
        return self._embedder.tokens(texts)

    def embed(self, texts: Sequence[str]) -> list[TokenEmbeddings]:
        """Return the kept vectors of texts from the last call of `between`."""
        return [self._embedded[text] for text in texts]

    def _embed_new(self, texts: Sequence[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._embedded]
        embedded = self._embedded | dict(zip(new, self._embedder.embed(new), strict=True))
        self._embedded = {text: embedded[text] for text in texts}
