"""One scoring of captions: what metrics read of them and of the sources beside them, each made at most once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.tokens.words import Parser
from cinescribe.language.vectors.encoders import PACKAGED
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.language.vectors.word_table import read_word_table
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.parsed_once import ParsedOnce
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.core.tokens import Tokens, tokens_of
from cinescribe.metrics.embedding.bertscore import bertscore
from cinescribe.metrics.embedding.grounding import GroundedCaption, read_grounded
from cinescribe.metrics.embedding.nouns import noun_tokens
from cinescribe.metrics.embedding.perplexity import read_log_probabilities
from cinescribe.metrics.files.caption_files import read_references
from cinescribe.metrics.meteor.paraphrases import Paraphrases, read_paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scene_graph.spice import spice
from cinescribe.metrics.scoring.sources import Sources

_SAVED = ".safetensors"  # the suffix of saved document frequencies


@dataclass(frozen=True)
class Job:
    """Captions to score, and everything that several metrics read of them.

    Attributes:
        pairs: candidates and references.
        sources: what was given beside them.
    """

    pairs: Pairs
    sources: Sources = field(default_factory=Sources)

    @cached_property
    def tokens(self) -> Tokens:
        """The words of the captions."""
        return tokens_of(self.pairs)

    @cached_property
    def parser(self) -> Parser:
        """What parses, each text once."""
        given = self.sources.parser
        if given is None:
            given = _made("parser.parse", "shipped_parser")
        elif isinstance(given, Path):
            given = _made("parser.parse", "load_parser", given)
        return ParsedOnce(given)

    @cached_property
    def encoder(self) -> Embedder:
        """What gives tokens their vectors."""
        given = self.sources.encoder or PACKAGED
        if isinstance(given, str):
            given = _made("vectors.contextual_vectors", "contextual_vectors", given, fetch=self.sources.fetch)
        return given

    @cached_property
    def sentences(self) -> Similarity:
        """What compares short texts."""
        given = self.sources.sentences or PACKAGED
        if isinstance(given, str):
            given = _made("vectors.sentence_vectors", "sentence_vectors", given, fetch=self.sources.fetch)
        return given

    @cached_property
    def paraphrases(self) -> Paraphrases | None:
        """METEOR's paraphrases, if they were given."""
        given = self.sources.paraphrases
        return read_paraphrases(given, packed=self.sources.packed) if isinstance(given, Path) else given

    @cached_property
    def document_frequencies(self) -> DocumentFrequencies | None:
        """CIDEr's document frequencies, if they were given."""
        given = self.sources.document_frequencies
        if not isinstance(given, Path):
            return given
        return DocumentFrequencies.load(given) if given.suffix == _SAVED else _counted(given)

    @cached_property
    def grounded(self) -> Sequence[GroundedCaption]:
        """What was looked at for each word.

        Raises:
            ScoreError: when it was not given, or is not of the items that are scored.
        """
        given = self.sources.grounded
        if given is None:
            raise ScoreError(
                "GroundingScore wants what was looked at for each word; give captions with their regions (--grounded)"
            )
        captions = read_grounded(given) if isinstance(given, Path) else given
        self._check_items((caption.id for caption in captions), "grounded words")
        return captions

    @property
    def language_model(self) -> str:
        """What stands for the language model in signatures: its file's name."""
        assert self.sources.log_probabilities is not None
        return self.sources.log_probabilities.stem

    @cached_property
    def log_probabilities(self) -> Mapping[str, Sequence[float]]:
        """What a language model gave each token.

        Raises:
            ScoreError: when it was not given, or is not of the items that are scored.
        """
        given = self.sources.log_probabilities
        if given is None:
            raise ScoreError(
                "Perplexity wants the log-probability of each token; give a language model's (--log-probabilities)"
            )
        found = read_log_probabilities(given)
        self._check_items(found, "log-probabilities")
        return found

    @cached_property
    def nouns(self) -> Tokens:
        """The nouns of the captions."""
        return noun_tokens(self.pairs, self.parser)

    @cached_property
    def noun_vectors(self) -> Similarity:
        """What compares the nouns of the captions."""
        return self.words(self.nouns.vocabulary)

    @cached_property
    def bertscores(self) -> list[Score]:
        """BERTScore's precision, recall and F1."""
        return bertscore(self.pairs, self.encoder)

    @cached_property
    def spices(self) -> list[Score]:
        """SPICE and its sub-scores."""
        return spice(self.pairs, self.parser)

    def words(self, labels: Collection[str]) -> Similarity:
        """What compares `labels`."""
        given = self.sources.words
        if isinstance(given, Path):
            return read_word_table(given, vocabulary=labels)
        return given or self.sentences

    def _check_items(self, ids: Iterable[str], what: str) -> None:
        """Hold other records of the items to the items that are scored.

        Raises:
            ScoreError: naming the item that has none, or is not scored.
        """
        known, told = set(self.pairs.ids), set(ids)
        if alone := sorted(known - told):
            raise ScoreError(f"item {alone[0]!r} has no {what} ({len(alone)} such); give those of every candidate")
        if alone := sorted(told - known):
            raise ScoreError(f"item {alone[0]!r} has {what} but no candidate ({len(alone)} such); score the same items")


def _counted(path: Path) -> DocumentFrequencies:
    captions = read_references(path)
    words = [tokenize(texts) for texts in captions.values()]
    tokens = Tokens.of(tuple(captions), [()] * len(captions), words, tokeniser="ptb")
    return DocumentFrequencies.of(tokens.references, tokens.owned, vocabulary=tokens.vocabulary, name=path.stem)


def _made(module: str, maker: str, *given: str | Path, **settings: bool) -> Any:
    """Something of the language room, loaded when asked for: its libraries take seconds that BLEU must not cost."""
    return getattr(import_module(f"cinescribe.language.{module}"), maker)(*given, **settings)
