"""The objective of commonsense models (*Video2Commonsense*, eq. 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional

from cinescribe.features.clip_sets.commonsense_batch import CommonsenseBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.commonsense.network import CommonsenseNetwork


@dataclass(frozen=True)
class CommonsenseObjective:
    """Cross-entropy of each word of captions and phrases given those before it, summed (eq. 3: L_cap + L_cms).

    Args:
        tokens: the vocabulary.
        writes_captions: whether the model writes captions; else only phrases count.
        label_smoothing: share of a target's probability that is spread over all words.
    """

    tokens: Tokens
    writes_captions: bool = True
    label_smoothing: float = 0.0
    weight: float = 1.0
    name = "commonsense"

    def count(self, batch: CommonsenseBatch) -> Tensor:
        """Return the number of words to predict, ()."""
        phrases = (batch.phrases[:, 1:] != self.tokens.pad).sum()
        return phrases + (batch.captions[:, 1:] != self.tokens.pad).sum() if self.writes_captions else phrases

    def loss(self, model: CommonsenseNetwork, batch: CommonsenseBatch) -> Tensor:
        """Return the cross-entropy summed over these words, ()."""
        logits = model(batch)
        loss = self._cross_entropy(logits.phrases, batch.phrases)
        return loss if logits.captions is None else loss + self._cross_entropy(logits.captions, batch.captions)

    def _cross_entropy(self, logits: Tensor, words: Tensor) -> Tensor:
        return functional.cross_entropy(
            logits.flatten(0, 1).float(),
            words[:, 1:].flatten(),
            ignore_index=self.tokens.pad,
            reduction="sum",
            label_smoothing=self.label_smoothing,
        )
