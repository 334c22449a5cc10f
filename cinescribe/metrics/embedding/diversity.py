"""How varied descriptions are: the columns beside the scores in Movie Description's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score, mean_score, passport


@dataclass(frozen=True)
class Diversity:
    """What a corpus of descriptions is like, whatever it describes.

    Attributes:
        sentences: how many descriptions there are.
        mean_length: words a description.
        vocabulary: distinct words.
        unique: distinct descriptions.
        novel: share of descriptions that are not in the training set; None where none was given.
        signature: the tokeniser.
    """

    sentences: int
    mean_length: Score
    vocabulary: int
    unique: int
    novel: Score | None
    signature: str

    def to_dict(self) -> dict[str, Any]:
        """The numbers as JSON values; shares are fractions."""
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
    """Length, vocabulary, distinct and novel sentences of captions (Rohrbach et al. 2017, Table 14).

    Two sentences are one where they are the same words in the same order, whatever their case and punctuation were
    before the tokeniser. Means and shares go over all sentences, repeated ones as often as they are there.

    Args:
        captions: the words of each caption, by id, as `language.tokenize.tokenize` gives them.
        tokeniser: what gave the words, as it shall stand in signatures.
        training: the words of the captions that the system has learnt from.
        allow_empty: count captions without a word, rather than refuse them.

    Raises:
        ScoreError: when there is no caption, no training caption, or an item has no word or is a text, not words.

    Example:
        >>> diversity({"a": ["he", "runs"], "b": ["he", "runs"]}, tokeniser="ptb").unique
        1
    """
    if not captions:
        raise ScoreError("there is no caption to describe; give at least one")
    ids = list(captions)
    sentences = [_checked(key, words, allow_empty=allow_empty) for key, words in captions.items()]
    lengths = np.array([len(words) for words in sentences], dtype=np.float64)
    return Diversity(
        len(sentences),
        mean_score("Length", ids, lengths, signature=passport("Length", tok=tokeniser)),
        len({word for words in sentences for word in words}),
        len(set(sentences)),
        None if training is None else _novelty(ids, sentences, training, tokeniser),
        passport("Diversity", tok=tokeniser),
    )


def _novelty(
    ids: Sequence[str], sentences: Sequence[tuple[str, ...]], training: Iterable[Sequence[str]], tokeniser: str
) -> Score:
    known = {_checked(f"training caption {n}", words, allow_empty=True) for n, words in enumerate(training, 1)}
    if not known:
        raise ScoreError(
            "the training set holds no caption, so nothing can be novel; give its captions, or none at all"
        )
    novel = np.array([words not in known for words in sentences], dtype=np.float64)
    return mean_score("Novel", ids, novel, signature=passport("Novel", train=len(known), tok=tokeniser))


def _checked(key: str, words: Sequence[str], *, allow_empty: bool) -> tuple[str, ...]:
    if isinstance(words, (str, bytes)):
        raise ScoreError(f"the words of {key!r} are the text {words!r}; tokenise it first")
    if not len(words) and not allow_empty:
        raise ScoreError(f"the caption of item {key!r} has no word; write one there (or allow empty captions)")
    return tuple(words)
