"""Parsers of other languages than English: spaCy pipelines that the user has installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import spacy
from spacy.language import Language
from spacy.tokens import Span

from cinescribe.language.tokens.parsed_sentence import Parser, Sentence, Word

_NEEDED = "parser"  # component without which a pipeline knows no clauses


@lru_cache
def installed_parser(language: str) -> Parser | None:
    """Return a parser of a language; None if no spaCy pipeline that parses it is installed.

    Of several, the first by name is taken: `fr_core_news_lg` before `fr_core_news_sm`.

    Args:
        language: as base tag: `fr`, not `fr-CA`.
    """
    for name in sorted(spacy.util.get_installed_models()):
        if name.split("_")[0] == language:
            pipeline = spacy.load(name, exclude=["ner"])
            if pipeline.has_pipe(_NEEDED):
                return InstalledPipeline(name, pipeline)
    return None


class InstalledPipeline:
    """A spaCy pipeline as a `Parser`. Its relations are those of its treebank: German has `sb`, not `nsubj`."""

    def __init__(self, name: str, pipeline: Language) -> None:
        self.name = name
        self._pipeline = pipeline

    def parse(self, texts: Sequence[str]) -> list[list[Sentence]]:
        """Return the sentences of each text, in order; an empty text has none."""
        return [list(map(_sentence, doc.sents)) if len(doc) else [] for doc in self._pipeline.pipe(texts)]


def _sentence(found: Span) -> Sentence:
    return tuple(_words(found))


def _words(found: Span) -> Iterator[Word]:
    for token in found:
        relation = "root" if token.dep_ == "ROOT" else token.dep_
        yield Word(token.text, token.lemma_.lower(), token.pos_, str(token.morph), token.head.i - found.start, relation)
