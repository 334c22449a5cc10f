"""Pairs as numbers: every word once in a vocabulary, every text a run of word numbers."""

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
from cinescribe.metrics.core.ngrams import Grams, Trie, empty_trie, with_texts
from cinescribe.metrics.core.pairs import Pairs

_NO_BREAK = "\xa0"


@dataclass(frozen=True)
class Texts:
    """Texts laid end to end.

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
class Tokens:
    """Tokenised pairs.

    Attributes:
        ids: the items' ids.
        vocabulary: the word of each number.
        candidates: one text an item.
        references: the references of all items, item by item.
        owned: item n has the references `owned[n]` to `owned[n + 1]`, (items + 1,).
        tokeniser: what stands in signatures, as `ptb`.
    """

    ids: tuple[str, ...]
    vocabulary: tuple[str, ...]
    candidates: Texts
    references: Texts
    owned: NDArray[np.int64]
    tokeniser: str

    @classmethod
    def of(
        cls,
        ids: Sequence[str],
        candidates: Sequence[Sequence[str]],
        references: Sequence[Sequence[Sequence[str]]],
        *,
        tokeniser: str,
    ) -> Tokens:
        """Number the words of texts that are lists of words already: `references[item][reference][word]`."""
        numbers: dict[str, int] = defaultdict(count().__next__)
        flat = [text for texts in references for text in texts]
        owned = np.cumsum([0, *(len(texts) for texts in references)], dtype=np.int64)
        coded, held = _coded(candidates, numbers), _coded(flat, numbers)
        return cls(tuple(ids), tuple(numbers), coded, held, owned, tokeniser)

    @cached_property
    def ngrams(self) -> tuple[Trie, Grams, Grams]:
        """The n-grams of the candidates and of the references, numbered once for all metrics that count them."""
        trie, candidates = with_texts(empty_trie(), self.candidates.words, self.candidates.bounds)
        trie, references = with_texts(trie, self.references.words, self.references.bounds)
        return trie, candidates, references

    @cached_property
    def parted(self) -> Tokens:
        """The same, with tokens that hold a no-break space (`5 1/2`, telephone numbers) as the words they consist of.

        The COCO tools' BLEU and CIDEr count such a token as several words, their ROUGE-L as one.
        """
        if not any(_NO_BREAK in word for word in self.vocabulary):
            return self
        numbers = {word: n for n, word in enumerate(self.vocabulary)}
        parts = [[numbers.setdefault(part, len(numbers)) for part in word.split(_NO_BREAK)] for word in self.vocabulary]
        candidates, references = _spelled(self.candidates, parts), _spelled(self.references, parts)
        return replace(self, vocabulary=tuple(numbers), candidates=candidates, references=references)


def tokens_of(pairs: Pairs) -> Tokens:
    """The pairs as Penn Treebank tokens, in lower case and without punctuation.

    Raises:
        ScoreError: naming the item whose candidate or reference has no word left: a reference always, a candidate
            unless `pairs.allow_empty`.
    """
    tokenised = tokenize([*pairs.candidates, *(text for texts in pairs.references for text in texts)])
    candidates, left = tokenised[: len(pairs.ids)], iter(tokenised[len(pairs.ids) :])
    references = [[next(left) for _ in texts] for texts in pairs.references]
    for key, text, words, held in zip(pairs.ids, pairs.candidates, candidates, references, strict=True):
        if not words and not pairs.allow_empty:
            raise ScoreError(f"the candidate of item {key!r} is {text!r}, without a word; write one there")
        if not all(held):
            raise ScoreError(f"a reference of item {key!r} has no word, only punctuation; leave it out")
    return Tokens.of(pairs.ids, candidates, references, tokeniser="ptb")


def _coded(texts: Sequence[Sequence[str]], numbers: dict[str, int]) -> Texts:
    """The texts by number; `numbers` counts on for words that it does not have yet."""
    bounds = np.cumsum([0, *map(len, texts)], dtype=np.int64)
    words = map(numbers.__getitem__, chain.from_iterable(texts))
    return Texts(np.fromiter(words, dtype=np.int32, count=int(bounds[-1])), bounds)


def _spelled(texts: Texts, parts: Sequence[Sequence[int]]) -> Texts:
    """The texts with each word n written as `parts[n]`."""
    lengths = np.array([len(part) for part in parts])
    flat = np.array([number for part in parts for number in part], np.int32)
    firsts = np.cumsum(lengths) - lengths
    taken = lengths[texts.words]
    ends = np.cumsum(taken)
    # Within the run that a word is written as, the place counts up from the run's first.
    place = np.arange(int(taken.sum())) - np.repeat(ends - taken, taken)
    words = flat[np.repeat(firsts[texts.words], taken) + place]
    return Texts(words, np.concatenate([[0], ends])[texts.bounds])
