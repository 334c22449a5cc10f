"""Tokenised pairs: a vocabulary of distinct words, and every text as word numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.ngrams import TextNgrams, Trie, empty_trie, with_texts
from cinescribe.metrics.core.pairs import Pairs

_NO_BREAK_SPACE = "\xa0"


@dataclass(frozen=True)
class Texts:
    """Texts as word numbers, concatenated.

    Attributes:
        words: word numbers of all texts, (S,).
        bounds: text n is `words[bounds[n]:bounds[n + 1]]`, (texts + 1,).
    """

    words: NDArray[np.int32]
    bounds: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def __getitem__(self, n: int) -> NDArray[np.int32]:
        return self.words[self.bounds[n] : self.bounds[n + 1]]


@dataclass(frozen=True)
class PairTokens:
    """Tokenised pairs.

    Attributes:
        ids: the items' ids.
        vocabulary: the word of each number.
        candidates: one text per item.
        references: the references of all items, item by item.
        item_bounds: item n has the references `item_bounds[n]` to `item_bounds[n + 1]`, (items + 1,).
        tokeniser: its name in signatures, as `ptb`.
    """

    ids: tuple[str, ...]
    vocabulary: tuple[str, ...]
    candidates: Texts
    references: Texts
    item_bounds: NDArray[np.int64]
    tokeniser: str

    @classmethod
    def of(
        cls,
        ids: Sequence[str],
        candidates: Sequence[Sequence[str]],
        references: Sequence[Sequence[Sequence[str]]],
        *,
        tokeniser: str,
    ) -> PairTokens:
        """Number the words of texts that are already tokenised: `references[item][reference][word]`."""
        numbers: dict[str, int] = defaultdict(count().__next__)
        flat = [text for texts in references for text in texts]
        item_bounds = np.cumsum([0, *(len(texts) for texts in references)], dtype=np.int64)
        numbered, numbered_references = _numbered(candidates, numbers), _numbered(flat, numbers)
        return cls(tuple(ids), tuple(numbers), numbered, numbered_references, item_bounds, tokeniser)

    @cached_property
    def ngrams(self) -> tuple[Trie, TextNgrams, TextNgrams]:
        """The trie of all n-grams, and the n-grams of the candidates and of the references."""
        trie, candidates = with_texts(empty_trie(), self.candidates.words, self.candidates.bounds)
        trie, references = with_texts(trie, self.references.words, self.references.bounds)
        return trie, candidates, references

    @cached_property
    def without_no_break_spaces(self) -> PairTokens:
        """The same pairs, with tokens that contain a no-break space (`5 1/2`, telephone numbers) split into words.

        The COCO tools' BLEU and CIDEr count such a token as several words, their ROUGE-L as one.
        """
        if not any(_NO_BREAK_SPACE in word for word in self.vocabulary):
            return self
        numbers = {word: n for n, word in enumerate(self.vocabulary)}
        parts = [
            [numbers.setdefault(part, len(numbers)) for part in word.split(_NO_BREAK_SPACE)] for word in self.vocabulary
        ]
        candidates, references = _with_words_split(self.candidates, parts), _with_words_split(self.references, parts)
        return replace(self, vocabulary=tuple(numbers), candidates=candidates, references=references)


def tokenize_pairs(pairs: Pairs) -> PairTokens:
    """Return the pairs as Penn Treebank tokens, in lower case and without punctuation.

    Raises:
        ScoreError: naming the item whose reference has no words, or whose candidate has none (unless
            `pairs.allow_empty`).
    """
    tokenised = tokenize([*pairs.candidates, *(text for texts in pairs.references for text in texts)])
    candidates, rest = tokenised[: len(pairs.ids)], iter(tokenised[len(pairs.ids) :])
    references = [[next(rest) for _ in texts] for texts in pairs.references]
    for key, text, words, reference_words in zip(pairs.ids, pairs.candidates, candidates, references, strict=True):
        if not words and not pairs.allow_empty:
            raise ScoreError(f"the candidate of item {key!r} is {text!r}, which has no words; write words")
        if not all(reference_words):
            raise ScoreError(f"a reference of item {key!r} has no words, only punctuation; remove it")
    return PairTokens.of(pairs.ids, candidates, references, tokeniser="ptb")


def _numbered(texts: Sequence[Sequence[str]], numbers: dict[str, int]) -> Texts:
    """Return the texts as word numbers; `numbers` grows by the words that it lacks."""
    bounds = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    words = map(numbers.__getitem__, chain.from_iterable(texts))
    return Texts(np.fromiter(words, dtype=np.int32, count=int(bounds[-1])), bounds)


def _with_words_split(texts: Texts, parts: Sequence[Sequence[int]]) -> Texts:
    """Return the texts with each word n replaced by the words `parts[n]`."""
    lengths = np.array([len(part) for part in parts])
    flat = np.array([number for part in parts for number in part], np.int32)
    firsts = np.cumsum(lengths) - lengths
    n_parts = lengths[texts.words]
    ends = np.cumsum(n_parts)
    # The place of each part within its word counts up from 0.
    place = np.arange(int(n_parts.sum())) - np.repeat(ends - n_parts, n_parts)
    words = flat[np.repeat(firsts[texts.words], n_parts) + place]
    return Texts(words, np.concatenate([[0], ends])[texts.bounds])
