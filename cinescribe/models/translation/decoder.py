"""Phrase-based translation with a log-linear model (Koehn et al. 2003): the most probable sentence for some labels."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.models.translation.decoder_kernels import Options, SearchLimits, estimates, search
from cinescribe.models.translation.language_model import BackOffModel
from cinescribe.models.translation.phrase_table import N_SCORES, Phrase, PhraseTable

_MAX_WORDS = 16  # of a source sentence; a label tuple has at most four
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TranslationWeights:
    """Weights of the log-linear model: score = sum of weight times feature.

    Args:
        backward, lexical_backward: of log p(source | target) and of its lexical weight.
        forward, lexical_forward: of log p(target | source) and of its lexical weight.
        language: of the log-probability of the sentence.
        distortion: of minus the source words jumped over between phrases.
        word: of the number of words; above 0 for longer sentences.
        phrase: of the number of phrases; below 0 for longer phrases.
    """

    backward: float = 0.2
    lexical_backward: float = 0.2
    forward: float = 0.2
    lexical_forward: float = 0.2
    language: float = 0.5
    distortion: float = 0.3
    word: float = 0.5
    phrase: float = -0.2


@dataclass(frozen=True)
class SearchSettings:
    """How far the search goes.

    Args:
        stack_size: hypotheses with the same number of translated words that are kept; 0 keeps all.
        beam: how far the score of a hypothesis may be below the best of its stack.
        n_options: translations of a source phrase that are tried; 0 tries all.

    Raises:
        ModelError: when one of them is below 0.
    """

    stack_size: int = 100
    beam: float = 10.0
    n_options: int = 20

    def __post_init__(self) -> None:
        if self.stack_size < 0 or self.n_options < 0 or not self.beam >= 0:
            raise ModelError(
                f"`stack_size` is {self.stack_size}, `beam` is {self.beam} and `n_options` is {self.n_options}; "
                "expected 0 or more"
            )


@dataclass(frozen=True)
class TranslatedSentence:
    """A translated sentence.

    Args:
        words: of the target language; () where no source word is known.
        score: of the log-linear model.
        dropped: source words that no phrase pair translates; they were left out.
    """

    words: Phrase
    score: float
    dropped: Phrase = ()


class PhraseOptions:
    """A phrase table and a language model, prepared for decoding.

    Args:
        phrases: the table.
        language: the model.
    """

    def __init__(self, phrases: PhraseTable, language: BackOffModel) -> None:
        self.phrases, self.language = phrases, language
        self.logs = np.log(phrases.scores)
        self.bounds = np.cumsum([0, *(len(target) for _, target in phrases.pairs)])
        encoded = [number for _, target in phrases.pairs for number in language.encode(target)]
        self.words = np.array(encoded, np.int64)
        self.estimates = estimates(language.automaton, self.words, self.bounds)
        self.spans: dict[Phrase, tuple[int, int]] = {}  # where the pairs of each source phrase are
        for n, (source, _) in enumerate(phrases.pairs):
            self.spans[source] = (self.spans[source][0] if source in self.spans else n, n + 1)

    @cached_property
    def longest(self) -> int:
        """Words of the longest source phrase."""
        return max(map(len, self.spans), default=0)


@dataclass(frozen=True)
class StackDecoder:
    """Translates label tuples by a stack search (Koehn et al. 2003; Koehn 2010, chapter 6).

    Args:
        options: phrase table and language model.
        weights: of the log-linear model.
        settings: how far the search goes.
    """

    options: PhraseOptions
    weights: TranslationWeights = field(default_factory=TranslationWeights)
    settings: SearchSettings = field(default_factory=SearchSettings)
    _best: dict[Phrase, tuple[NDArray[np.int64], NDArray[np.float64]]] = field(default_factory=dict, repr=False)

    def with_weights(self, weights: TranslationWeights) -> StackDecoder:
        """Return a decoder with other weights and the same tables."""
        return StackDecoder(self.options, weights, self.settings)

    def translate(self, source: Sequence[str]) -> TranslatedSentence:
        """Return the sentence with the highest score.

        A source word that no phrase pair covers is left out, and logged.

        Raises:
            ModelError: for a sentence of more than `_MAX_WORDS` words.
        """
        if len(source) > _MAX_WORDS:
            raise ModelError(f"a source sentence has {len(source)} words; expected at most {_MAX_WORDS}")
        words = tuple(source)
        while words:
            spans = self._spans(words)
            covered = {at for start, end in spans for at in range(start, end)}
            if len(covered) == len(words):
                break
            words = tuple(word for at, word in enumerate(words) if at in covered)
        dropped = _left_out(source, words)
        if dropped:
            _log.info("no phrase translates %s; left out of %s", ", ".join(map(repr, dropped)), " ".join(source))
        if not words:
            return TranslatedSentence((), 0.0, dropped)
        return dataclasses.replace(self._search(words, spans), dropped=dropped)

    def _spans(self, words: Phrase) -> list[tuple[int, int]]:
        """Return the spans of source words that have a translation."""
        longest = self.options.longest
        return [
            (start, end)
            for start in range(len(words))
            for end in range(start + 1, min(len(words), start + longest) + 1)
            if words[start:end] in self.options.spans
        ]

    def _search(self, words: Phrase, spans: Sequence[tuple[int, int]]) -> TranslatedSentence:
        """Return the best translation of words that all have one."""
        tables, weights, settings = self.options, self.weights, self.settings
        chosen = [self._options(words[start:end]) for start, end in spans]
        pairs = np.concatenate([pair for pair, _ in chosen])
        lengths = [len(pair) for pair, _ in chosen]
        options = Options(
            np.repeat([start for start, _ in spans], lengths),
            np.repeat([end for _, end in spans], lengths),
            np.concatenate([scores for _, scores in chosen]),
            tables.estimates[pairs],
            tables.bounds[pairs],
            tables.bounds[pairs + 1],
            tables.words,
        )
        start = tables.language.start
        limits = SearchLimits(start, weights.language, weights.distortion, settings.stack_size, settings.beam)
        path, score = search(options, len(words), tables.language.automaton, limits)
        targets = (tables.phrases.pairs[pairs[option]][1] for option in path)
        return TranslatedSentence(tuple(word for target in targets for word in target), float(score))

    def _options(self, source: Phrase) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the best pairs of a source phrase, and their scores without the language model."""
        if source not in self._best:
            tables, weights = self.options, self.weights
            start, end = tables.spans[source]
            by_table = (weights.backward, weights.lexical_backward, weights.forward, weights.lexical_forward)
            assert len(by_table) == N_SCORES
            scores = tables.logs[start:end] @ np.array(by_table) + weights.phrase
            scores += weights.word * np.diff(tables.bounds[start : end + 1])
            order = np.argsort(-(scores + weights.language * tables.estimates[start:end]), kind="stable")
            if self.settings.n_options:
                order = order[: self.settings.n_options]
            self._best[source] = (order + start, scores[order])
        return self._best[source]


def _left_out(source: Sequence[str], kept: Sequence[str]) -> Phrase:
    """Return the words of a sentence that are not in the part of it that was kept."""
    rest = list(kept)
    return tuple(word for word in source if not (rest and rest[0] == word and (rest.pop(0) or True)))
