"""The best that retrieval can reach: of many sentences, the one with the highest METEOR against each item's references.

The search is exact, as if each sentence were scored with each reference, but few of them are aligned. A limit that no
alignment can exceed is cheap: each word counts with its best match only, as if all matches lay in one chunk. Sentences
are aligned in the order of their limits, until no limit is above the best value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.meteor.alignment import align_all
from cinescribe.metrics.meteor.matches import Lexicon, ParaphraseTable, TextBatch
from cinescribe.metrics.meteor.meteor import ALPHA, BETA, DELTA, GAMMA, STAGE_WEIGHTS, meteor_value
from cinescribe.metrics.meteor.meteor_tokens import meteor_tokens
from cinescribe.metrics.meteor.phrases import without_phrases
from cinescribe.metrics.meteor.word_knowledge import lexicon_of

_ROUNDING = 1e-9  # a limit is computed in another order of sums than the value
_FIRST = 16  # sentences aligned at first; then twice as many each time
_TINY = 1e-12  # in place of a share of 0, which is not divided by


@dataclass(frozen=True)
class Retrieved:
    """The best sentence of an item.

    Args:
        sentence: its index; of equals the first.
        value: its METEOR with the item's references.
    """

    sentence: int
    value: float


def best_sentences(sentences: Sequence[str], references: Mapping[str, Sequence[str]]) -> dict[str, Retrieved]:
    """Return, by item, the sentence with the highest METEOR (exact, stem and synonym matches).

    Args:
        sentences: what can be retrieved, such as all training captions.
        references: the references of each item.

    Raises:
        ScoreError: when there is no sentence, or an item has no reference.
    """
    if not sentences:
        raise ScoreError("there are no sentences to retrieve; give one or more")
    for item, texts in references.items():
        if not texts:
            raise ScoreError(f"item {item!r} has no reference; give it one or more")
    texts = list(dict.fromkeys(sentences))
    index = {text: n for n, text in reversed(list(enumerate(sentences)))}
    search = _Search.of(texts, [text for some in references.values() for text in some])
    found, first = {}, 0
    for item, some in references.items():
        best = search.best(range(first, first + len(some)))
        found[item], first = Retrieved(index[texts[best.sentence]], best.value), first + len(some)
    return found


class WordMatches(NamedTuple):
    """The words that match each other.

    Attributes:
        firsts: word v matches `others[firsts[v]:firsts[v + 1]]`, itself included, (V + 1,).
        others: word numbers, (N,).
        weights: of the best module for each, (N,).
    """

    firsts: NDArray[np.int64]
    others: NDArray[np.int32]
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class _Search:
    """Sentences and references in METEOR's words, with the words that match each other.

    Args:
        sentences, references: the texts.
        lexicon, table: as alignment wants them.
        matches: the words that match each other.
    """

    sentences: TextBatch
    references: TextBatch
    lexicon: Lexicon
    table: ParaphraseTable
    matches: WordMatches

    @classmethod
    def of(cls, sentences: Sequence[str], references: Sequence[str]) -> _Search:
        words = tokenize([*sentences, *references])
        split = words[: len(sentences)], words[len(sentences) :]
        tokens = meteor_tokens(PairTokens.of([], split[0], [split[1]], tokeniser="ptb"))
        texts, refs, table = without_phrases(tokens.candidates, tokens.references)
        lexicon = lexicon_of(tokens.vocabulary)
        return cls(texts, refs, lexicon, table, _word_matches(lexicon, len(tokens.vocabulary)))

    def best(self, references: range) -> Retrieved:
        """Return the sentence with the highest value for any of these references."""
        best, numbers = -1.0, np.zeros(0, np.int64)
        for r in references:
            words = self.references.words[self.references.bounds[r] : self.references.bounds[r + 1]]
            limits = self._limits(words)
            waiting, n = _largest(limits, _FIRST), _FIRST
            while len(waiting):
                some, waiting = waiting[:n], waiting[n:]
                values = self._values(some, words)
                if values.max() > best:
                    best, numbers = float(values.max()), np.zeros(0, np.int64)
                numbers = np.concatenate([numbers, some[values == best]])
                limits[some] = -1.0
                open_ = np.flatnonzero(limits >= best - _ROUNDING)
                waiting, n = open_[np.argsort(-limits[open_], kind="stable")], 2 * n
        return Retrieved(int(numbers.min()), best)

    def _limits(self, reference: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return a value for each sentence that its METEOR with a reference cannot exceed."""
        most = _most_matches(self.sentences, reference, self.lexicon.is_function, self.matches)
        n_matches = np.minimum(most[:, 2], most[:, 3])
        is_whole = (n_matches == np.diff(self.sentences.bounds)) & (n_matches == len(reference))
        penalty = np.where(is_whole, 0.0, GAMMA * np.maximum(n_matches, 1) ** -BETA)  # of a single chunk
        shares = np.minimum(most[:, :2], 1.0)
        mean = np.divide(1.0, (1 - ALPHA) / np.maximum(shares[:, 0], _TINY) + ALPHA / np.maximum(shares[:, 1], _TINY))
        return np.where(n_matches > 0, mean * (1 - penalty), 0.0)

    def _values(self, sentences: NDArray[np.int64], reference: NDArray[np.int32]) -> NDArray[np.float64]:
        """Return METEOR of some sentences with a reference."""
        n = len(sentences)
        bounds = np.arange(n + 1) * len(reference)
        copies = TextBatch(np.tile(reference, n), np.zeros((n * len(reference), 0), np.int32), bounds)
        return meteor_value(align_all(self.sentences, copies, sentences, self.lexicon, self.table))


def _word_matches(lexicon: Lexicon, n_words: int) -> WordMatches:
    by_stem, by_sense = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
    for word in range(n_words):
        by_stem[int(lexicon.stems[word])].append(word)
        for sense in lexicon.senses[lexicon.bounds[word] : lexicon.bounds[word + 1]].tolist():
            by_sense[sense].append(word)
    exact, stem, synonym, _ = STAGE_WEIGHTS
    counts, others, weights = [0], list[int](), list[float]()
    for word in range(n_words):
        matches = dict.fromkeys(by_stem[int(lexicon.stems[word])], stem)
        for sense in lexicon.senses[lexicon.bounds[word] : lexicon.bounds[word + 1]].tolist():
            matches |= {other: max(synonym, matches.get(other, 0.0)) for other in by_sense[sense]}
        matches[word] = exact
        counts.append(len(matches))
        others += matches
        weights += matches.values()
    return WordMatches(np.cumsum(counts), np.array(others, np.int32), np.array(weights, np.float64))


def _largest(values: NDArray[np.float64], n: int) -> NDArray[np.int64]:
    """Return the indices of the `n` largest values."""
    n = min(n, len(values))
    return np.argpartition(-values, n - 1)[:n]


@njit(cache=True)
def _most_matches(
    texts: TextBatch, reference: NDArray[np.int32], is_function: NDArray[np.bool_], matches: WordMatches
) -> NDArray[np.float64]:
    """Return the largest weighted shares of the words of each text and of the reference that can match, and how many.

    The columns are the share of the text's words, that of the reference's (Denkowski and Lavie 2014, eq. 1 and 2), and
    the numbers of words of both that match some word of the other, (texts, 4).
    """
    firsts, others, weights = matches
    n_words = len(firsts) - 1
    weight_of = np.zeros(n_words, np.float64)  # of each word's best match in the reference
    for word in reference:
        for at in range(firsts[word], firsts[word + 1]):
            weight_of[others[at]] = max(weight_of[others[at]], weights[at])
    total = 0.0
    for word in reference:
        total += 1 - DELTA if is_function[word] else DELTA
    found = np.zeros((len(texts.bounds) - 1, 4), np.float64)
    seen = np.zeros(n_words, np.int64)  # number of the last text that has a word, from 1
    for n in range(len(texts.bounds) - 1):
        matched, length = 0.0, 0.0
        for at in range(texts.bounds[n], texts.bounds[n + 1]):
            word = texts.words[at]
            seen[word] = n + 1
            share = 1 - DELTA if is_function[word] else DELTA
            length += share
            matched += share * weight_of[word]
            found[n, 2] += weight_of[word] > 0
        found[n, 0] = matched / length if length > 0 else 0.0
        if matched > 0:
            matched = 0.0
            for word in reference:
                best = 0.0
                for at in range(firsts[word], firsts[word + 1]):
                    if weights[at] > best and seen[others[at]] == n + 1:
                        best = weights[at]
                matched += best * (1 - DELTA if is_function[word] else DELTA)
                found[n, 3] += best > 0
            found[n, 1] = matched / total
    return found
