"""The words of single tokens, and their log-probabilities."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from cinescribe.language.tokens.vocabulary import Tokens, is_person


def token_words(ids: Sequence[int], tokens: Tokens) -> tuple[str, ...]:
    """Return each token as a word, in lower case unless it is a person."""
    return tuple(_lower_first(tokens.decode([token])) for token in ids)


def word_log_probs(logits: Tensor, words: Tensor) -> Tensor:
    """Return the log-probability of each word (n, L) from the logits at its position (n, L, V), (n, L)."""
    chosen = logits.gather(2, words[:, :, None])[:, :, 0]
    return chosen - logits.logsumexp(2)


def _lower_first(word: str) -> str:
    return word if is_person(word) else word[:1].lower() + word[1:]
