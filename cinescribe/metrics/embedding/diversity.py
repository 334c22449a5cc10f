"""Diversity of descriptions: length, vocabulary, unique and novel sentences (Movie Description, Table 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, metric_signature


@dataclass(frozen=True)
class Diversity:
    """The diversity of a corpus of descriptions.

    Attributes:
        sentences: number of descriptions.
        mean_length: words per description.
        vocabulary: number of distinct words.
        unique: number of distinct descriptions.
        novel: share of descriptions that are not in the training set; None if no training set was given.
        signature: the signature, which names the tokeniser.
    """

    sentences: int
    mean_length: Score
    vocabulary: int
    unique: int
    novel: Score | None
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers as JSON values; shares are fractions."""
        return {
            "sentences": self.sentences,
            "mean_length": self.mean_length.value,
            "vocabulary": self.vocabulary,
            "unique": self.unique,
            "novel": self.novel.value if self.novel else None,
            "signature": self.signature,
        }


def diversity(
    captions: Mapping[str, Sequence[str]],
    *,
    tokeniser: str,
    training: Iterable[Sequence[str]] | None = None,
    allow_empty: bool = False,
) -> Diversity:
    """Return length, vocabulary, and distinct and novel sentences of captions (Rohrbach et al. 2017, Table 14).

    Two sentences are equal if the tokeniser gives the same words in the same order. Means and shares are over all
    sentences, including repeated ones.

    Args:
        captions: the words of each caption, by id, such as from `tokenize` of `cinescribe.language`.
        tokeniser: the tokeniser's name in signatures.
        training: the words of the training captions.
        allow_empty: include captions without words instead of refusing them.

    Raises:
        ScoreError: when there is no caption or no training caption, or an item has no words or is not tokenised.

    Example:
        >>> diversity({"a": ["he", "runs"], "b": ["he", "runs"]}, tokeniser="ptb").unique
        1
    """
    if not captions:
        raise ScoreError("there is no caption; give at least one")
    ids = list(captions)
    sentences = [_checked(key, words, allow_empty=allow_empty) for key, words in captions.items()]
    lengths = np.array([len(words) for words in sentences], dtype=np.float64)
    return Diversity(
        len(sentences),
        mean_score("Length", ids, lengths, signature=metric_signature("Length", tok=tokeniser)),
        len({word for words in sentences for word in words}),
        len(set(sentences)),
        None if training is None else _novelty(ids, sentences, training, tokeniser),
        metric_signature("Diversity", tok=tokeniser),
    )


def _novelty(
    ids: Sequence[str], sentences: Sequence[tuple[str, ...]], training: Iterable[Sequence[str]], tokeniser: str
) -> Score:
    seen = {_checked(f"training caption {n}", words, allow_empty=True) for n, words in enumerate(training, 1)}
    if not seen:
        raise ScoreError("the training set has no captions; give its captions, or leave `training` out")
    novel = np.array([words not in seen for words in sentences], dtype=np.float64)
    return mean_score("Novel", ids, novel, signature=metric_signature("Novel", train=len(seen), tok=tokeniser))


def _checked(key: str, words: Sequence[str], *, allow_empty: bool) -> tuple[str, ...]:
    if isinstance(words, (str, bytes)):
        raise ScoreError(f"the words of {key!r} are the text {words!r}; tokenise it first")
    if not len(words) and not allow_empty:
        raise ScoreError(
            f"the caption of item {key!r} has no words; write some, or include empty captions too (`allow_empty`)"
        )
    return tuple(words)
