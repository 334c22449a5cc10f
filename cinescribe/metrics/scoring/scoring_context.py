"""What the metrics of one run share: tokens, parses, vectors and tables, each computed or loaded at most once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.packaged_glove import PACKAGED_GLOVE, packaged_glove
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.language.vectors.word_table import read_word_table
from cinescribe.metrics.core.pairs import Pairs
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.core.tokens import PairTokens, tokenize_pairs
from cinescribe.metrics.description.critic import critic
from cinescribe.metrics.description.described_film import DescribedFilm, described_films
from cinescribe.metrics.description.language_model import LanguageModel
from cinescribe.metrics.description.story_recall import exact_story_recall, story_recall
from cinescribe.metrics.embedding.bertscore import Baseline, bertscore
from cinescribe.metrics.embedding.grounding import GroundedCaption, read_grounded
from cinescribe.metrics.embedding.metaphor import acd
from cinescribe.metrics.embedding.nouns import noun_tokens
from cinescribe.metrics.embedding.perplexity import read_log_probabilities
from cinescribe.metrics.metaphors.annotated_metaphors import (
    SeenMetaphor,
    read_annotated_metaphors,
    read_metaphor_spans,
)
from cinescribe.metrics.metaphors.fit import metaphor_fit
from cinescribe.metrics.metaphors.nonsense import as_nonsense, nonsense_pairs
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scene_graph.spice import spice
from cinescribe.metrics.scoring.loaded_sources import LoadedSources
from cinescribe.metrics.scoring.model_loading import (
    found_people,
    load_causal_lm,
)
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.timing import Span

_SAVED = ".safetensors"  # the suffix of saved document frequencies


@dataclass(frozen=True)
class ScoringContext:
    """The captions to score, and everything that several metrics derive from them.

    Attributes:
        pairs: candidates and references.
        sources: the models and tables to use.
        shared: what another context of these sources has loaded.
    """

    pairs: Pairs
    sources: Sources = field(default_factory=Sources)
    shared: LoadedSources | None = None

    @cached_property
    def tokens(self) -> PairTokens:
        """The words of the captions."""
        return tokenize_pairs(self.pairs)

    @cached_property
    def loaded(self) -> LoadedSources:
        """The models and tables, each loaded when it is first needed."""
        return self.shared or LoadedSources(self.sources)

    def with_pairs(self, pairs: Pairs) -> ScoringContext:
        """Return the context of other captions, which loads no model again."""
        return replace(self, pairs=pairs, shared=self.loaded)

    @property
    def parser(self) -> Parser:
        """The parser, with a cache."""
        return self.loaded.parser

    @property
    def encoder(self) -> Embedder:
        """The text encoder that gives token vectors."""
        return self.loaded.encoder

    @property
    def baseline(self) -> Baseline | None:
        """BERTScore's baseline for the encoder's layer, if one was given."""
        return self.loaded.baseline

    @property
    def sentences(self) -> Similarity:
        """The sentence vectors."""
        return self.loaded.sentences

    @property
    def paraphrases(self) -> Paraphrases | None:
        """METEOR's paraphrases, if they were given."""
        return self.loaded.paraphrases

    @property
    def document_frequencies(self) -> DocumentFrequencies | None:
        """CIDEr's document frequencies, if they were given."""
        return self.loaded.document_frequencies

    @cached_property
    def grounded(self) -> Sequence[GroundedCaption]:
        """The captions with the region attended to at each word.

        Raises:
            ScoreError: when they were not given, or have other items than the candidates.
        """
        grounded = self.sources.grounded
        if grounded is None:
            raise ScoreError(
                "GroundingScore needs the region attended to at each word; give captions with regions (`grounded`)"
            )
        captions = read_grounded(Path(grounded)) if isinstance(grounded, str | Path) else grounded
        self._check_items((caption.id for caption in captions), "grounded words")
        return captions

    @property
    def language_model(self) -> str:
        """The language model's name in signatures: the name of its file."""
        assert self.sources.log_probabilities is not None
        return Path(self.sources.log_probabilities).stem

    @cached_property
    def log_probabilities(self) -> Mapping[str, Sequence[float]]:
        """A language model's log-probability of each token.

        Raises:
            ScoreError: when they were not given, or have other items than the candidates.
        """
        path = self.sources.log_probabilities
        if path is None:
            raise ScoreError(
                "Perplexity needs the log-probability of each token; give a language model's (`log_probabilities`)"
            )
        by_item = read_log_probabilities(Path(path))
        self._check_items(by_item, "log-probabilities")
        return by_item

    @property
    def grader(self) -> LanguageModel:
        """The language model that judges.

        Raises:
            ScoreError: when none was given.
        """
        if self.sources.grader is None:
            raise ScoreError("LLM-AD-Eval and StoryRecall of texts need a language model; give one (`grader`)")
        return self.sources.grader

    @cached_property
    def critic(self) -> Score:
        """CRITIC; the people are given, or those whom each film's references name."""
        films, casts = self.films("CRITIC"), self.sources.casts
        if casts is not None:
            return critic(films, self.parser, casts=casts)
        found = {film.name: found_people(film.references, self.parser) for film in films}
        return critic(films, self.parser, casts=found, source="refs")

    @cached_property
    def story_recall(self) -> list[Score]:
        """The recall of the story's facts: by their verbs and people if all have them, else by the language model."""
        facts, films = self.sources.facts, self.films("StoryRecall")
        if all(fact.verbs for fact in facts):
            return exact_story_recall(films, facts, self.parser, casts=self.sources.casts or {})
        return story_recall(films, facts, self.grader)

    def films(self, metric: str) -> list[DescribedFilm]:
        """Return the descriptions by film; `metric` needs them."""
        return described_films(self.pairs, self.sources.films, metric=metric)

    @cached_property
    def nouns(self) -> PairTokens:
        """The nouns of the captions."""
        return noun_tokens(self.pairs, self.parser)

    @cached_property
    def noun_vectors(self) -> Similarity:
        """The vectors of the captions' nouns."""
        return self.word_vectors(self.nouns.vocabulary)

    @cached_property
    def bertscore(self) -> list[Score]:
        """BERTScore's precision, recall and F1."""
        return bertscore(self.pairs, self.encoder, baseline=self.baseline)

    @cached_property
    def nonsense(self) -> Pairs:
        """The pairs with a random noun as each candidate's secondary concept."""
        return nonsense_pairs(self.pairs)

    @cached_property
    def acd(self) -> list[Score]:
        """ACD, and that of the nonsense control."""
        of_nonsense = bertscore(self.nonsense, self.encoder, baseline=self.baseline)[-1]
        return [
            acd(self.pairs, self.sentences, bertscore=self.bertscore[-1]),
            as_nonsense(acd(self.nonsense, self.sentences, bertscore=of_nonsense)),
        ]

    @cached_property
    def fit(self) -> list[Score]:
        """Fit, and that of the nonsense control."""
        given = self.sources.causal_lm
        model = load_causal_lm(given, fetch=self.sources.fetch) if isinstance(given, str | None) else given
        return [metaphor_fit(self.pairs, model), as_nonsense(metaphor_fit(self.nonsense, model))]

    @cached_property
    def metaphors(self) -> Mapping[str, Sequence[SeenMetaphor]]:
        """The annotators' metaphors by item.

        Raises:
            ScoreError: when they were not given.
        """
        given = self.sources.metaphors
        if given is None:
            raise ScoreError("accuracies of metaphors need the annotators' metaphors; give them (`metaphors`)")
        return read_annotated_metaphors(Path(given)) if isinstance(given, str | Path) else given

    @cached_property
    def metaphor_spans(self) -> Mapping[str, Sequence[Span]]:
        """When a system sees the metaphor of each item.

        Raises:
            ScoreError: when this was not given, or has an id that is no item.
        """
        given = self.sources.metaphor_spans
        if given is None:
            raise ScoreError("Metaphor-when needs when a system sees each metaphor; give its spans (`metaphor_spans`)")
        spans = read_metaphor_spans(Path(given)) if isinstance(given, str | Path) else given
        if unknown := sorted(set(spans) - set(self.pairs.ids)):
            raise ScoreError(
                f"{unknown[0]!r} has spans of a metaphor but no candidate ({len(unknown)} such); give spans of the "
                "items that are scored"
            )
        return spans

    @cached_property
    def spice(self) -> list[Score]:
        """SPICE and its sub-scores."""
        return spice(self.pairs, self.parser)

    def word_vectors(self, labels: Collection[str]) -> Similarity:
        """Return the vectors of `labels`."""
        words = self.sources.words
        if isinstance(words, str | Path) and str(words) == PACKAGED_GLOVE and not Path(words).exists():
            return packaged_glove(vocabulary=labels)
        if isinstance(words, str | Path):
            return read_word_table(Path(words), vocabulary=labels)
        return words or self.sentences

    def _check_items(self, ids: Iterable[str], what: str) -> None:
        """Check that other records have the same items as the candidates.

        Raises:
            ScoreError: naming the item that is missing on one side.
        """
        scored, given = set(self.pairs.ids), set(ids)
        if missing := sorted(scored - given):
            raise ScoreError(f"item {missing[0]!r} has no {what} ({len(missing)} such); give those of every candidate")
        if extra := sorted(given - scored):
            raise ScoreError(f"item {extra[0]!r} has {what} but no candidate ({len(extra)} such); score the same items")
