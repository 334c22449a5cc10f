"""Tokens as the single words that an explanation is about, and how likely a model found them."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from cinescribe.language.tokens.vocabulary import Tokens, is_person


def spelt_tokens(ids: Sequence[int], tokens: Tokens) -> tuple[str, ...]:
    """Each token as a word of its own, small unless it stands for a person."""
    return tuple(_small(tokens.decode([token])) for token in ids)


def log_probs_of_words(logits: Tensor, words: Tensor) -> Tensor:
    """The log-probability of each word (n, L) by the logits at its place, (n, L, V), with gradients, (n, L)."""
    chosen = logits.gather(2, words[:, :, None])[:, :, 0]
    return chosen - logits.logsumexp(2)


def _small(word: str) -> str:
    return word if is_person(word) else word[:1].lower() + word[1:]
