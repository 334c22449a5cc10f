"""Word sense disambiguation: tag counts, Lesk's overlap with glosses, and similarity of sentence and gloss.

A sense's score is the logarithm of its share of the word's uses, plus the overlap of the sentence with its gloss and
those of its hypernyms, each shared word weighted by how rare it is in glosses; plus, where sentence vectors are given,
their cosine.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cinescribe.language.wordnet.senses import senses
from cinescribe.language.wordnet.wordnet import Pos, wordnet

# Weights of the terms: chosen on senseval-3 and semeval-2007 of the unified evaluation (Raganato et al. 2017).
_OVERLAP, _ABOVE, _COSINE = 0.05, 0.025, 6.0
_UNTAGGED = 0.5  # uses of a sense that was never tagged
_WORD = re.compile(r"[a-z][a-z-]+")
_STOP = frozenset(
    {
        *("a", "an", "the", "of", "to", "in", "on", "at", "by", "for", "with", "from", "as", "is", "are", "was"),
        *("were", "be", "been", "being", "or", "and", "not", "that", "this", "these", "those", "it", "its"),
        *("which", "who", "whom", "whose", "he", "she", "they", "his", "her", "their", "him", "them", "i", "you"),
        *("we", "us", "our", "your", "my", "some", "any", "all", "no", "if", "than", "then", "so", "such", "other"),
        *("one", "ones", "used", "use", "using", "especially", "something", "someone", "somebody", "having"),
        *("have", "has", "had", "do", "does", "did", "can", "could", "may", "might", "will", "would", "into"),
        *("out", "up", "down", "over", "about", "after", "before", "between", "through", "usually", "often"),
        *("more", "most", "very", "etc", "also"),
    }
)
_PARTS: tuple[Pos, ...] = ("n", "v", "a")


class _TextVectors(Protocol):
    """Anything that gives unit vectors of texts, as `language.sentence_vectors` does."""

    def vectors(self, texts: Sequence[str]) -> NDArray[Any]:
        """Return the unit vector of each text, (texts, D)."""
        ...


class WordSenses:
    """Chooses senses of words in their sentences."""

    def __init__(self, vectors: _TextVectors | None = None) -> None:
        """Take sentence vectors, if there are any; with them choices are better, and take most of the time."""
        self._vectors = vectors
        self._signatures: dict[int, tuple[frozenset[str], frozenset[str]]] = {}

    def ranked(self, word: str, pos: Pos, text: str) -> tuple[int, ...]:
        """Return the senses of a word in a text, the best first; none for a word that is not in WordNet.

        Args:
            word: a base form.
            pos: its part of speech.
            text: the sentence.
        """
        found = wordnet().synsets(word, pos)
        if len(found) < 2:
            return found
        scores = self._scores(word, found, text)
        return tuple(found[n] for n in sorted(range(len(found)), key=lambda n: (-scores[n], n)))

    def verb_sense(self, verb: str, text: str) -> int | None:
        """Return the sense of a verb in a text; None for a verb that is not in WordNet."""
        return next(iter(self.ranked(verb, "v", text)), None)

    def _scores(self, word: str, found: tuple[int, ...], text: str) -> list[float]:
        uses = [senses().count(word, sense) + _UNTAGGED for sense in found]
        context = _content(text) - {word}
        scores = [math.log(use / sum(uses)) for use in uses]
        for n, sense in enumerate(found):
            own, above = self._signature(sense)
            scores[n] += _OVERLAP * self._weight(context & own) + _ABOVE * self._weight(context & above)
        if self._vectors is None:
            return scores
        vectors = self._vectors.vectors([text, *(f"{word}: {senses().gloss(sense)}" for sense in found)])
        cosines: list[float] = np.asarray(vectors[1:] @ vectors[0], np.float64).tolist()
        return [score + _COSINE * cosine for score, cosine in zip(scores, cosines, strict=True)]

    def _signature(self, sense: int) -> tuple[frozenset[str], frozenset[str]]:
        """The content words of a sense's gloss, and those of its hypernyms' that are new."""
        if sense not in self._signatures:
            own = _content(senses().gloss(sense))
            above = frozenset[str]().union(*(_content(senses().gloss(one)) for one in senses().hypernyms(sense)))
            self._signatures[sense] = own, above - own
        return self._signatures[sense]

    def _weight(self, words: frozenset[str]) -> float:
        n_glosses, counts = _document_frequencies()
        return sum(math.log(n_glosses / counts[word]) for word in sorted(words))


@cache  # seconds
def _document_frequencies() -> tuple[int, Counter[str]]:
    """The number of glosses, and of those with each word."""
    glosses = senses().glosses()
    return len(glosses), Counter(word for gloss in glosses for word in _content(gloss))


def _content(text: str) -> frozenset[str]:
    """The base forms of the words of a text that carry meaning."""
    return frozenset(_base(word) for word in _WORD.findall(text.lower()) if word not in _STOP)


@lru_cache(maxsize=65536)
def _base(word: str) -> str:
    return next((base for pos in _PARTS if (base := wordnet().morphy(word, pos))), word)
