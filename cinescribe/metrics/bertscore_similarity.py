"""Texts compared by BERTScore, each to each, as AutoAD II compares captions for R@k/N."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.language.embedded import Embedder
from cinescribe.metrics.bertscore import bertscore
from cinescribe.metrics.pairs import Pairs


@dataclass(frozen=True)
class BertScoreSimilarity:
    """BERTScore's F1 as a `Similarity`; the left side is the candidates'."""

    embedder: Embedder

    @property
    def name(self) -> str:
        """What stands in a score's signature, as `BERTScore-all-MiniLM-L6-v2/6`."""
        return f"BERTScore-{self.embedder.name}"

    def between(self, left: Sequence[str], right: Sequence[str]) -> NDArray[np.float64]:
        """BERTScore of each of `left` held to each of `right`, (left, right); 0 for an empty one of `left`.

        Raises:
            ScoreError: for a text of `right` without a token.
        """
        ids = [f"{row} beside {column}" for row in range(len(left)) for column in range(len(right))]
        candidates = [text for text in left for _ in right]
        references = [(text,) for _ in left for text in right]
        table = bertscore(Pairs(tuple(ids), tuple(candidates), tuple(references), allow_empty=True), self.embedder)[-1]
        return np.array(list(table.per_item.values())).reshape(len(left), len(right))
