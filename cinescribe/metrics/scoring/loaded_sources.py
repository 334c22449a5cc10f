"""The models and tables that metrics use, each loaded when it is first needed, and at most once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cinescribe.errors import ScoreError
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.tokenize import tokenize
from cinescribe.language.vectors.token_embeddings import Embedder
from cinescribe.metrics.core.caching_parser import CachingParser
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.core.tokens import PairTokens
from cinescribe.metrics.embedding.bertscore import Baseline, read_baseline
from cinescribe.metrics.files.caption_files import read_references
from cinescribe.metrics.meteor.paraphrases import Paraphrases, read_paraphrases
from cinescribe.metrics.overlap.document_frequencies import DocumentFrequencies
from cinescribe.metrics.scoring.model_loading import load_encoder, load_parser, load_sentence_model
from cinescribe.metrics.scoring.sources import Sources

_SAVED = ".safetensors"  # the suffix of saved document frequencies


@dataclass(frozen=True)
class LoadedSources:
    """What metrics use besides the captions, as objects.

    Attributes:
        sources: the models and tables, as objects, files or names.
    """

    sources: Sources

    @cached_property
    def parser(self) -> Parser:
        """The parser, with a cache."""
        parser = self.sources.parser
        return CachingParser(load_parser(_path(parser)) if isinstance(parser, str | Path | None) else parser)

    @cached_property
    def encoder(self) -> Embedder:
        """The text encoder that gives token vectors."""
        encoder = self.sources.encoder
        return load_encoder(encoder, fetch=self.sources.fetch) if isinstance(encoder, str | None) else encoder

    @cached_property
    def baseline(self) -> Baseline | None:
        """BERTScore's baseline for the encoder's layer, if one was given."""
        baseline = self.sources.baseline
        if not isinstance(baseline, str | Path):
            return baseline
        return read_baseline(Path(baseline), layer=_layer(self.encoder))

    @cached_property
    def sentences(self) -> Similarity:
        """The sentence vectors."""
        sentences = self.sources.sentences
        return (
            load_sentence_model(sentences, fetch=self.sources.fetch) if isinstance(sentences, str | None) else sentences
        )

    @cached_property
    def paraphrases(self) -> Paraphrases | None:
        """METEOR's paraphrases, if they were given."""
        paraphrases = self.sources.paraphrases
        if not isinstance(paraphrases, str | Path):
            return paraphrases
        return read_paraphrases(paraphrases, packed=self.sources.packed)

    @cached_property
    def document_frequencies(self) -> DocumentFrequencies | None:
        """CIDEr's document frequencies, if they were given."""
        frequencies = self.sources.document_frequencies
        if not isinstance(frequencies, str | Path):
            return frequencies
        path = Path(frequencies)
        return DocumentFrequencies.load(path) if path.suffix == _SAVED else _count_captions(path)


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _layer(encoder: Embedder) -> int:
    """Return the layer in an encoder's name, as 17 of `roberta-large/17`."""
    layer = encoder.name.rpartition("/")[2]
    if not layer.isdecimal():
        raise ScoreError(f"the encoder {encoder.name!r} has no layer in its name; give a `Baseline` instead of a file")
    return int(layer)


def _count_captions(path: Path) -> DocumentFrequencies:
    captions = read_references(path)
    words = [tokenize(texts) for texts in captions.values()]
    tokens = PairTokens.of(tuple(captions), [()] * len(captions), words, tokeniser="ptb")
    return DocumentFrequencies.of(tokens.references, tokens.item_bounds, vocabulary=tokens.vocabulary, name=path.stem)
